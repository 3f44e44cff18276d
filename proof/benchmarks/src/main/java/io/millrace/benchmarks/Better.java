package io.millrace.benchmarks;

/** Which way a figure improves. */
public enum Better {
    /** A rate: the larger figure wins. */
    HIGHER("higher"),
    /** A time: the smaller figure wins. */
    LOWER("lower");

    private final String text;

    Better(String text) {
        this.text = text;
    }

    /** Returns the word used in reports. */
    public String text() {
        return text;
    }

    /**
     * Returns how many times better ours is than the peer's, so that more than 1 always means that ours is better.
     *
     * @throws BenchmarkException when a figure is not a positive finite number
     */
    public double ratio(double ours, double peer) {
        if (!(ours > 0 && peer > 0 && Double.isFinite(ours) && Double.isFinite(peer))) {
            throw new BenchmarkException("a ratio needs positive figures: ours=" + ours + " peer=" + peer);
        }
        return this == HIGHER ? ours / peer : peer / ours;
    }
}
