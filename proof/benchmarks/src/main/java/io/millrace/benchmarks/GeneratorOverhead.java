package io.millrace.benchmarks;

import io.millrace.harness.BenchmarkException;
import io.millrace.harness.Effort;
import io.millrace.load.IdleTargetProvider;
import io.millrace.load.Load;
import io.millrace.load.LoadObserver;
import io.millrace.load.LoadOptions;
import io.millrace.load.LoadResult;
import io.millrace.load.Mode;
import io.millrace.load.Target;
import io.millrace.load.TargetOptions;
import io.millrace.load.Workload;
import io.millrace.measure.LatencyRecorder;
import io.millrace.measure.NanoClock;
import io.millrace.measure.Rate;
import io.millrace.measure.Statistics;
import io.millrace.measure.Waiting;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.HdrHistogram.Histogram;

/**
 * The overhead of the load generator with a target that does nothing: how far from its intended start an operation
 * begins, at several rates and with both ways of waiting, and how much time an operation costs the issuing thread.
 *
 * <p>The cost is measured while the thread never waits: in a closed loop, and with a schedule that no machine can keep.
 * With such a schedule it is a little higher than at a rate that is kept, since each wait time is the longest so far,
 * which a histogram records by an atomic instruction. Rounds of all configurations take turns.
 */
final class GeneratorOverhead {
    static final String NAME = "schedule";
    static final String DESCRIPTION =
            "one thread issues operations to a target that does nothing: when an operation begins, after its time, and"
                    + " the processor time and memory that it costs this thread";

    private static final List<String> RATES = List.of("1000/s", "100000/s", "1000000/s");
    private static final Rate UNATTAINABLE = Rate.parse("100000000/s");
    /** Due operations are issued, however late, so that their delay counts. */
    private static final long LONGEST_DRAIN_NS = 60_000_000_000L;

    private static final int CLOCK_READINGS = 1_000_000;
    private static final double NS_PER_US = 1e3;

    private final int errorRounds;
    private final int costRounds;
    private final long leadInNs;
    private final long roundNs;

    private GeneratorOverhead(int errorRounds, int costRounds, long leadInNs, long roundNs) {
        this.errorRounds = errorRounds;
        this.costRounds = costRounds;
        this.leadInNs = leadInNs;
        this.roundNs = roundNs;
    }

    /** Returns the measurement for an effort: within a minute for a quick run. */
    static GeneratorOverhead of(Effort effort) {
        return switch (effort) {
            case SMOKE -> new GeneratorOverhead(1, 1, effort.leadInNs(), effort.latencyNs());
            case QUICK -> new GeneratorOverhead(2, 5, effort.leadInNs() / 2, effort.latencyNs() / 2);
            case FULL -> new GeneratorOverhead(5, 11, effort.leadInNs(), effort.latencyNs());
        };
    }

    /** A configuration of the generator, and its name in the report. */
    private record Way(Mode mode, Rate rate, Waiting waiting, String text) {}

    /** The cost of an operation for the thread. */
    private record Cost(double ns, double bytes) {
        static Cost of(LoadResult result) {
            long issued = result.completed() + result.failed() + result.unfinished();
            return new Cost(
                    (double) result.cost().cpuNs() / issued,
                    (double) result.cost().allocatedBytes() / issued);
        }
    }

    /** Measures and returns the tables. */
    String measure() {
        List<Way> costly = List.of(
                new Way(Mode.FIXED, UNATTAINABLE, Waiting.SPINNING, "by a schedule that is never kept"),
                new Way(Mode.THROUGHPUT, null, Waiting.SPINNING, "closed loop"));
        Map<Way, List<Cost>> costs = new LinkedHashMap<>();
        for (int round = -1; round < costRounds; round++) {
            for (Way way : costly) {
                LoadResult result = run(way);
                if (round >= 0) { // the first round is for compilation
                    costs.computeIfAbsent(way, any -> new ArrayList<>()).add(Cost.of(result));
                }
            }
        }
        Map<Way, Histogram> errors = new LinkedHashMap<>();
        for (int round = 0; round < errorRounds; round++) {
            for (String rate : RATES) {
                for (Waiting waiting : Waiting.values()) {
                    String text = String.format(
                            Locale.ROOT, "%-9s %9s", waiting.name().toLowerCase(Locale.ROOT), rate);
                    LoadResult result = run(new Way(Mode.FIXED, Rate.parse(rate), waiting, text));
                    errors.computeIfAbsent(
                                    new Way(Mode.FIXED, Rate.parse(rate), waiting, text),
                                    any -> LatencyRecorder.newHistogram())
                            .add(result.times().waiting());
                }
            }
        }
        return errorTable(errors) + System.lineSeparator() + costTable(costs);
    }

    private LoadResult run(Way way) {
        var builder = LoadOptions.builder(way.mode())
                .lasting(leadInNs, roundNs)
                .draining(UNATTAINABLE.equals(way.rate()) ? 0 : LONGEST_DRAIN_NS);
        if (way.rate() != null) {
            builder.rate(way.rate());
        }
        TargetOptions idle = new TargetOptions("idle:", Map.of(), 1);
        try (Target target = new IdleTargetProvider().target(idle)) {
            return new Load(builder.build(), Workload.of("nothing", Map.of()), target, NanoClock.system(way.waiting()))
                    .run(LoadObserver.NONE);
        } catch (Exception e) {
            throw new BenchmarkException("the load generator failed way=" + way.text(), e);
        }
    }

    private static String errorTable(Map<Way, Histogram> errors) {
        StringBuilder text = new StringBuilder(String.format(
                Locale.ROOT,
                "%-26s%12s%12s%12s%12s%14s%n",
                "schedule error, us",
                "p50",
                "p90",
                "p99",
                "p99.9",
                "operations"));
        errors.forEach((way, error) -> text.append(String.format(
                Locale.ROOT,
                "%-26s%,12.3f%,12.3f%,12.3f%,12.3f%14d%n",
                way.text(),
                us(error, 50),
                us(error, 90),
                us(error, 99),
                us(error, 99.9),
                error.getTotalCount())));
        return text.toString();
    }

    private static double us(Histogram histogram, double percentile) {
        return histogram.getValueAtPercentile(percentile) / NS_PER_US;
    }

    private static String costTable(Map<Way, List<Cost>> costs) {
        StringBuilder text = new StringBuilder(String.format(
                Locale.ROOT,
                "%-42s%10s%10s%10s%12s%n",
                "processor time of an operation, ns",
                "median",
                "least",
                "most",
                "bytes"));
        costs.forEach((way, rounds) -> {
            List<Double> ns = rounds.stream().map(Cost::ns).toList();
            text.append(String.format(
                    Locale.ROOT,
                    "%-42s%,10.0f%,10.0f%,10.0f%,12.2f%n",
                    way.text(),
                    Statistics.median(ns),
                    ns.stream().min(Double::compare).orElseThrow(),
                    ns.stream().max(Double::compare).orElseThrow(),
                    Statistics.median(rounds.stream().map(Cost::bytes).toList())));
        });
        return text
                + String.format(Locale.ROOT, "%-42s%,10.0f%n", "of which a reading of the clock, of two", clockNs());
    }

    /** Returns the duration of one reading of the system's clock, in nanoseconds; the shortest of several rounds. */
    private static double clockNs() {
        double least = Double.MAX_VALUE;
        for (int round = 0; round < 10; round++) {
            long start = System.nanoTime();
            long last = start;
            for (int i = 0; i < CLOCK_READINGS; i++) {
                last = System.nanoTime();
            }
            least = Math.min(least, (double) (last - start) / CLOCK_READINGS);
        }
        return least;
    }
}
