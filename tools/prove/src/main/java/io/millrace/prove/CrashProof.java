package io.millrace.prove;

import io.millrace.journal.Appender;
import io.millrace.journal.Durability;
import io.millrace.journal.FailPoint;
import io.millrace.journal.Index;
import io.millrace.journal.Journal;
import io.millrace.journal.JournalException;
import io.millrace.journal.JournalVerifier;
import io.millrace.journal.Ownership;
import io.millrace.journal.VerifyReport;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.function.Consumer;

/**
 * Kills writer processes with SIGKILL, each of several journals at each {@link FailPoint} in turn or all at random, as
 * a single owner or beside another writer that continues. Then opens the journals, which recovers them, and checks:
 * every message that the dead writer knew to be appended is there; each writer's messages are there once, in order,
 * without a gap; all readers agree; named positions are those that were made, each where it was set, and no slot of
 * one is lost; the period in force, which a single owner closes now and then, is no older than the writer knew, and
 * opens as it was written; the files are intact; and writing continues.
 *
 * <p>A seed fixes the step, at which reaching of it the process dies, and all else that is chosen, whatever the number
 * of runs: one run of a seed repeats it alone.
 */
final class CrashProof {

    private static final int COUNT = 1_500;
    private static final int AFTER = 1_000;

    /** How many journals one process writes; it is killed when all their writers have stopped. */
    private static final int GROUP = 8;

    /**
     * The state that one writer has reported.
     *
     * @param appended how many messages it had appended
     * @param periods how many periods had been in force
     * @param positions how many named positions it had made
     */
    record Known(long appended, long periods, long positions) {
        private static final Known NOTHING = new Known(0, 0, 0);
    }

    /** Rare steps are reached a few times in a run, the others hundreds of times. */
    private static final int RARE_HITS = 3;

    private static final int OFTEN_HITS = 60;

    private final Path directory;
    private final long seed;
    private final Consumer<String> progress;

    CrashProof(Path directory, long seed, Consumer<String> progress) {
        this.directory = directory;
        this.seed = seed;
        this.progress = progress;
    }

    ProofReport run(int kills) throws IOException, InterruptedException {
        ProofReport report = new ProofReport("crash", seed, kills, directory, progress);
        List<CrashPlan> atSteps = new ArrayList<>();
        List<CrashPlan> atRandom = new ArrayList<>();
        for (int i = 0; i < kills; i++) {
            CrashPlan plan = plan(seed + i);
            List<CrashPlan> group = plan.step() == null ? atRandom : atSteps;
            group.add(plan);
            if (group.size() == GROUP) {
                kill(group, report);
                group.clear();
            }
        }
        kill(atSteps, report);
        kill(atRandom, report);
        return report;
    }

    private CrashPlan plan(long runSeed) throws IOException {
        SplittableRandom random = new SplittableRandom(runSeed);
        FailPoint[] steps = FailPoint.values();
        int chosen = (int) Math.floorMod(runSeed, steps.length + 1L);
        FailPoint step = chosen == steps.length ? null : steps[chosen];
        boolean shared = step == FailPoint.CLAIMED
                || step == FailPoint.CLAIM_COPIED
                || (step != FailPoint.BATCH_COPIED && step != FailPoint.PERIOD_OPENED && random.nextBoolean());
        boolean synced = step == FailPoint.DATA_FORCED
                || step == FailPoint.SYNCED_RECORDED
                || step == FailPoint.SYNC_IDLE
                || random.nextInt(4) == 0;
        return new CrashPlan(
                Files.createDirectories(directory.resolve("seed-" + runSeed)),
                shared ? Ownership.SHARED : Ownership.SINGLE,
                synced ? Durability.SYNCED : Durability.MAPPED,
                runSeed,
                0,
                COUNT,
                step == null ? null : step.name(),
                1 + random.nextInt(isRare(step) ? RARE_HITS : OFTEN_HITS));
    }

    /** Kills one process that writes all these journals, and checks each of them. */
    private static void kill(List<CrashPlan> plans, ProofReport report) throws IOException, InterruptedException {
        if (plans.isEmpty()) {
            return;
        }
        List<List<Known>> known = new ArrayList<>();
        List<CrashPlan> survivors = plans.stream()
                .filter(CrashPlan::isShared)
                .map(CrashPlan::survivor)
                .toList();
        try (CrashProcess victim = CrashProcess.start(plans);
                CrashProcess others = survivors.isEmpty() ? null : CrashProcess.start(survivors)) {
            boolean[] stands = awaitTheMoment(victim, plans);
            victim.kill();
            for (int i = 0; i < stands.length; i++) {
                String step = plans.get(i).step();
                report.count(
                        step == null ? "killed at random" : (stands[i] ? "killed at " : "ended before ") + step, 1);
            }
            if (others != null) {
                others.awaitEnd();
            }
            for (int i = 0; i < stands.length; i++) {
                known.add(known(victim, i, plans.get(i)));
            }
        } catch (ProofException e) {
            plans.forEach(plan -> failed(plan, e, report));
            return;
        }
        for (int i = 0; i < plans.size(); i++) {
            check(plans.get(i), known.get(i), report);
        }
    }

    /** Returns the reports of the writers of a journal, one of them killed, the other finished. */
    private static List<Known> known(CrashProcess victim, int at, CrashPlan plan) {
        Known killed = new Known(victim.appended(at), victim.periods(at), victim.positions(at));
        return List.of(killed, plan.isShared() ? new Known(COUNT, 0, COUNT / PositionSlots.MESSAGES) : Known.NOTHING);
    }

    private static boolean[] awaitTheMoment(CrashProcess victim, List<CrashPlan> plans) throws IOException {
        if (plans.getFirst().step() != null) {
            return victim.awaitSteps();
        }
        victim.awaitAppended(plans.stream()
                .mapToLong(plan -> new SplittableRandom(~plan.seed()).nextInt(COUNT))
                .sum());
        return new boolean[plans.size()];
    }

    private static void check(CrashPlan plan, List<Known> known, ProofReport report) throws IOException {
        try {
            checkAll(plan, known, report);
            DirectoryTrees.delete(plan.scratch());
        } catch (ProofException | JournalException e) {
            failed(plan, e, report);
        }
        report.ran();
    }

    private static void failed(CrashPlan plan, RuntimeException e, ProofReport report) {
        report.fail(plan.seed(), "step=" + plan.step() + " directory=" + plan.scratch(), e);
    }

    private static boolean isRare(FailPoint step) {
        return step == FailPoint.INDEX_STORED
                || step == FailPoint.NEXT_SEGMENT_READY
                || step == FailPoint.SEGMENT_ENDED
                || step == FailPoint.SEGMENT_ALLOCATED
                || step == FailPoint.SEGMENT_NAMED
                || step == FailPoint.POSITION_CLAIMED
                || step == FailPoint.POSITION_NAMED
                || step == FailPoint.POSITION_MADE
                || step == FailPoint.PERIOD_OPENED;
    }

    private static void checkAll(CrashPlan plan, List<Known> known, ProofReport report) {
        Path directory = plan.journal();
        long runSeed = plan.seed();
        try (Journal journal = Journal.open(directory, plan.options());
                Appender appender = journal.appender();
                Arena arena = Arena.ofConfined()) {
            List<ReadMessage> readings = ReadMessage.all(directory, runSeed);
            long[] next = new long[known.size()];
            for (ReadMessage reading : readings) {
                if (reading.sequence() != next[reading.writer()]) {
                    throw new ProofException("messages are lost, doubled or out of order writer=" + reading.writer()
                            + " expected=" + next[reading.writer()] + " actual=" + reading.sequence() + " index="
                            + Index.toText(reading.index()));
                }
                next[reading.writer()]++;
            }
            for (int writer = 0; writer < next.length; writer++) {
                if (next[writer] < known.get(writer).appended()) {
                    throw new ProofException("appended messages are lost writer=" + writer + " expected="
                            + known.get(writer).appended() + " actual=" + next[writer]);
                }
            }
            report.count("messages read back", readings.size());
            PositionSlots.check(journal, known, readings);
            PeriodFrames.check(journal, known.getFirst().periods(), readings);
            MemorySegment message = arena.allocate(Message.MAX_BYTES, Long.BYTES);
            for (int i = 0; i < AFTER; i++) {
                long index = appender.append(message, 0, Message.write(message, 0, runSeed, 0, next[0] + i));
                if (!readings.isEmpty() && index <= readings.getLast().index()) {
                    throw new ProofException("an index was given twice index=" + Index.toText(index));
                }
            }
            if (ReadMessage.all(directory, runSeed).size() != readings.size() + AFTER) {
                throw new ProofException("messages written after the recovery are lost");
            }
        }
        VerifyReport verified = JournalVerifier.verify(directory);
        if (!verified.isSound()) {
            throw new ProofException("the files are damaged findings=" + verified.findings());
        }
    }
}
