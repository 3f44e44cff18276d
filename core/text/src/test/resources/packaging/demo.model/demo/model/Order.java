package demo.model;

import java.util.Objects;

/** A mutable message with private state. */
public final class Order {
    private String symbol;
    private double price;
    private Side side;

    private Order() {}

    public static Order of(String symbol, double price, Side side) {
        Order order = new Order();
        order.symbol = symbol;
        order.price = price;
        order.side = side;
        return order;
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof Order that
                && Objects.equals(symbol, that.symbol)
                && Double.compare(price, that.price) == 0
                && side == that.side;
    }

    @Override
    public int hashCode() {
        return Objects.hash(symbol, price, side);
    }
}
