package io.millrace.benchmarks;

import io.millrace.benchmarks.LogUnderTest.Trust;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.HdrHistogram.Histogram;

/**
 * The journal suite's steps, the same for every side. Throughput is measured in rounds: a new log, all messages
 * appended, then read back by the same thread; opening and closing are left out, growing the files is not. The median
 * round counts. Latency is measured as {@link LatencyRun} describes.
 */
abstract class JournalWorkload implements Workload {
    static final String APPEND_40 = append(40);
    static final String APPEND_256 = append(256);
    static final String APPEND_1024 = append(1024);
    static final String READ_40 = read(40);
    static final String READ_256 = read(256);
    static final String READ_1024 = read(1024);
    static final String READ_VERIFIED_40 = "read verified 40 B";
    static final List<Long> RATES = List.of(10_000L, 100_000L, 500_000L);

    private static final int SMALL_BYTES = 40;
    private static final List<Integer> PERCENTILES = List.of(50, 99);
    private static final long WARM_UP_RATE = 500_000;

    static String append(int sizeBytes) {
        return "append " + sizeBytes + " B";
    }

    static String read(int sizeBytes) {
        return "read " + sizeBytes + " B";
    }

    /** Returns the name of latencies whose reader checks nothing, on a side that has something to check. */
    static String unverified(long rate, String percentile) {
        return latencyCase(rate, "unverified " + percentile);
    }

    static String latencyCase(long rate, String percentile) {
        return "append to read 40 B " + rate + "/s " + percentile;
    }

    private static List<String> latencyCases(long rate) {
        return PERCENTILES.stream()
                .map(percentile -> "p" + percentile)
                .flatMap(name -> Stream.of(latencyCase(rate, name), unverified(rate, name)))
                .toList();
    }

    /** Opens a new log in an empty directory, for messages of one size. */
    abstract LogUnderTest open(Path directory, int sizeBytes);

    /** Says how much of a message this side can check, the most of it last. */
    abstract List<Trust> trusts();

    @Override
    public final void run(Effort effort, Path directory, Figures figures) throws Exception {
        throughput(effort, directory, SMALL_BYTES, trusts(), figures);
        throughput(effort, directory, 256, List.of(Trust.HEADER), figures);
        throughput(effort, directory, 1024, List.of(Trust.HEADER), figures);
        latencies(effort, directory, figures);
        if (figures.isWanted(Lookups.LAST_INDEX, Lookups.ATTACH)) {
            JournalStage.LOOKUPS.begin();
            Lookups.run(this, effort, directory, figures);
        }
        if (figures.isWanted(FourWriters.CASE)) {
            JournalStage.FOUR_WRITERS.begin();
            FourWriters.run(this, effort, directory, figures);
        }
        if (figures.isWanted(KilledWriter.cases())) {
            JournalStage.KILLED_WRITER.begin();
            KilledWriter.run(this, effort, directory, figures);
        }
        if (figures.isWanted(SustainedAppend.CASE)) {
            JournalStage.SUSTAINED.begin();
            SustainedAppend.run(this, effort, directory, figures);
        }
        more(effort, directory, figures);
    }

    /** Opens a log that other processes may write as well, for messages of one size. */
    abstract LogUnderTest openShared(Path directory, int sizeBytes);

    /** Measures what this side alone has. */
    void more(Effort effort, Path directory, Figures figures) throws Exception {}

    private void throughput(Effort effort, Path directory, int sizeBytes, List<Trust> trusts, Figures figures)
            throws IOException {
        if (!figures.isWanted(append(sizeBytes), read(sizeBytes))
                && !(trusts.contains(Trust.CHECKSUM) && figures.isWanted(READ_VERIFIED_40))) {
            return;
        }
        JournalStage.append(sizeBytes).begin();
        Rounds rounds = new Rounds((long) effort.roundMessages() * SMALL_BYTES / sizeBytes, sizeBytes, trusts);
        for (int i = 0; i < effort.warmUpRounds(); i++) {
            onFreshLog(directory, sizeBytes, rounds::warmUp);
        }
        long endNs = System.nanoTime() + effort.roundsNs();
        while (rounds.measured() < effort.measuredRounds() || System.nanoTime() - endNs < 0) {
            endNs += Turn.next();
            onFreshLog(directory, sizeBytes, rounds::measure);
        }
        figures.report(append(sizeBytes), rounds.appendRates());
        for (Trust trust : trusts) {
            figures.report(trust == Trust.HEADER ? read(sizeBytes) : READ_VERIFIED_40, rounds.readRates(trust));
        }
    }

    private void onFreshLog(Path directory, int sizeBytes, Consumer<LogUnderTest> round) throws IOException {
        try (WorkDirectory fresh = WorkDirectory.create(directory);
                LogUnderTest log = open(fresh.path(), sizeBytes)) {
            round.accept(log);
        }
    }

    private void latencies(Effort effort, Path directory, Figures figures) throws Exception {
        List<Long> rates = RATES.stream()
                .filter(rate -> figures.isWanted(latencyCases(rate)))
                .toList();
        if (rates.isEmpty()) {
            return;
        }
        JournalStage.LATENCY.begin();
        for (Trust trust : trusts()) {
            latency(directory, new LatencyRun(WARM_UP_RATE, effort.leadInNs(), effort.leadInNs()), trust);
        }
        for (long rate : rates) {
            LatencyRun run = new LatencyRun(rate, effort.leadInNs(), effort.latencyNs() / effort.latencyRounds());
            Map<String, List<Double>> found = new LinkedHashMap<>();
            for (int round = 0; round < effort.latencyRounds(); round++) {
                for (Trust trust : trusts()) {
                    Turn.next();
                    Histogram latencies = latency(directory, run, trust);
                    boolean all = trust == trusts().getLast();
                    for (int percentile : PERCENTILES) {
                        String name = "p" + percentile;
                        found.computeIfAbsent(
                                        all ? latencyCase(rate, name) : unverified(rate, name),
                                        any -> new ArrayList<>())
                                .add((double) latencies.getValueAtPercentile(percentile));
                    }
                }
            }
            found.forEach(figures::report);
        }
    }

    private Histogram latency(Path directory, LatencyRun run, Trust trust) throws Exception {
        try (WorkDirectory fresh = WorkDirectory.create(directory);
                LogUnderTest log = open(fresh.path(), SMALL_BYTES)) {
            return run.run(log::sender, () -> log.receiver(trust));
        }
    }
}
