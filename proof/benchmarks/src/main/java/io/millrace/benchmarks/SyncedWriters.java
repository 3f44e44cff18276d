package io.millrace.benchmarks;

import io.millrace.harness.BenchmarkException;
import io.millrace.harness.Effort;
import io.millrace.harness.Figures;
import io.millrace.harness.WorkDirectory;
import io.millrace.measure.NanoClock;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.LongAdder;

/** Many threads append to one log; each waits until its message is on the storage device before the next. */
final class SyncedWriters {
    private static final List<Writers> ROWS = List.of(
            new Writers(1, Kind.PLATFORM),
            new Writers(100, Kind.PLATFORM),
            new Writers(400, Kind.PLATFORM),
            new Writers(100, Kind.VIRTUAL),
            new Writers(400, Kind.VIRTUAL));

    private static final double SECOND_NS = 1e9;

    /** The number of slices of a run. */
    private static final int SLICES = 5;

    private SyncedWriters() {}

    /** The kinds of threads. */
    enum Kind {
        PLATFORM,
        VIRTUAL
    }

    record Writers(int count, Kind kind) {
        String caseName() {
            return "synced 40 B " + text() + (count == 1 ? " writer" : " writers");
        }

        String text() {
            return count + (kind == Kind.VIRTUAL ? " virtual" : "");
        }

        ExecutorService threads() {
            return kind == Kind.VIRTUAL
                    ? Executors.newVirtualThreadPerTaskExecutor()
                    : Executors.newFixedThreadPool(count);
        }
    }

    static List<String> cases() {
        return ROWS.stream().map(Writers::caseName).toList();
    }

    static void run(SyncedLog.Opener opener, Effort effort, Path directory, Figures figures) throws Exception {
        for (Writers writers : ROWS) {
            if (!figures.isWanted(writers.caseName())) {
                continue;
            }
            JournalStage.SYNCED.begin();
            int slices = effort == Effort.SMOKE ? 1 : SLICES;
            figures.report(
                    writers.caseName(),
                    slicesPerSecond(opener, writers, effort.leadInNs(), effort.latencyNs(), slices, directory));
        }
    }

    /** Returns how many messages per second the threads append to a new log, after a lead-in. */
    static double perSecond(SyncedLog.Opener opener, Writers writers, long leadInNs, long durationNs, Path directory)
            throws Exception {
        return slicesPerSecond(opener, writers, leadInNs, durationNs, 1, directory)
                .getFirst();
    }

    /** Returns the rate in each of equal slices of the time; that of the whole time if a slice had no message. */
    private static List<Double> slicesPerSecond(
            SyncedLog.Opener opener, Writers writers, long leadInNs, long durationNs, int slices, Path directory)
            throws Exception {
        try (WorkDirectory fresh = WorkDirectory.create(directory);
                SyncedLog log = opener.open(fresh.path())) {
            long before = measured(log, writers, leadInNs, 1).count();
            Measured measured = measured(log, writers, durationNs, slices);
            if (log.messages() != before + measured.count()) {
                throw new BenchmarkException("messages are missing case=" + writers.caseName() + " expected="
                        + (before + measured.count()) + " actual=" + log.messages());
            }
            return measured.slices().stream().allMatch(rate -> rate > 0)
                    ? measured.slices()
                    : List.of(measured.perSecond());
        }
    }

    private record Measured(long count, long elapsedNs, List<Double> slices) {
        double perSecond() {
            return count * SECOND_NS / elapsedNs;
        }
    }

    private static Measured measured(SyncedLog log, Writers writers, long durationNs, int slices) throws Exception {
        LongAdder appended = new LongAdder();
        try (ExecutorService threads = writers.threads()) {
            long startNs = System.nanoTime();
            List<Future<?>> ends = new ArrayList<>();
            for (int i = 0; i < writers.count(); i++) {
                ends.add(threads.submit(() -> {
                    do { // at least one, however late a thread begins
                        log.append();
                        appended.increment();
                    } while (System.nanoTime() - startNs < durationNs);
                    return null;
                }));
            }
            List<Double> rates = new ArrayList<>();
            long sliceStartNs = startNs;
            long counted = 0;
            for (int slice = 1; slice <= slices; slice++) {
                NanoClock.system().sleepNs(startNs + durationNs * slice / slices);
                if (slice == slices) {
                    for (Future<?> end : ends) {
                        end.get();
                    }
                }
                long count = appended.sum();
                long nowNs = System.nanoTime();
                rates.add((count - counted) * SECOND_NS / (nowNs - sliceStartNs));
                counted = count;
                sliceStartNs = nowNs;
            }
            return new Measured(counted, sliceStartNs - startNs, rates);
        }
    }
}
