package io.millrace.load.ws;

/** Takes orders, and passes on each hundredth. */
public final class OrderTaker implements Orders {

    private static final long ONE_IN = 100;

    private final Orders out;

    /** Takes the output. */
    public OrderTaker(Orders out) {
        this.out = out;
    }

    @Override
    public void order(String symbol, long quantity) {
        if (quantity % ONE_IN == 0) {
            out.order(symbol, quantity);
        }
    }
}
