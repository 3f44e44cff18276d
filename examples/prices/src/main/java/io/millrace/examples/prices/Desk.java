package io.millrace.examples.prices;

import java.util.HashMap;
import java.util.Map;

/** Carries out each order at the price that it knows. */
public final class Desk implements Prices, Orders {
    private static final long MOST = 1_000_000;

    private final Fills out;
    private final Map<String, Price> prices = new HashMap<>();

    /** Takes the output. */
    public Desk(Fills out) {
        this.out = out;
    }

    @Override
    public void price(Price price) {
        prices.put(price.symbol(), price);
    }

    @Override
    public void order(Order order) {
        Price price = prices.get(order.symbol());
        if (price == null) {
            out.refused(order, "there is no price");
        } else if (order.quantity() == 0 || Math.abs(order.quantity()) > MOST) {
            out.refused(order, "the quantity is 0 or more than " + MOST);
        } else {
            out.fill(order, order.quantity() > 0 ? price.ask() : price.bid());
        }
    }
}
