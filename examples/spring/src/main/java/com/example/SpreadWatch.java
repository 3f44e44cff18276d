package com.example;

/** A component: it passes on the prices whose bid and ask are far apart. */
public final class SpreadWatch implements Prices {

    private static final double WIDE = 0.0005;

    private final Alerts out;

    public SpreadWatch(Alerts out) {
        this.out = out;
    }

    @Override
    public void price(Price price) {
        if (price.ask() - price.bid() > WIDE) {
            out.wide(price);
        }
    }
}
