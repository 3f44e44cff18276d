package io.millrace.benchmarks;

/**
 * One line of a report: the medians of both sides' forks and their ratio.
 *
 * @param suite the suite's name
 * @param benchmarkCase what was measured
 * @param ours our figure
 * @param peer the peer's figure
 * @param peerName the peer's name and version
 */
public record Row(String suite, BenchmarkCase benchmarkCase, double ours, double peer, String peerName) {

    /** Returns how many times better ours is; more than 1 always means that ours is better. */
    public double ratio() {
        return benchmarkCase.ratio(ours, peer);
    }
}
