package io.millrace.examples.exchange;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Matches orders by price and time. What it answers follows from its calls alone, so that a restart, a replay and a
 * spare give the same book.
 */
public final class Venue implements Orders, Books {
    private static final long MOST_QUANTITY = 1_000_000_000;
    private static final long MOST_PRICE = 1_000_000_000;
    private static final int MOST_ORDERS = 100_000;
    private static final int MOST_SHOWN = 200;

    private final Events out;
    private final Map<String, OrderBook> books = new LinkedHashMap<>();

    /** The orders that wait, by session and the name that the trader gave. */
    private final Map<String, Map<String, RestingOrder>> resting = new HashMap<>();

    private int waiting;
    private long orders;
    private long executions;

    /**
     * Takes the output and its arguments.
     *
     * @param symbols what can be traded, with commas between
     */
    public Venue(Events out, String symbols) {
        this.out = out;
        for (String symbol : symbols.split(",", -1)) {
            books.put(symbol.strip(), new OrderBook(symbol.strip()));
        }
    }

    @Override
    public void newOrderSingle(String session, NewOrderSingle order) {
        RestingOrder taker = new RestingOrder(session, Long.toString(++orders), order);
        String refusal = refusal(session, order);
        if (refusal != null) {
            report(taker, '8', 0, 0, refusal);
            return;
        }
        OrderBook book = books.get(order.symbol());
        report(taker, '0', 0, 0, null);
        book.match(taker, (maker, quantity) -> {
            long price = maker.order.price();
            report(taker, 'F', quantity, price, null);
            report(maker, 'F', quantity, price, null);
            if (maker.leaves == 0) {
                forget(maker);
            }
        });
        if (taker.leaves > 0 && order.ordType() == '1') {
            report(taker, '4', 0, 0, "there is nothing left to trade with");
        } else if (taker.leaves > 0) {
            book.add(taker);
            resting.computeIfAbsent(session, _ -> new LinkedHashMap<>()).put(order.clOrdId(), taker);
            waiting++;
        }
        out.book(book.best());
    }

    private String refusal(String session, NewOrderSingle order) {
        if (!books.containsKey(order.symbol())) {
            return "the symbol is not traded here";
        }
        if (order.ordType() != '1' && order.ordType() != '2') {
            return "orders are market (1) or limit (2)";
        }
        if (order.side() != '1' && order.side() != '2') {
            return "orders buy (1) or sell (2)";
        }
        if (order.orderQty() < 1 || order.orderQty() > MOST_QUANTITY) {
            return "the quantity is not from 1 to " + MOST_QUANTITY;
        }
        if (order.ordType() == '2' && (order.price() < 1 || order.price() > MOST_PRICE)) {
            return "a limit order needs a price above 0 and up to " + MOST_PRICE / 10_000;
        }
        if (waiting >= MOST_ORDERS) {
            return "too many orders wait";
        }
        return resting.getOrDefault(session, Map.of()).containsKey(order.clOrdId())
                ? "an order of this name waits already"
                : null;
    }

    @Override
    public void orderCancelRequest(String session, OrderCancelRequest request) {
        RestingOrder order = resting.getOrDefault(session, Map.of()).get(request.origClOrdId());
        if (order == null) {
            out.orderCancelReject(
                    session,
                    new OrderCancelReject(
                            "NONE", request.clOrdId(), request.origClOrdId(), '8', '1', "no order of this name waits"));
            return;
        }
        cancel(order, request.clOrdId(), request.origClOrdId(), null);
    }

    private void cancel(RestingOrder order, String clOrdId, String origClOrdId, String text) {
        OrderBook book = books.get(order.order.symbol());
        book.remove(order);
        forget(order);
        out.executionReport(order.session, order.report(nextExecution(), '4', clOrdId, origClOrdId, 0, 0, text));
        out.book(book.best());
    }

    @Override
    public void marketDataRequest(String session, MarketDataRequest request) {
        out.marketDataRequest(session, request);
    }

    /** Cancels what waits of a trader that is gone. */
    @Override
    public void loggedOut(String session) {
        out.loggedOut(session);
        List<RestingOrder> all =
                new ArrayList<>(resting.getOrDefault(session, Map.of()).values());
        for (RestingOrder order : all) {
            cancel(order, order.order.clOrdId(), null, "the connection has ended");
        }
    }

    @Override
    public List<Book> books() {
        return books.values().stream().map(OrderBook::best).toList();
    }

    @Override
    public List<String> traders() {
        return resting.keySet().stream().sorted().limit(MOST_SHOWN).toList();
    }

    @Override
    public List<Waiting> waiting(String session) {
        return resting.getOrDefault(session, Map.of()).values().stream()
                .limit(MOST_SHOWN)
                .map(each -> new Waiting(
                        session,
                        each.orderId,
                        each.order.clOrdId(),
                        each.order.symbol(),
                        Character.toString(each.order.side()),
                        each.order.price(),
                        each.leaves))
                .toList();
    }

    private void forget(RestingOrder order) {
        Map<String, RestingOrder> its = resting.get(order.session);
        its.remove(order.order.clOrdId());
        if (its.isEmpty()) {
            resting.remove(order.session);
        }
        waiting--;
    }

    private void report(RestingOrder order, char execType, long quantity, long price, String text) {
        out.executionReport(
                order.session,
                order.report(nextExecution(), execType, order.order.clOrdId(), null, quantity, price, text));
    }

    private String nextExecution() {
        return Long.toString(++executions);
    }
}
