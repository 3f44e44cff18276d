package io.millrace.benchmarks;

/** Passes on every number, or one of some. */
public final class NumberRelay implements Numbers {
    private final Numbers out;
    private final long every;
    private long count;
    private long sum;

    /**
     * Creates the component; called by the topology.
     *
     * @param out takes the sums
     * @param every how many numbers lead to one sum
     */
    public NumberRelay(Numbers out, long every) {
        this.out = out;
        this.every = every;
    }

    @Override
    public void number(long value) {
        sum += value;
        if (++count % every == 0) {
            out.number(sum);
        }
    }
}
