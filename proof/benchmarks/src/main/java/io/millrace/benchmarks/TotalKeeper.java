package io.millrace.benchmarks;

/** Adds what is ordered. */
public final class TotalKeeper implements TotalDesk {
    private static final int ONE_IN = 1_000_000;

    private final OrderEntry orders;
    private long total;
    private int count;

    /** Takes the output. */
    public TotalKeeper(OrderEntry orders) {
        this.orders = orders;
    }

    @Override
    public long order(String symbol, long quantity) {
        total += quantity;
        return total;
    }

    @Override
    public void note(String symbol, long quantity) {
        total += quantity;
        if (++count == ONE_IN) {
            orders.order(symbol, total);
            count = 0;
        }
    }

    @Override
    public long total(String symbol, long quantity) {
        return total + quantity;
    }
}
