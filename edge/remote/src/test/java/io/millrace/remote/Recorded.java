package io.millrace.remote;

import io.millrace.interaction.InteractionException;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;

/** A listener of every kind that writes down what it hears. */
final class Recorded implements PriceListener, Filled, Beats {

    final BlockingQueue<String> heard = new LinkedBlockingQueue<>();

    @Override
    public void price(String symbol, long price) {
        heard.add(symbol + "=" + price);
    }

    @Override
    public void live(String index) {
        heard.add("live " + index);
    }

    @Override
    public void restarted(String reason) {
        heard.add("restarted " + reason);
    }

    @Override
    public void ended(String reason) {
        heard.add("ended " + reason);
    }

    @Override
    public void filled(Order order, long price) {
        heard.add("filled " + order.symbol() + " " + order.amount() + " at " + price);
    }

    @Override
    public void failed(InteractionException reason) {
        heard.add("failed " + reason.getMessage());
    }

    @Override
    public void beat(long number) {
        heard.add("beat " + number);
    }

    /** Returns the next that it hears. */
    String next() throws InterruptedException {
        String next = heard.poll(60, TimeUnit.SECONDS);
        if (next == null) {
            throw new AssertionError("nothing was heard");
        }
        return next;
    }
}
