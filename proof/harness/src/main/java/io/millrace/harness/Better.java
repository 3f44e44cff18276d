package io.millrace.harness;

/** Which direction of a figure is better. */
public enum Better {
    /** Of a rate the larger figure is better. */
    HIGHER("higher"),
    /** Of a time the smaller figure is better. */
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
     * Returns how many times better ours is than the peer's; more than 1 always means that ours is better.
     *
     * @throws BenchmarkException if a figure is not a positive finite number
     */
    public double ratio(double ours, double peer) {
        if (!(ours > 0 && peer > 0 && Double.isFinite(ours) && Double.isFinite(peer))) {
            throw new BenchmarkException("a ratio needs positive figures ours=" + ours + " peer=" + peer);
        }
        return this == HIGHER ? ours / peer : peer / ours;
    }
}
