package io.millrace.benchmarks;

/** Makes many numbers of each. */
public final class NumberBurst implements Numbers {
    private final Numbers out;
    private final long count;

    /**
     * Creates the component; called by the topology.
     *
     * @param out takes the numbers
     * @param count how many it makes of each
     */
    public NumberBurst(Numbers out, long count) {
        this.out = out;
        this.count = count;
    }

    @Override
    public void number(long value) {
        for (long i = 0; i < count; i++) {
            out.number(value * count + i);
        }
    }
}
