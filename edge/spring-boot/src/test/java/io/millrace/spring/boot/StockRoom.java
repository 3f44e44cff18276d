package io.millrace.spring.boot;

import io.millrace.wire.Refused;
import java.util.HashMap;
import java.util.Map;

/** A component that answers. */
public final class StockRoom implements Stock {

    private final Numbers out;
    private final Map<String, Integer> amounts = new HashMap<>();

    public StockRoom(Numbers out) {
        this.out = out;
    }

    @Override
    public void delivered(String item, int amount) {
        out.number(amounts.merge(item, amount, Integer::sum));
    }

    @Override
    public int take(String item, int amount) {
        if (left(item) < amount) {
            throw new Refused("not in stock item=" + item);
        }
        delivered(item, -amount);
        return left(item);
    }

    @Override
    public int left(String item) {
        return amounts.getOrDefault(item, 0);
    }
}
