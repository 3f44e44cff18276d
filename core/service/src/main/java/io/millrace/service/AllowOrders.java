package io.millrace.service;

/** The calls of the journal {@code millrace.allowances} of a data directory, which keeps {@link Allowances}. */
public interface AllowOrders {

    /** Records that an operator has ordered to take calls of a principal again. */
    void ordered(AllowOrder order);

    /** Records that an order was carried out, was not needed or was withdrawn. */
    void ended(AllowEnd end);
}
