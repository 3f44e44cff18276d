package io.millrace.dist;

/** Adds numbers. */
public final class Adder implements Numbers {

    private final Numbers out;
    private long sum;

    /** Creates the component; called by the topology. */
    public Adder(Numbers out) {
        this.out = out;
    }

    @Override
    public void number(long value) {
        sum += value;
        out.number(sum);
    }
}
