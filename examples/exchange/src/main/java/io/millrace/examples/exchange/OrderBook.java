package io.millrace.examples.exchange;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.BiConsumer;

/** The orders of one symbol that wait, by price and then by time. */
final class OrderBook {
    private static final int MOST_LEVELS = 5;

    private final String symbol;
    private final TreeMap<Long, Deque<RestingOrder>> bids = new TreeMap<>(Comparator.reverseOrder());
    private final TreeMap<Long, Deque<RestingOrder>> offers = new TreeMap<>();

    OrderBook(String symbol) {
        this.symbol = symbol;
    }

    /**
     * Fills an order with those of the other side, the best price first and at one price the oldest first.
     *
     * @param filled is given each order that was met, and the quantity, once both are filled
     */
    void match(RestingOrder taker, BiConsumer<RestingOrder, Long> filled) {
        TreeMap<Long, Deque<RestingOrder>> others = taker.order.isBuy() ? offers : bids;
        while (taker.leaves > 0 && !others.isEmpty() && accepts(taker.order, others.firstKey())) {
            Deque<RestingOrder> best = others.firstEntry().getValue();
            RestingOrder maker = best.getFirst();
            long quantity = Math.min(taker.leaves, maker.leaves);
            long price = maker.order.price();
            taker.fill(quantity, price);
            maker.fill(quantity, price);
            if (maker.leaves == 0) {
                best.removeFirst();
                if (best.isEmpty()) {
                    others.remove(price);
                }
            }
            filled.accept(maker, quantity);
        }
    }

    private static boolean accepts(NewOrderSingle order, long price) {
        return order.ordType() == '1' || (order.isBuy() ? price <= order.price() : price >= order.price());
    }

    void add(RestingOrder order) {
        side(order)
                .computeIfAbsent(order.order.price(), _ -> new ArrayDeque<>())
                .add(order);
    }

    void remove(RestingOrder order) {
        Map<Long, Deque<RestingOrder>> side = side(order);
        Deque<RestingOrder> level = side.get(order.order.price());
        level.remove(order);
        if (level.isEmpty()) {
            side.remove(order.order.price());
        }
    }

    private Map<Long, Deque<RestingOrder>> side(RestingOrder order) {
        return order.order.isBuy() ? bids : offers;
    }

    /** Returns the best prices. */
    Book best() {
        return new Book(symbol, levels(bids), levels(offers));
    }

    private static List<Book.Level> levels(Map<Long, Deque<RestingOrder>> side) {
        List<Book.Level> levels = new ArrayList<>();
        for (Map.Entry<Long, Deque<RestingOrder>> level : side.entrySet()) {
            if (levels.size() == MOST_LEVELS) {
                break;
            }
            long quantity =
                    level.getValue().stream().mapToLong(order -> order.leaves).sum();
            levels.add(new Book.Level(level.getKey(), quantity));
        }
        return levels;
    }
}
