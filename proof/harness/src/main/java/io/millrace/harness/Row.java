package io.millrace.harness;

import io.millrace.measure.RatioInterval;
import java.util.Objects;
import java.util.Optional;

/**
 * One line of a report: the medians of both sides' forks and their ratio.
 *
 * @param suite the suite's name
 * @param benchmarkCase the case
 * @param ours our figure
 * @param peer the peer's figure
 * @param peerName the peer's name and version
 * @param interval the interval of the ratio; empty if each side has only one value
 * @param doubt why the two figures cannot be compared, although both are shown; empty if they can
 */
public record Row(
        String suite,
        BenchmarkCase benchmarkCase,
        double ours,
        double peer,
        String peerName,
        Optional<RatioInterval> interval,
        Optional<String> doubt) {
    /** Checks that no value is null. */
    public Row {
        Objects.requireNonNull(suite);
        Objects.requireNonNull(benchmarkCase);
        Objects.requireNonNull(peerName);
        Objects.requireNonNull(interval);
        Objects.requireNonNull(doubt);
    }

    /** Returns how many times better ours is; more than 1 always means that ours is better. */
    public double ratio() {
        return benchmarkCase.ratio(ours, peer);
    }

    /** Returns what is known about the ratio, for people. */
    String verdict() {
        return doubt.isPresent()
                ? "not comparable"
                : interval.map(RatioInterval::text).orElse("one value a side");
    }
}
