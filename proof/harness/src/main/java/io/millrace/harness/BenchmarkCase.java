package io.millrace.harness;

import java.util.Objects;

/**
 * One figure that a suite reports.
 *
 * @param name the name under which both sides report it
 * @param unit the unit of both figures, for example {@code M/s} or {@code ns}
 * @param better which direction is better
 * @param peerFigure the name of the peer's figure to compare with; differs from {@code name} if the peer has no
 *     such feature
 */
public record BenchmarkCase(String name, String unit, Better better, String peerFigure) {
    private static final String ALLOCATED = "B/op";

    /** Checks that no value is null. */
    public BenchmarkCase {
        Objects.requireNonNull(name);
        Objects.requireNonNull(unit);
        Objects.requireNonNull(better);
        Objects.requireNonNull(peerFigure);
    }

    public static BenchmarkCase millionsPerSecond(String name) {
        return new BenchmarkCase(name, "M/s", Better.HIGHER, name);
    }

    public static BenchmarkCase nanoseconds(String name) {
        return new BenchmarkCase(name, "ns", Better.LOWER, name);
    }

    public static BenchmarkCase bytes(String name) {
        return new BenchmarkCase(name, "B", Better.LOWER, name);
    }

    /** Returns the case of an allocation, which may be zero. */
    public static BenchmarkCase allocated(String name) {
        return new BenchmarkCase(name, ALLOCATED, Better.LOWER, name);
    }

    /** Returns whether there is a ratio of two figures: both are positive, or allocations. */
    boolean hasRatio(double ours, double peer) {
        double least = unit.equals(ALLOCATED) ? 0 : Double.MIN_VALUE;
        return ours >= least && peer >= least && Double.isFinite(ours) && Double.isFinite(peer);
    }

    /**
     * Returns how many times better ours is. An allocation below one byte per operation counts as one byte.
     *
     * @throws BenchmarkException if another figure is not a positive finite number
     */
    double ratio(double ours, double peer) {
        return unit.equals(ALLOCATED) ? better.ratio(Math.max(ours, 1), Math.max(peer, 1)) : better.ratio(ours, peer);
    }

    public BenchmarkCase against(String otherPeerFigure) {
        return new BenchmarkCase(name, unit, better, otherPeerFigure);
    }
}
