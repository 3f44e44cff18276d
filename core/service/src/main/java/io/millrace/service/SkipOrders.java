package io.millrace.service;

/** The calls of the journal {@code millrace.skips} in a data directory, which keeps the orders of {@link Skips}. */
public interface SkipOrders {

    /** An operator has ordered an input to be passed over. */
    void ordered(SkipOrder order);

    /** Something has become of an order. */
    void ended(SkipEnd end);
}
