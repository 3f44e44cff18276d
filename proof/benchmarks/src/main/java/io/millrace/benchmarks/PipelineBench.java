package io.millrace.benchmarks;

import io.millrace.benchmarks.PipelineRun.Plan;
import io.millrace.harness.BenchmarkException;
import io.millrace.harness.Effort;
import io.millrace.harness.WorkDirectory;
import io.millrace.measure.CoreJitter;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.SequencedMap;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.regex.Pattern;
import org.HdrHistogram.Histogram;

/**
 * Three services over four journals: a source, three services, and a component that takes what the last one wrote. The
 * same components and channels run on one thread, on several, and in several processes, at set rates and as fast as
 * they can. Each run has JVMs of its own, which warm up with calls at full speed.
 */
final class PipelineBench {
    static final String NAME = "pipeline";
    static final String DESCRIPTION =
            "a source, three services over four journals, and a reader; each hop from before its append until the next"
                    + " component has the call; end to end from when the call was due; the peer is "
                    + ChronicleSettings.NAME
                    + " with method writers and readers in its compact form, which records no history";

    /** Follows the placement in rows of the peer. */
    private static final String PEER = ", Chronicle";

    private static final double NS_PER_US = 1e3;
    private static final double PER_MILLION = 1e6;
    private static final long NS_PER_SECOND = TimeUnit.SECONDS.toNanos(1);
    private static final double[] PERCENTILES = {50, 90, 99, 99.9};
    private static final long ORDERS_PER_SECOND = 10_000;

    /** How many times as many calls as are measured warm up at most. */
    private static final long WARM_UP_PARTS = 4;

    private final List<PipelinePlacement> placements;

    /** The placements of which some may be chosen. */
    private final List<PipelinePlacement> known;

    private final List<Long> rates;
    private final double seconds;
    private final long warmUp;
    private final long peakCalls;
    private final long jitterNs;

    /** Whether what has no placement is measured too. */
    private boolean isWhole = true;

    /** Whether threads park while they have nothing to do: what only shows that all runs spends no processor on it. */
    private boolean isParking;

    private PipelineBench(
            List<PipelinePlacement> placements,
            List<PipelinePlacement> known,
            List<Long> rates,
            double seconds,
            long warmUp,
            long peakCalls,
            long jitterNs) {
        this.placements = placements;
        this.known = known;
        this.rates = rates;
        this.seconds = seconds;
        this.warmUp = warmUp;
        this.peakCalls = peakCalls;
        this.jitterNs = jitterNs;
    }

    /** Returns a measurement; a quick one has one process at the higher rates, unless other placements are chosen. */
    static PipelineBench of(Effort effort) {
        List<PipelinePlacement> all = List.of(PipelinePlacement.values());
        List<PipelinePlacement> few = List.of(PipelinePlacement.ONE_THREAD, PipelinePlacement.THREE_THREADS);
        List<PipelinePlacement> least = List.of(PipelinePlacement.THREE_THREADS, PipelinePlacement.THREE_HOSTS);
        List<Long> rates = List.of(50_000L, 100_000L, 200_000L, 300_000L, 400_000L);
        List<Long> high = List.of(200_000L, 300_000L, 400_000L);
        long jitterNs = TimeUnit.MILLISECONDS.toNanos(5);
        return switch (effort) {
            case SMOKE -> {
                PipelineBench smoke = new PipelineBench(least, least, List.of(10_000L), 0.05, 100, 1_000, jitterNs);
                smoke.isParking = true;
                yield smoke;
            }
            case QUICK -> new PipelineBench(few, all, high, 1, 100_000, 1_000_000, 100 * jitterNs);
            case FULL -> new PipelineBench(all, all, rates, 20, 300_000, 10_000_000, 400 * jitterNs);
        };
    }

    /**
     * Returns a measurement of those placements alone whose text contains a match, without what has no placement.
     *
     * @throws BenchmarkException if there is none
     */
    PipelineBench only(List<Pattern> patterns) {
        List<PipelinePlacement> some = known.stream()
                .filter(placement -> patterns.stream()
                        .anyMatch(pattern -> pattern.matcher(placement.text()).find()))
                .toList();
        if (some.isEmpty()) {
            throw new BenchmarkException("there is no such placement --case=" + patterns + " known="
                    + known.stream().map(PipelinePlacement::text).toList());
        }
        PipelineBench part = new PipelineBench(some, known, rates, seconds, warmUp, peakCalls, jitterNs);
        part.isWhole = false;
        part.isParking = isParking;
        return part;
    }

    /**
     * What was measured.
     *
     * @param ours runs of topologies
     * @param peer runs of the same components over Chronicle Queue, for the placements that it has
     * @param alone the nanoseconds of each part for a call, measured alone
     * @param order a hop with an order of 28 fields; empty where some placements were chosen
     * @param distances one hop at each distance of two services; none where some placements were chosen
     * @param before the jitter of the machine before
     * @param after the jitter of the machine after
     */
    record Result(
            PipelineRates ours,
            PipelineRates peer,
            SequencedMap<String, Double> alone,
            Optional<PipelineRun> order,
            SequencedMap<String, Histogram> distances,
            CoreJitter before,
            CoreJitter after) {}

    /**
     * Measures in a directory.
     *
     * @param rows takes the table of times, some lines at a time, as soon as they are measured
     */
    Result measure(Path directory, Consumer<String> rows) throws IOException, InterruptedException {
        CoreJitter before = CoreJitter.measure(jitterNs, 2);
        PipelineRates ours = PipelineRates.empty();
        PipelineRates peer = PipelineRates.empty();
        rows.accept(line("times in us", "rate/s", "sent/s", columns()));
        for (PipelinePlacement placement : placements) {
            for (long rate : rates) {
                Plan plan = plan(PipelineMain.TIMES, rate);
                PipelineRun run = run(placement, plan, directory);
                ours.rated(placement, rate, run);
                rows.accept(rated(placement, rate, run));
                if (placement.isOfPeer()) {
                    PipelineRun peers = runPeer(placement, plan, directory);
                    peer.rated(placement, rate, peers);
                    rows.accept(lines(placement.text() + mark(placement) + PEER, rate, peers));
                }
            }
            Plan peak = new Plan(PipelineMain.TIMES, warmUp, peakCalls, 0);
            PipelineRun run = run(placement, peak, directory);
            ours.peak(placement, run);
            rows.accept(peak(placement.text() + mark(placement), run));
            if (placement.isOfPeer()) {
                PipelineRun peers = runPeer(placement, peak, directory);
                peer.peak(placement, peers);
                rows.accept(peak(placement.text() + mark(placement) + PEER, peers));
            }
        }
        SequencedMap<String, Double> alone = alone(directory, rows);
        Optional<PipelineRun> order = isWhole ? Optional.of(order(directory, rows)) : Optional.empty();
        SequencedMap<String, Histogram> distances = isWhole ? distances(directory, rows) : new LinkedHashMap<>();
        return new Result(ours, peer, alone, order, distances, before, CoreJitter.measure(jitterNs, 2));
    }

    private PipelineRun order(Path directory, Consumer<String> rows) throws IOException {
        PipelineRun order = PipelineRun.of(
                List.of(List.of("source", "first")),
                idle(2),
                plan(PipelineMain.ORDER, Math.min(ORDERS_PER_SECOND, rates.getFirst())),
                directory);
        Histogram hop = order.hops().firstEntry().getValue();
        rows.accept(line("one hop, order of 28 fields", "", whole(order.callsPerSecond()), values(hop)));
        return order;
    }

    /** One run of two services at a distance. */
    private interface Distance {
        PipelineRun run() throws IOException;
    }

    /** Measures the hop between two services that become more and more distant. */
    private SequencedMap<String, Histogram> distances(Path directory, Consumer<String> rows) throws IOException {
        Plan plan = plan(PipelineMain.TIMES, Math.min(ORDERS_PER_SECOND, rates.getFirst()));
        List<String> one = List.of("source+first+second");
        List<String> two = List.of("source+first", "second");
        List<List<String>> apart = List.of(List.of("source+first"), List.of("second"));
        String idle = idle(2);
        SequencedMap<String, Distance> runs = new LinkedHashMap<>();
        runs.put("direct call", () -> PipelineRun.by(PipelineTopology.DIRECT, one, idle(1), plan, directory));
        runs.put("queue, two threads", () -> PipelineRun.by(PipelineTopology.QUEUE, two, idle, plan, directory));
        runs.put("journal, two threads", () -> PipelineRun.by(PipelineTopology.JOURNAL, two, idle, plan, directory));
        runs.put("journal, two processes", () -> PipelineRun.of(apart, idle, plan, directory));
        runs.put("two hosts on loopback", () -> PipelineRun.onHosts(apart, idle, plan, directory));
        SequencedMap<String, Histogram> hops = new LinkedHashMap<>();
        for (Map.Entry<String, Distance> each : runs.entrySet()) {
            Histogram hop = second(each.getValue().run());
            hops.put(each.getKey(), hop);
            rows.accept(line("one hop, " + each.getKey(), "", "", values(hop)));
        }
        return hops;
    }

    private static Histogram second(PipelineRun run) {
        return run.hops().get(PipelineMain.PARTS.get(2));
    }

    private Plan plan(String payload, long rate) {
        long measured = (long) (rate * seconds);
        // Half of the calls that warm up come at the rate, which takes long where it is low.
        return new Plan(payload, Math.min(warmUp, WARM_UP_PARTS * measured), measured, NS_PER_SECOND / rate);
    }

    private PipelineRun run(PipelinePlacement placement, Plan plan, Path directory) throws IOException {
        String idle = idle(placement.threads().size());
        return placement.isOnHosts()
                ? PipelineRun.onHosts(placement.processes(), idle, plan, directory)
                : PipelineRun.of(placement.processes(), idle, plan, directory);
    }

    private PipelineRun runPeer(PipelinePlacement placement, Plan plan, Path directory) throws IOException {
        return PipelineRun.ofPeer(
                placement.processes(), idle(placement.threads().size()), plan, directory);
    }

    /** Returns the idle strategy: threads that leave a processor to the rest of the system never wait. */
    private String idle(int threads) {
        if (isParking) {
            return "parking";
        }
        return threads < Runtime.getRuntime().availableProcessors() ? "busy" : "yielding";
    }

    /** Runs one part after the other, each on all calls of the one before. */
    private SequencedMap<String, Double> alone(Path directory, Consumer<String> rows) throws IOException {
        SequencedMap<String, Double> alone = new LinkedHashMap<>();
        Plan plan = new Plan(PipelineMain.TIMES, warmUp, peakCalls, 0);
        try (WorkDirectory work = WorkDirectory.create(directory)) {
            for (String part : PipelineMain.PARTS) {
                OtherEnd process = PipelineRun.start(
                        List.of(part), idle(1), plan, work.path(), PipelineMain.ALONE, PipelineTopology.JOURNAL);
                try {
                    process.ask("start");
                    if (part.equals(PipelineMain.PARTS.getFirst())) {
                        process.ask("go");
                    }
                    String[] words = process.ask("times " + part).split(" ", -1);
                    double ns = (Long.parseLong(words[1]) - Long.parseLong(words[0])) / (double) peakCalls;
                    alone.put(part, ns);
                    rows.accept(String.format(Locale.ROOT, "%s alone, for a call: %.0f ns%n", part, ns));
                } finally {
                    process.close();
                }
            }
        }
        return alone;
    }

    /** Returns the most calls a second that the parts allow, each as fast as alone, on these processors. */
    private static double allowed(PipelinePlacement placement, Map<String, Double> alone) {
        double slowest = 0;
        double sum = 0;
        for (List<String> thread : placement.threads()) {
            double ns = thread.stream().mapToDouble(alone::get).sum();
            slowest = Math.max(slowest, ns);
            sum += ns;
        }
        return NS_PER_SECOND / Math.max(slowest, sum / Runtime.getRuntime().availableProcessors());
    }

    private static String text(CoreJitter jitter) {
        return String.format(
                Locale.ROOT,
                "p99.99 %.1f us, max %.0f us, %.1f %% of the time lost",
                jitter.gaps().getValueAtPercentile(99.99) / NS_PER_US,
                jitter.gaps().getMaxValue() / NS_PER_US,
                100 * jitter.lostShare());
    }

    /** Returns what follows the rows of a result: the peaks, beside what the parts allow, and the machine. */
    static String summary(Result result) {
        StringBuilder text = new StringBuilder(peaks(result));
        text.append(String.format("%nnanoseconds for a call, each part alone: "));
        List<String> parts = new ArrayList<>();
        result.alone().forEach((part, ns) -> parts.add(String.format(Locale.ROOT, "%s %.0f", part, ns)));
        text.append(String.join(", ", parts)).append(System.lineSeparator());
        text.append("OS jitter before: ").append(text(result.before())).append(System.lineSeparator());
        text.append("OS jitter after: ").append(text(result.after())).append(System.lineSeparator());
        text.append("* more busy threads than processors: they yield, and wait for each other")
                .append(System.lineSeparator());
        return text.toString();
    }

    /** Returns the lines of a run at a rate: each hop, and those of all. */
    static String rated(PipelinePlacement placement, long rate, PipelineRun run) {
        String label = placement.text() + mark(placement);
        StringBuilder text = new StringBuilder();
        run.hops()
                .forEach(
                        (part, hop) -> text.append(line(label + ", to " + part, Long.toString(rate), "", values(hop))));
        return text.append(lines(label, rate, run)).toString();
    }

    private static String peak(String label, PipelineRun run) {
        return line(label + ", as fast as it can", "", whole(run.callsPerSecond()), List.of());
    }

    /** Returns the lines of a run: a hop, whichever, and the whole way. */
    private static String lines(String label, long rate, PipelineRun run) {
        String due = Long.toString(rate);
        return line(label + ", any hop", due, "", values(run.anyHop()))
                + line(label + ", end to end", due, whole(run.callsPerSecond()), values(run.total()));
    }

    private static String peaks(Result result) {
        StringBuilder text = new StringBuilder();
        text.append(String.format(
                "%n%-44s%12s%12s%8s%12s%8s%n", "as fast as it can", "M/s", "allowed", "ratio", "Chronicle", "ratio"));
        result.ours().peaks().forEach((placement, peak) -> {
            double allowed = allowed(placement, result.alone());
            text.append(String.format(
                    Locale.ROOT,
                    "%-44s%12.2f%12.2f%8.2f",
                    placement.text() + mark(placement),
                    peak / PER_MILLION,
                    allowed / PER_MILLION,
                    peak / allowed));
            Double peer = result.peer().peaks().get(placement);
            if (peer != null) {
                text.append(String.format(Locale.ROOT, "%12.2f%8.2f", peer / PER_MILLION, peak / peer));
            }
            text.append(System.lineSeparator());
        });
        return text.toString();
    }

    private static String mark(PipelinePlacement placement) {
        return placement.fits(Runtime.getRuntime().availableProcessors()) ? "" : " *";
    }

    private static List<String> columns() {
        List<String> columns = new ArrayList<>();
        for (double percentile : PERCENTILES) {
            columns.add("p" + (percentile == (long) percentile ? Long.toString((long) percentile) : percentile));
        }
        columns.add("max");
        return columns;
    }

    private static List<String> values(Histogram histogram) {
        List<String> values = new ArrayList<>();
        for (double percentile : PERCENTILES) {
            values.add(us(histogram.getValueAtPercentile(percentile)));
        }
        values.add(us(histogram.getMaxValue()));
        return values;
    }

    private static String us(long ns) {
        return String.format(Locale.ROOT, ns < 100_000 ? "%.2f" : "%.0f", ns / NS_PER_US);
    }

    private static String whole(double value) {
        return Long.toString(Math.round(value));
    }

    private static String line(String label, String rate, String sent, List<String> values) {
        StringBuilder line = new StringBuilder(String.format("%-44s%9s%9s", label, rate, sent));
        values.forEach(value -> line.append(String.format("%10s", value)));
        return line.append(System.lineSeparator()).toString();
    }
}
