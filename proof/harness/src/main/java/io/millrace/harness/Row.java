package io.millrace.harness;

import io.millrace.measure.RatioInterval;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalDouble;

/**
 * One line of a report: the medians of both sides' forks and their ratio.
 *
 * @param suite the suite's name
 * @param benchmarkCase the case
 * @param ours our figure; NaN if there is none
 * @param peer the peer's figure; NaN if there is none
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

    /**
     * Returns how many times better ours is; more than 1 always means that ours is better. Empty where a side has no
     * figure, or one to which there is no ratio, such as zero; {@link #doubt} says that.
     */
    public OptionalDouble ratio() {
        return benchmarkCase.hasRatio(ours, peer)
                ? OptionalDouble.of(benchmarkCase.ratio(ours, peer))
                : OptionalDouble.empty();
    }

    /** Returns what is known about the ratio, for people. */
    String verdict() {
        return doubt.isPresent()
                ? "not comparable"
                : interval.map(RatioInterval::text).orElse("one value a side");
    }
}
