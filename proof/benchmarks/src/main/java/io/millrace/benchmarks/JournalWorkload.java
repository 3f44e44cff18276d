package io.millrace.benchmarks;

import io.millrace.benchmarks.LogUnderTest.Trust;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.HdrHistogram.Histogram;

/**
 * The journal suite's steps, the same for every side. Throughput is measured in rounds: a new log, all messages
 * appended, then read back by the same thread; opening and closing are left out, growing the files is not. The median
 * round counts. Latency is measured as {@link LatencyRun} describes.
 */
abstract class JournalWorkload implements Workload {
    static final String APPEND_40 = "append 40 B";
    static final String APPEND_256 = "append 256 B";
    static final String READ_40 = "read 40 B";
    static final String READ_VERIFIED_40 = "read verified 40 B";
    static final List<Long> RATES = List.of(10_000L, 100_000L, 500_000L);

    private static final int SMALL_BYTES = 40;
    private static final int LARGE_BYTES = 256;
    private static final long WARM_UP_RATE = 500_000;
    private static final double NS_PER_MICRO = 1e3;

    static String latencyCase(long rate, String percentile) {
        return "append to read 40 B " + rate + "/s " + percentile;
    }

    /** Opens a new log in an empty directory, for messages of one size. */
    abstract LogUnderTest open(Path directory, int sizeBytes);

    /** Says whether this side has checksums to verify. */
    abstract List<Trust> trusts();

    @Override
    public final void run(Effort effort, Path directory, Figures figures) throws Exception {
        throughput(effort, directory, SMALL_BYTES, APPEND_40, trusts(), figures);
        throughput(effort, directory, LARGE_BYTES, APPEND_256, List.of(), figures);
        latencies(effort, directory, figures);
    }

    private void throughput(
            Effort effort, Path directory, int sizeBytes, String appendCase, List<Trust> trusts, Figures figures)
            throws IOException {
        long messages = (long) effort.roundMessages() * SMALL_BYTES / sizeBytes;
        List<Double> appends = new ArrayList<>();
        List<List<Double>> reads = new ArrayList<>();
        trusts.forEach(trust -> reads.add(new ArrayList<>()));
        for (int i = 0; i < effort.warmUpRounds(); i++) {
            round(directory, messages, sizeBytes, new ArrayList<>(), trusts, reads);
        }
        reads.forEach(List::clear);
        long endNs = System.nanoTime() + effort.roundsNs();
        while (appends.size() < effort.measuredRounds() || System.nanoTime() - endNs < 0) {
            round(directory, messages, sizeBytes, appends, trusts, reads);
        }
        figures.report(appendCase, Statistics.median(appends));
        for (int i = 0; i < trusts.size(); i++) {
            String readCase = trusts.get(i) == Trust.HEADER ? READ_40 : READ_VERIFIED_40;
            figures.report(readCase, Statistics.median(reads.get(i)));
        }
    }

    private void round(
            Path directory,
            long messages,
            int sizeBytes,
            List<Double> appends,
            List<Trust> trusts,
            List<List<Double>> reads)
            throws IOException {
        try (WorkDirectory fresh = WorkDirectory.create(directory);
                LogUnderTest log = open(fresh.path(), sizeBytes)) {
            long startNs = System.nanoTime();
            log.append(messages);
            appends.add(millionsPerSecond(messages, System.nanoTime() - startNs));
            for (int i = 0; i < trusts.size(); i++) {
                startNs = System.nanoTime();
                long sum = log.read(messages, trusts.get(i));
                reads.get(i).add(millionsPerSecond(messages, System.nanoTime() - startNs));
                long expected = LogUnderTest.expectedSum(messages, sizeBytes);
                if (sum != expected) {
                    throw new BenchmarkException("read back something else: messages=" + messages + " sizeBytes="
                            + sizeBytes + " expectedSum=" + expected + " sum=" + sum);
                }
            }
        }
    }

    private static double millionsPerSecond(long messages, long elapsedNs) {
        return (double) messages / (double) elapsedNs * NS_PER_MICRO;
    }

    private void latencies(Effort effort, Path directory, Figures figures) throws Exception {
        latency(directory, new LatencyRun(WARM_UP_RATE, effort.leadInNs(), effort.leadInNs()));
        for (long rate : RATES) {
            Histogram latencies = latency(directory, new LatencyRun(rate, effort.leadInNs(), effort.latencyNs()));
            figures.report(latencyCase(rate, "p50"), (double) latencies.getValueAtPercentile(50));
            figures.report(latencyCase(rate, "p99"), (double) latencies.getValueAtPercentile(99));
        }
    }

    private Histogram latency(Path directory, LatencyRun run) throws Exception {
        try (WorkDirectory fresh = WorkDirectory.create(directory);
                LogUnderTest log = open(fresh.path(), SMALL_BYTES)) {
            return run.run(log::sender, log::receiver);
        }
    }
}
