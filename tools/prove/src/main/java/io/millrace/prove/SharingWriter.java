package io.millrace.prove;

import io.millrace.journal.Durability;
import io.millrace.journal.Ownership;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.SplittableRandom;
import java.util.function.LongSupplier;

/**
 * One of several writers of a map, from the view of the process that kills and stops it. Each of its processes has a
 * fate, and the next one continues. Used by one thread.
 */
final class SharingWriter implements AutoCloseable {

    /** While a writer stands, the others make so many changes. */
    private static final int CHANGES_OF_OTHERS = 20;

    private static final int RANDOM_CHANGES = 200;

    private final Path scratch;
    private final Class<?> main;
    private final SplittableRandom random;
    private final long seed;
    private final int number;
    private final int count;
    private final Durability durability;
    private final ProofReport report;

    private CrashProcess process;
    private Fate fate;
    private String step;

    /** After how many changes a process is stopped that has no step. */
    private long moment;

    private boolean stands;
    private long othersBefore;
    private int processes;

    /** What happens to a process. */
    private enum Fate {
        /** It makes its changes. */
        ENDS,
        /** It stands at a step, which it cannot leave, and is killed there. */
        KILLED_AT_STEP,
        /** It stands at a step for longer than others wait for it, and continues. */
        STANDS_AT_STEP,
        /** It is killed at any moment. */
        KILLED,
        /** The system stops it at any moment for longer than others wait for it, and lets it continue. */
        STOPPED
    }

    SharingWriter(
            Path scratch,
            Class<?> main,
            long seed,
            int number,
            int count,
            Durability durability,
            SplittableRandom random,
            ProofReport report) {
        this.scratch = scratch;
        this.main = main;
        this.seed = seed;
        this.number = number;
        this.count = count;
        this.durability = durability;
        this.random = random;
        this.report = report;
    }

    /** Starts the next process; the last one is not killed. */
    void start(List<String> steps, int mostProcesses) throws IOException {
        processes++;
        Fate[] fates = Fate.values();
        fate = processes >= mostProcesses ? Fate.ENDS : fates[random.nextInt(fates.length)];
        boolean hasStep = fate == Fate.KILLED_AT_STEP || fate == Fate.STANDS_AT_STEP;
        step = hasStep ? steps.get(random.nextInt(steps.size())) : null;
        moment = returned() + 1 + random.nextInt(RANDOM_CHANGES);
        stands = false;
        Files.deleteIfExists(MapSharer.lets(scratch, number));
        int hit = 1 + random.nextInt(MapProof.hits(step) / 2 + 1);
        close();
        process = CrashProcess.start(
                main, List.of(new CrashPlan(scratch, Ownership.SHARED, durability, seed, number, count, step, hit)));
    }

    /** Returns how many changes have returned. */
    long returned() {
        return process == null ? 0 : process.appended(0);
    }

    boolean hasEnded() {
        return fate == Fate.ENDS && !process.isAlive();
    }

    /** Returns whether it may make changes now. */
    boolean isRunning() {
        return !stands && process.isAlive();
    }

    /** Lets its fate happen once it is due; returns whether the next process has to be started. */
    boolean step(LongSupplier others, boolean othersRun) throws IOException, InterruptedException {
        if (!stands && isDue()) {
            stands = true;
            othersBefore = others.getAsLong();
        }
        if (!stands) {
            return endedEarly();
        }
        if (othersRun && others.getAsLong() < othersBefore + CHANGES_OF_OTHERS) {
            return false;
        }
        stands = false;
        report.count(fate.name().toLowerCase(Locale.ROOT).replace('_', ' ') + (step == null ? "" : " " + step), 1);
        if (fate == Fate.KILLED || fate == Fate.KILLED_AT_STEP) {
            process.kill();
            return true;
        }
        if (fate == Fate.STOPPED) {
            process.signal("CONT");
        } else {
            Files.createFile(MapSharer.lets(scratch, number));
        }
        fate = Fate.ENDS;
        return false;
    }

    private boolean isDue() throws IOException {
        return switch (fate) {
            case ENDS -> false;
            case KILLED_AT_STEP, STANDS_AT_STEP -> process.hasTold() && process.awaitSteps()[0];
            case KILLED -> returned() >= moment && process.isAlive();
            case STOPPED -> returned() >= moment && process.isAlive() && process.signal("STOP");
        };
    }

    /** Notes a process that has ended before its fate was due, and checks that it has ended well. */
    private boolean endedEarly() throws IOException, InterruptedException {
        if (process.isAlive()) {
            return false;
        }
        process.awaitEnd();
        fate = Fate.ENDS;
        return false;
    }

    @Override
    public void close() {
        if (process != null) {
            process.close();
        }
    }
}
