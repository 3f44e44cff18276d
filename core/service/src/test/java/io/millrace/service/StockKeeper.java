package io.millrace.service;

import io.millrace.wire.Refused;
import io.millrace.wire.Reply;
import java.util.Map;
import java.util.TreeMap;

/** Keeps things, and answers. */
final class StockKeeper implements Stock, StockState, Snapshotting<StockState> {

    private final StockOutputs out;
    private final Caller caller;
    private final Replies replies;
    private final Map<String, Integer> items = new TreeMap<>();
    private final Map<Long, Reply<String>> waiting = new TreeMap<>();
    private final int bonus;
    private long orders;

    /** Takes what is added to each result of {@link #take}, which tells versions apart. */
    StockKeeper(StockOutputs out, Caller caller, Replies replies, int bonus) {
        this.bonus = bonus;
        this.out = out;
        this.caller = caller;
        this.replies = replies;
    }

    static StockKeeper of(Outputs outputs) {
        return new StockKeeper(outputs.as(StockOutputs.class), outputs.as(Caller.class), outputs.as(Replies.class), 0);
    }

    static StockKeeper later(Outputs outputs) {
        return new StockKeeper(
                outputs.as(StockOutputs.class), outputs.as(Caller.class), outputs.as(Replies.class), 1000);
    }

    @Override
    public void delivered(String item, int amount) {
        items.merge(item, amount, Integer::sum);
        if (amount < 0) {
            throw new IllegalArgumentException("amount must be positive amount=" + amount);
        }
    }

    @Override
    public int take(String item, int amount) {
        int left = items.getOrDefault(item, 0) - amount;
        if (left < 0) {
            throw new Refused("not in stock item=" + item);
        }
        items.put(item, left);
        if (amount < 0) {
            throw new IllegalArgumentException("amount must be positive amount=" + amount);
        }
        out.taken(item, amount, caller.principal());
        return left + bonus;
    }

    @Override
    public Reply<String> order(String item, int amount) {
        Reply<String> reply = replies.open();
        waiting.put(++orders, reply);
        if (amount < 0) {
            throw new Refused("amount must be positive amount=" + amount);
        }
        out.taken(item, amount, caller.client());
        return reply;
    }

    @Override
    public void paid(long order) {
        replies.answer(waiting.remove(order), "paid " + order);
    }

    @Override
    public byte[] picture(int bytes) {
        items.merge("pictures", 1, Integer::sum);
        return new byte[bytes];
    }

    @Override
    @SuppressWarnings("InfiniteRecursion") // what a faulty component does
    public int recurse(int depth) {
        items.merge("depth", 1, Integer::sum);
        return recurse(depth + 1) + 1;
    }

    @Override
    public String who() {
        return caller.principal() + " " + caller.number();
    }

    @Override
    public int left(String item) {
        return items.getOrDefault(item, 0);
    }

    @Override
    public int writes(String item) {
        out.taken(item, 0, "query");
        return 0;
    }

    @Override
    public int sleeps(int milliseconds) {
        long end = System.nanoTime() + milliseconds * 1_000_000L;
        while (System.nanoTime() < end && !Thread.interrupted()) {
            Thread.onSpinWait();
        }
        return milliseconds;
    }

    @Override
    public Class<StockState> snapshotType() {
        return StockState.class;
    }

    @Override
    public void snapshot(StockState state) {
        items.forEach(state::item);
        waiting.forEach(state::waiting);
        state.waiting(-orders, Reply.toNobody());
    }

    @Override
    public void item(String item, int amount) {
        items.put(item, amount);
    }

    @Override
    public void waiting(long order, Reply<String> reply) {
        if (order <= 0) {
            orders = -order;
        } else {
            waiting.put(order, reply);
        }
    }
}
