package com.example;

import java.util.HashMap;
import java.util.Map;

/** A component: it passes on the prices whose bid and ask are far apart, and answers what it is asked. */
public final class SpreadWatch implements Spreads {

    private final Alerts out;
    private final Map<String, Long> counts = new HashMap<>();
    private double wide = 0.0005;

    public SpreadWatch(Alerts out) {
        this.out = out;
    }

    @Override
    public void price(Price price) {
        counts.merge(price.symbol(), 1L, Long::sum);
        if (price.ask() - price.bid() > wide) {
            out.wide(price);
        }
    }

    @Override
    public double limit(double newWide) {
        double before = wide;
        wide = newWide;
        return before;
    }

    @Override
    public long count(String symbol) {
        return counts.getOrDefault(symbol, 0L);
    }
}
