package io.millrace.benchmarks;

import io.millrace.benchmarks.LogUnderTest.ReadCheck;
import io.millrace.harness.CounterPair;
import io.millrace.harness.Effort;
import io.millrace.harness.Figures;
import io.millrace.harness.Turn;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.HdrHistogram.Histogram;

/** The latencies of the journal suite: rounds of each rate, as {@link LatencyRun} measures them, for all sides. */
final class LatencyRounds {
    static final List<Long> RATES = List.of(10_000L, 100_000L, 500_000L);

    private static final String MEDIAN = "50";
    private static final List<String> PERCENTILES = List.of(MEDIAN, "99", "99.9");
    private static final long WARM_UP_RATE = 500_000;

    private LatencyRounds() {}

    /** Measures a run from one thread to another through a new log. */
    interface Measured {
        Histogram measure(LatencyRun run, ReadCheck readCheck) throws Exception;
    }

    static List<String> percentiles() {
        return PERCENTILES.stream().map(percentile -> "p" + percentile).toList();
    }

    /** Returns the name of latencies whose reader checks nothing, on a side that has checksums. */
    static String unverified(long rate, String percentile) {
        return name(rate, "unverified " + percentile);
    }

    static String name(long rate, String percentile) {
        return "append to read 40 B " + rate + "/s " + percentile;
    }

    private static List<String> names(long rate) {
        return percentiles().stream()
                .flatMap(percentile -> Stream.of(name(rate, percentile), unverified(rate, percentile)))
                .toList();
    }

    /**
     * Measures the requested latencies.
     *
     * @param readChecks how much of a message readers check, the strongest check last
     */
    static void run(Measured measured, List<ReadCheck> readChecks, Effort effort, Figures figures) throws Exception {
        List<Long> rates =
                RATES.stream().filter(rate -> figures.isWanted(names(rate))).toList();
        if (rates.isEmpty()) {
            return;
        }
        JournalStage.LATENCY.begin();
        for (ReadCheck readCheck : readChecks) {
            measured.measure(new LatencyRun(WARM_UP_RATE, effort.leadInNs(), effort.leadInNs()), readCheck);
        }
        for (long rate : rates) {
            LatencyRun run = new LatencyRun(rate, effort.leadInNs(), effort.latencyNs() / effort.latencyRounds());
            Map<ReadCheck, List<Round>> rounds = new EnumMap<>(ReadCheck.class);
            for (int round = 0; round < effort.latencyRounds(); round++) {
                for (ReadCheck readCheck : readChecks) {
                    Turn.next();
                    double beforeNs = CounterPair.presentNs();
                    Histogram latencies = measured.measure(run, readCheck);
                    double roundTripNs = CounterPair.aroundNs(beforeNs, CounterPair.presentNs());
                    rounds.computeIfAbsent(readCheck, any -> new ArrayList<>()).add(new Round(latencies, roundTripNs));
                }
            }
            rounds.forEach((readCheck, measuredRounds) ->
                    report(rate, readCheck == readChecks.getLast(), measuredRounds, figures));
        }
    }

    /** The latencies of a round, and a bare round trip around it. */
    private record Round(Histogram latencies, double roundTripNs) {}

    private static void report(long rate, boolean all, List<Round> rounds, Figures figures) {
        List<Double> roundTripsNs = rounds.stream().map(Round::roundTripNs).toList();
        for (String percentile : PERCENTILES) {
            double place = Double.parseDouble(percentile);
            String name = all ? name(rate, "p" + percentile) : unverified(rate, "p" + percentile);
            List<Double> values = rounds.stream()
                    .map(round -> (double) round.latencies().getValueAtPercentile(place))
                    .toList();
            if (percentile.equals(MEDIAN)) { // higher percentiles do not depend on the processors' distance
                figures.report(name, values, roundTripsNs);
            } else {
                figures.report(name, values);
            }
        }
    }
}
