package io.millrace.benchmarks;

import io.millrace.benchmarks.LatencyRun.Sender;
import io.millrace.harness.BenchmarkException;
import io.millrace.harness.Effort;
import io.millrace.harness.Figures;
import io.millrace.harness.WorkDirectory;
import io.millrace.measure.Statistics;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * The times to find the last index of a log and to attach a reader at its end, while no thread writes; the log has the
 * messages of one throughput round. The median of many single calls counts.
 */
final class LookupTimes {
    static final String LAST_INDEX = "last index";
    static final String ATTACH = "attach tailer";

    private static final int SIZE_BYTES = 40;
    private static final int CALLS_PER_INDEX = 100;

    private LookupTimes() {}

    static void run(JournalWorkload workload, Effort effort, Path directory, Figures figures) throws IOException {
        try (WorkDirectory fresh = WorkDirectory.create(directory);
                LogUnderTest log = workload.open(fresh.path(), SIZE_BYTES)) {
            log.append(effort.roundMessages());
            long last = log.lastIndex();
            figures.report(
                    LAST_INDEX,
                    nsPerCall(effort, () -> {
                                for (int i = 0; i < CALLS_PER_INDEX; i++) {
                                    if (log.lastIndex() != last) {
                                        throw new BenchmarkException(
                                                "the last index changed although no thread writes expected=" + last);
                                    }
                                }
                            })
                            / CALLS_PER_INDEX);
            figures.report(ATTACH, nsPerCall(effort, log::attach));
            try (Sender sender = log.sender()) {
                sender.send(0);
            }
            if (log.lastIndex() <= last) {
                throw new BenchmarkException("the last index did not change index=" + last);
            }
        }
    }

    /**
     * Times as many calls as fit, after half of that time for warm-up; a call of one side takes a thousand times as
     * long as one of another.
     */
    private static double nsPerCall(Effort effort, Runnable call) {
        times(effort.leadInNs(), call);
        return Statistics.median(times(effort.leadInNs(), call));
    }

    private static List<Double> times(long durationNs, Runnable call) {
        List<Double> times = new ArrayList<>();
        long beginNs = System.nanoTime();
        long startNs = beginNs;
        while (startNs - beginNs < durationNs) {
            call.run();
            long endNs = System.nanoTime();
            times.add((double) (endNs - startNs));
            startNs = System.nanoTime();
        }
        return times;
    }
}
