package io.millrace.prove;

import io.millrace.journal.Appender;
import io.millrace.journal.Durability;
import io.millrace.journal.Index;
import io.millrace.journal.Journal;
import io.millrace.journal.JournalException;
import io.millrace.journal.JournalOptions;
import io.millrace.journal.JournalVerifier;
import io.millrace.journal.Ownership;
import io.millrace.journal.Step;
import io.millrace.journal.VerifyReport;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.SplittableRandom;
import java.util.function.Consumer;

/**
 * Kills writer processes with SIGKILL, at each {@link Step} in turn and at random, as a single owner or beside another
 * writer that goes on. Then opens the journal, which recovers it, and checks: every message that the dead writer knew
 * to be appended is there; each writer's messages are there once, in order, without a gap; all readers agree; the
 * named position is one that was set; the period in force, which a single owner closes now and then, is no older than
 * the writer knew, and opens as it was written; the files are sound; and writing goes on behind.
 *
 * <p>A seed fixes the step, at which reaching of it the process dies, and all else that is chosen, whatever the number
 * of runs: one run of a seed repeats it alone.
 */
final class CrashProof {

    private static final int COUNT = 1_500;
    private static final int AFTER = 1_000;

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
        Step[] steps = Step.values();
        for (int i = 0; i < kills; i++) {
            long runSeed = seed + i;
            SplittableRandom random = new SplittableRandom(runSeed);
            int chosen = (int) Math.floorMod(runSeed, steps.length + 1L);
            Step step = chosen == steps.length ? null : steps[chosen];
            Path scratch = Files.createDirectories(directory.resolve("seed-" + runSeed));
            try {
                kill(scratch, step, random, runSeed, report);
                Trees.delete(scratch);
            } catch (ProofException | JournalException e) {
                report.fail(runSeed, "step=" + step + " directory=" + scratch, e);
            }
            report.ran();
        }
        return report;
    }

    private static void kill(Path scratch, Step step, SplittableRandom random, long runSeed, ProofReport report)
            throws IOException, InterruptedException {
        boolean shared = step == Step.CLAIMED
                || step == Step.CLAIM_COPIED
                || (step != Step.BATCH_COPIED && step != Step.PERIOD_OPENED && random.nextBoolean());
        boolean synced = step == Step.DATA_FORCED
                || step == Step.SYNCED_RECORDED
                || step == Step.SYNC_IDLE
                || random.nextInt(4) == 0;
        JournalOptions options = CrashWriter.options(
                shared ? Ownership.SHARED : Ownership.SINGLE, synced ? Durability.SYNCED : Durability.MAPPED);
        Path journal = scratch.resolve("journal");
        CrashWriter.Plan dying = new CrashWriter.Plan(
                journal, options, runSeed, 0, COUNT, step, 1 + random.nextInt(isRare(step) ? RARE_HITS : OFTEN_HITS));
        CrashWriter.Plan other = new CrashWriter.Plan(journal, options, runSeed, 1, COUNT, null, 0);
        long[] appended = new long[2];
        long periods;
        try (CrashWriter victim = CrashWriter.start(scratch, dying);
                CrashWriter survivor = shared ? CrashWriter.start(scratch, other) : null) {
            boolean reached;
            if (step == null) {
                victim.awaitAppended(random.nextInt(COUNT));
                reached = true;
            } else {
                reached = victim.awaitStep();
            }
            victim.kill();
            report.count(reached ? "killed at " + (step == null ? "random" : step) : "ended before " + step, 1);
            appended[0] = victim.appended();
            periods = victim.periods();
            if (shared) {
                survivor.awaitEnd(scratch, 1);
                appended[1] = COUNT;
            }
        }
        check(journal, options, runSeed, appended, periods, report);
    }

    private static boolean isRare(Step step) {
        return step == Step.INDEX_STORED
                || step == Step.NEXT_SEGMENT_READY
                || step == Step.SEGMENT_ENDED
                || step == Step.SEGMENT_ALLOCATED
                || step == Step.SEGMENT_NAMED
                || step == Step.PERIOD_OPENED;
    }

    private static void check(
            Path directory, JournalOptions options, long runSeed, long[] appended, long periods, ProofReport report) {
        try (Journal journal = Journal.open(directory, options);
                Appender appender = journal.appender();
                Arena arena = Arena.ofConfined()) {
            List<Reading> readings = Reading.all(directory, runSeed);
            long[] next = new long[2];
            for (Reading reading : readings) {
                if (reading.sequence() != next[reading.writer()]) {
                    throw new ProofException("messages are lost, doubled or out of order: writer=" + reading.writer()
                            + " expected=" + next[reading.writer()] + " actual=" + reading.sequence() + " index="
                            + Index.toText(reading.index()));
                }
                next[reading.writer()]++;
            }
            for (int writer = 0; writer < next.length; writer++) {
                if (next[writer] < appended[writer]) {
                    throw new ProofException("appended messages are lost: writer=" + writer + " expected="
                            + appended[writer] + " actual=" + next[writer]);
                }
            }
            report.count("messages read back", readings.size());
            position(journal, readings);
            PeriodFrames.check(journal, periods, readings);
            MemorySegment message = arena.allocate(Message.MAX_BYTES, Long.BYTES);
            for (int i = 0; i < AFTER; i++) {
                long index = appender.append(message, 0, Message.write(message, 0, runSeed, 0, next[0] + i));
                if (!readings.isEmpty() && index <= readings.getLast().index()) {
                    throw new ProofException("an index was given twice: index=" + Index.toText(index));
                }
            }
            if (Reading.all(directory, runSeed).size() != readings.size() + AFTER) {
                throw new ProofException("messages written after the recovery are lost");
            }
        }
        VerifyReport verified = JournalVerifier.verify(directory);
        if (!verified.isSound()) {
            throw new ProofException("the files are damaged: " + verified.findings());
        }
    }

    private static void position(Journal journal, List<Reading> readings) {
        long index = journal.position(CrashWriter.POSITION + 0).get();
        boolean wasSet = index == Index.NONE
                || readings.stream().anyMatch(reading -> reading.index() == index && reading.writer() == 0);
        if (!wasSet) {
            throw new ProofException("a named position has a value that nobody set: index=" + Index.toText(index));
        }
    }
}
