package io.millrace.benchmarks;

/** Takes orders and answers one in a million. */
public final class OrderDesk implements OrderEntry {
    private static final int ONE_IN = 1_000_000;

    private final OrderEntry filled;
    private long quantities;
    private int count;

    /** Takes the output. */
    public OrderDesk(OrderEntry filled) {
        this.filled = filled;
    }

    @Override
    public void order(String symbol, long quantity) {
        quantities += quantity;
        if (++count == ONE_IN) {
            filled.order(symbol, quantities);
            count = 0;
        }
    }
}
