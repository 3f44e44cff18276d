package io.millrace.examples.market;

/**
 * Holds a position that is either flat or long by one unit. A signal that changes it becomes an order; one that does
 * not, such as a {@link Sell} while flat, becomes nothing.
 */
public final class OrderManager implements Signals {
    private static final double QUANTITY = 1.0;

    private final Orders out;

    private boolean isLong;

    /** Makes one that is flat. */
    public OrderManager(Orders out) {
        this.out = out;
    }

    @Override
    public void signal(Signal signal) {
        Side side = switch (signal) {
            case Buy _ -> Side.BUY;
            case Sell _ -> Side.SELL;
        };
        if (isLong == (side == Side.BUY)) {
            return;
        }
        isLong = side == Side.BUY;
        out.order(new Order(signal.bar(), side, QUANTITY, signal.price()));
    }
}
