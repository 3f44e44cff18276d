package io.millrace.harness;

import io.millrace.measure.Comparison;
import io.millrace.measure.Statistics;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.stream.Collectors;

/**
 * Runs the forks of a suite, one of each side at the same time. They take turns, so that a machine that becomes slower
 * or faster meanwhile affects all of them equally. It reduces the forks of a side to their medians.
 *
 * @param forks starts the forks
 * @param directory the directory, on the file system to measure, in which all sides work
 * @param progress receives a line when forks start, one of each side
 */
public record SuiteRunner(ForkRunner forks, Path directory, Consumer<String> progress) {

    /** Above this share of time lost to other processes, the figures show more about those than about the sides. */
    private static final double BUSY_SHARE = 0.02;

    /** The greatest ratio of the time lost during one side and during the other at which the two are still compared. */
    private static final double MOST_JITTER_RATIO = 2;

    private static final long SEED = 1;

    /** Measures a suite in {@code forkCount} JVMs per side, at least one. */
    public Report run(Suite suite, Effort effort, int forkCount) throws IOException, InterruptedException {
        Conditions conditions = Conditions.of(directory).with("heap of each JVM", forks.heapSize());
        List<Side> sides = new ArrayList<>();
        sides.add(suite.ours());
        sides.addAll(suite.peers());
        Map<Side, List<Figures>> results = new LinkedHashMap<>();
        sides.forEach(side -> results.put(side, new ArrayList<>()));
        String names = sides.stream().map(Side::name).collect(Collectors.joining(", "));
        for (int fork = 1; fork <= forkCount; fork++) {
            progress.accept("forks " + fork + " of " + forkCount + ", in turns: " + names);
            forks.run(sides, effort, directory)
                    .forEach((side, figures) -> results.get(side).add(figures));
        }
        List<Row> rows = new ArrayList<>();
        Map<Side, String> alike = new LinkedHashMap<>();
        for (Side peer : suite.peers()) {
            List<Figures> ours = results.get(suite.ours());
            List<Figures> peers = results.get(peer);
            List<MatchedRounds> compared = new ArrayList<>();
            for (BenchmarkCase one : suite.cases(peer)) {
                Optional<String> lacks =
                        lacks(ours, one.name(), suite.ours()).or(() -> lacks(peers, one.peerFigure(), peer));
                if (lacks.isPresent()) {
                    rows.add(new Row(suite.name(), one, Double.NaN, Double.NaN, peer.name(), Optional.empty(), lacks));
                    continue;
                }
                MatchedRounds rounds = MatchedRounds.of(ours, one.name(), peers, one.peerFigure());
                compared.add(rounds);
                rows.add(row(suite, one, peer, doubt(ours, peers), rounds));
            }
            alike.put(peer, alike(compared));
        }
        return new Report(
                suite,
                rows,
                conditions(conditions, suite, effort, forkCount, results, alike),
                furtherValues(suite, results));
    }

    /** Returns that a fork of a side has not reported a figure; empty if all have. */
    private static Optional<String> lacks(List<Figures> forks, String figure, Side side) {
        boolean lacks = forks.stream().anyMatch(fork -> !fork.rounds().containsKey(figure));
        return lacks ? Optional.of(side.name() + " has reported no figure of this name=" + figure) : Optional.empty();
    }

    /**
     * Returns a line of the report, for the rounds that are compared; it has no verdict if there is a doubt. A row that
     * has no ratio keeps none of the others from the report.
     */
    static Row row(Suite suite, BenchmarkCase one, Side peer, Optional<String> doubt, MatchedRounds rounds) {
        if (!rounds.haveRatios(one)) {
            return new Row(
                    suite.name(),
                    one,
                    rounds.our(),
                    rounds.peer(),
                    peer.name(),
                    Optional.empty(),
                    Optional.of("a round has the figure 0, to which there is no ratio"));
        }
        return new Row(
                suite.name(),
                one,
                rounds.our(),
                rounds.peer(),
                peer.name(),
                Comparison.ratio(rounds.ours(), rounds.peers(), one::ratio, SEED),
                doubt.or(rounds::doubt));
    }

    /** Returns our figures in the cases in which no peer is compared: the median of all rounds, with their range. */
    static Map<String, String> withoutPeers(Suite suite, List<Figures> ours) {
        Map<String, String> figures = new LinkedHashMap<>();
        for (BenchmarkCase one : suite.cases()) {
            boolean isCompared = suite.peers().stream()
                    .flatMap(peer -> suite.cases(peer).stream())
                    .anyMatch(each -> each.name().equals(one.name()));
            List<Double> values = ours.stream()
                    .flatMap(fork -> fork.rounds().getOrDefault(one.name(), List.of()).stream())
                    .sorted()
                    .toList();
            if (!isCompared && !values.isEmpty()) {
                figures.put(
                        one.name(),
                        String.format(
                                Locale.ROOT,
                                "%.4g %s (%.4g to %.4g)",
                                Statistics.median(values),
                                one.unit(),
                                values.getFirst(),
                                values.getLast()));
            }
        }
        return figures;
    }

    private static List<FurtherValues> furtherValues(Suite suite, Map<Side, List<Figures>> results) {
        List<FurtherValues> all = new ArrayList<>();
        for (BenchmarkCase one : suite.cases()) {
            results.forEach((side, forks) -> {
                Map<String, Double> parts = new LinkedHashMap<>();
                for (String part : forks.getFirst().parts(one.name())) {
                    if (forks.stream().anyMatch(fork -> !fork.parts(one.name()).contains(part))) {
                        continue;
                    }
                    List<Double> values = forks.stream()
                            .map(fork -> fork.part(one.name(), part))
                            .toList();
                    parts.put(part, Statistics.median(values));
                }
                if (!parts.isEmpty()) {
                    all.add(new FurtherValues(one.name(), one.unit(), side.name(), parts));
                }
            });
        }
        return all;
    }

    /** Returns why two sides cannot be compared: the machine had other work, and a different amount during each. */
    static Optional<String> doubt(List<Figures> ours, List<Figures> peers) {
        double lostDuringOurs = median(ours, JitterMeter.Reading.LOST);
        double lostDuringPeer = median(peers, JitterMeter.Reading.LOST);
        double most = Math.max(lostDuringOurs, lostDuringPeer);
        if (most <= BUSY_SHARE || most <= MOST_JITTER_RATIO * Math.min(lostDuringOurs, lostDuringPeer)) {
            return Optional.empty();
        }
        return Optional.of(String.format(
                Locale.ROOT,
                "the machine lost %.1f %% of its time beside ours and %.1f %% beside the peer",
                100 * lostDuringOurs,
                100 * lostDuringPeer));
    }

    private static Conditions conditions(
            Conditions start,
            Suite suite,
            Effort effort,
            int forkCount,
            Map<Side, List<Figures>> results,
            Map<Side, String> alike) {
        Conditions conditions = start.with("load average at end", Conditions.loadAverage())
                .with("measured", suite.description())
                .with("effort", effort.name().toLowerCase(Locale.ROOT) + ", forks a side: " + forkCount)
                .with(
                        "interval",
                        forkCount > 1
                                ? "95 %, by a bootstrap of forks and of the rounds inside"
                                : "95 %, by a bootstrap of the rounds inside the one fork; another start may"
                                        + " differ by more")
                .with("pinning", "none, unless what is measured says so")
                .with(
                        "cases",
                        suite.ours().cases().isEmpty() ? "" : "some; no JVM has measured the others before them");
        for (Map.Entry<String, String> one :
                withoutPeers(suite, results.get(suite.ours())).entrySet()) {
            conditions = conditions.with(one.getKey() + ", without a peer", one.getValue());
        }
        for (Map.Entry<Side, List<Figures>> side : results.entrySet()) {
            String name = side.getKey().name();
            List<Figures> figures = side.getValue();
            conditions = conditions
                    .with("JVM flags of " + name, String.join(" ", side.getKey().jvmFlags()))
                    .with("OS jitter beside " + name, jitter(figures));
            if (median(figures, JitterMeter.Reading.LOST) > BUSY_SHARE) {
                conditions = conditions.with(
                        "warning, " + name, "the machine was busy with something else; its figures mean little");
            }
            Optional<String> doubt = doubt(results.get(suite.ours()), figures);
            if (doubt.isPresent()) {
                conditions = conditions.with("not comparable, " + name, doubt.orElseThrow());
            }
            if (alike.containsKey(side.getKey())) {
                conditions = conditions.with("processors as far apart beside both, " + name, alike.get(side.getKey()));
            }
            if (figures.size() > 1) {
                conditions = conditions.with("spread of " + name, spread(suite, side.getKey(), figures));
            }
        }
        return conditions;
    }

    private static String jitter(List<Figures> figures) {
        return String.format(
                Locale.ROOT,
                "p99.99 %.0f ns, max %.0f ns, time lost %.2f %%",
                median(figures, JitterMeter.Reading.P9999),
                figures.stream()
                        .mapToDouble(one -> one.value(JitterMeter.Reading.MAX))
                        .max()
                        .orElseThrow(),
                100 * median(figures, JitterMeter.Reading.LOST));
    }

    /** Returns the spread of the forks, by which a reader distinguishes a difference from noise. */
    private static String spread(Suite suite, Side side, List<Figures> figures) {
        List<String> spreads = new ArrayList<>();
        for (String name : suite.figures(side)) {
            if (lacks(figures, name, side).isPresent()) {
                continue;
            }
            double spread = Statistics.spread(values(figures, name));
            spreads.add(name + String.format(Locale.ROOT, " %.0f %%", 100 * spread));
        }
        return String.join(", ", spreads);
    }

    private static double median(List<Figures> figures, String name) {
        return Statistics.median(values(figures, name));
    }

    /** Returns in how many rounds the processors were equally far apart for both sides, if this was measured. */
    private static String alike(List<MatchedRounds> rounds) {
        int all = rounds.stream().mapToInt(MatchedRounds::all).sum();
        int left = rounds.stream().mapToInt(MatchedRounds::left).sum();
        return all == 0 ? "" : left + " of " + all + " rounds, which alone are compared";
    }

    private static List<Double> values(List<Figures> figures, String name) {
        return figures.stream().map(one -> one.value(name)).toList();
    }
}
