package io.millrace.topology;

/** Takes orders and cancellations in the order in which it gets them. */
public final class Matcher implements Numbers, Sums {

    private final Numbers out;

    /** Takes the output. */
    public Matcher(Numbers out) {
        this.out = out;
    }

    @Override
    public void number(long order) {
        out.number(order);
    }

    @Override
    public void sum(String cancelled, long order) {
        out.number(-order);
    }
}
