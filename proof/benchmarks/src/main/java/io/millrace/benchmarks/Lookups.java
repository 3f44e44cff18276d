package io.millrace.benchmarks;

import io.millrace.benchmarks.LatencyRun.Sender;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * Times of the last index of a log and of a reader that attaches at its end, while nobody writes; the log has the
 * messages of one throughput round. The median of many single calls counts.
 */
final class Lookups {
    static final String LAST_INDEX = "last index";
    static final String ATTACH = "attach tailer";

    private static final int SIZE_BYTES = 40;
    private static final int CALLS_PER_INDEX = 100;

    private Lookups() {}

    static void run(JournalWorkload workload, Effort effort, Path directory, Figures figures) throws IOException {
        int calls = effort.warmUpCalls() / 10;
        try (WorkDirectory fresh = WorkDirectory.create(directory);
                LogUnderTest log = workload.open(fresh.path(), SIZE_BYTES)) {
            log.append(effort.roundMessages());
            long last = log.lastIndex();
            figures.report(
                    LAST_INDEX,
                    nsPerCall(calls, () -> {
                                for (int i = 0; i < CALLS_PER_INDEX; i++) {
                                    if (log.lastIndex() != last) {
                                        throw new BenchmarkException(
                                                "the last index moved though nobody writes: expected=" + last);
                                    }
                                }
                            })
                            / CALLS_PER_INDEX);
            figures.report(ATTACH, nsPerCall(calls, log::attach));
            try (Sender sender = log.sender()) {
                sender.send(0);
            }
            if (log.lastIndex() <= last) {
                throw new BenchmarkException("the last index did not move: index=" + last);
            }
        }
    }

    private static double nsPerCall(int calls, Runnable call) {
        for (int i = 0; i < calls; i++) {
            call.run();
        }
        List<Double> times = new ArrayList<>();
        for (int i = 0; i < calls; i++) {
            long startNs = System.nanoTime();
            call.run();
            times.add((double) (System.nanoTime() - startNs));
        }
        return Statistics.median(times);
    }
}
