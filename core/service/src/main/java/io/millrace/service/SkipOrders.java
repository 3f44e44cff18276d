package io.millrace.service;

/** The calls of the journal {@code millrace.skips} in a data directory, which keeps the orders of {@link Skips}. */
public interface SkipOrders {

    /** Records that an operator has ordered an input to be skipped. */
    void ordered(SkipOrder order);

    /** Records that an order was carried out, came too late or was withdrawn. */
    void ended(SkipEnd end);
}
