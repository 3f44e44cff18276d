package io.millrace.net;

/** Answers each tick with the sum so far; its state is what a restart must restore. */
public final class TickSum implements Ticks {

    private final Ticks out;
    private long sum;

    /** Takes the output. */
    public TickSum(Ticks out) {
        this.out = out;
    }

    @Override
    public void tick(long value) {
        sum += value;
        out.tick(sum);
    }
}
