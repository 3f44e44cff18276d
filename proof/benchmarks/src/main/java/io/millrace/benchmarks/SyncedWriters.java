package io.millrace.benchmarks;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;

/** Many threads append to one log, each waiting until its message is on the storage device before the next. */
final class SyncedWriters {
    private static final List<Writers> ROWS = List.of(
            new Writers(1, Kind.PLATFORM),
            new Writers(100, Kind.PLATFORM),
            new Writers(400, Kind.PLATFORM),
            new Writers(100, Kind.VIRTUAL),
            new Writers(400, Kind.VIRTUAL));

    private SyncedWriters() {}

    /** What threads there are. */
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
            figures.report(
                    writers.caseName(), perSecond(opener, writers, effort.leadInNs(), effort.latencyNs(), directory));
        }
    }

    /** Returns how many messages a second such threads append to a new log, after a lead-in. */
    static double perSecond(SyncedLog.Opener opener, Writers writers, long leadInNs, long durationNs, Path directory)
            throws Exception {
        try (WorkDirectory fresh = WorkDirectory.create(directory);
                SyncedLog log = opener.open(fresh.path())) {
            long before = measured(log, writers, leadInNs).count();
            Measured measured = measured(log, writers, durationNs);
            if (log.messages() != before + measured.count()) {
                throw new BenchmarkException("messages went missing: case=" + writers.caseName() + " expected="
                        + (before + measured.count()) + " actual=" + log.messages());
            }
            return measured.perSecond();
        }
    }

    private record Measured(long count, long elapsedNs) {
        double perSecond() {
            return count * (double) TimeUnit.SECONDS.toNanos(1) / elapsedNs;
        }
    }

    private static Measured measured(SyncedLog log, Writers writers, long durationNs) throws Exception {
        try (ExecutorService threads = writers.threads()) {
            long startNs = System.nanoTime();
            List<Future<Long>> counts = new ArrayList<>();
            for (int i = 0; i < writers.count(); i++) {
                counts.add(threads.submit(() -> {
                    long count = 0;
                    while (System.nanoTime() - startNs < durationNs) {
                        log.append();
                        count++;
                    }
                    return count;
                }));
            }
            long sum = 0;
            for (Future<Long> count : counts) {
                sum += count.get();
            }
            return new Measured(sum, System.nanoTime() - startNs);
        }
    }
}
