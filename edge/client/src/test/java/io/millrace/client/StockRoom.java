package io.millrace.client;

import io.millrace.service.Replies;
import io.millrace.wire.Refused;
import io.millrace.wire.Reply;
import java.util.ArrayDeque;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.locks.LockSupport;

/** The stock of the tests; orders are answered when enough has come. */
public final class StockRoom implements Stock {

    private record Waiting(Reply<Receipt> reply, Receipt receipt) {}

    private final StockEvents out;
    private final Replies replies;
    private final Map<String, Integer> amounts = new LinkedHashMap<>();
    private final Map<String, Queue<Waiting>> waiting = new LinkedHashMap<>();

    /** Takes the output and what answers later. */
    public StockRoom(StockEvents out, Replies replies) {
        this.out = out;
        this.replies = replies;
    }

    @Override
    public void delivered(String item, int amount) {
        change(item, amount);
        Queue<Waiting> orders = waiting.getOrDefault(item, new ArrayDeque<>());
        while (!orders.isEmpty() && orders.peek().receipt().amount() <= left(item)) {
            Waiting next = orders.remove();
            change(item, -next.receipt().amount());
            replies.answer(next.reply(), next.receipt());
        }
    }

    @Override
    public int take(String item, int amount) {
        if (item.equals("broken")) {
            throw new IllegalStateException("the shelf is broken");
        }
        if (left(item) < amount) {
            throw new Refused("there is not enough item=" + item + " left=" + left(item));
        }
        change(item, -amount);
        return left(item);
    }

    @Override
    public Reply<Receipt> order(String item, int amount) {
        Reply<Receipt> reply = replies.open();
        Receipt receipt = new Receipt(item, amount);
        if (left(item) >= amount) {
            change(item, -amount);
            replies.answer(reply, receipt);
        } else {
            waiting.computeIfAbsent(item, _ -> new ArrayDeque<>()).add(new Waiting(reply, receipt));
        }
        return reply;
    }

    @Override
    public int left(String item) {
        return amounts.getOrDefault(item, 0);
    }

    private void change(String item, int by) {
        amounts.merge(item, by, Integer::sum);
        out.changed(item, left(item));
    }

    @Override
    public int slow(int milliseconds) {
        long end = System.nanoTime() + milliseconds * 1_000_000L;
        while (System.nanoTime() < end) {
            LockSupport.parkNanos(1_000_000);
        }
        return milliseconds;
    }
}
