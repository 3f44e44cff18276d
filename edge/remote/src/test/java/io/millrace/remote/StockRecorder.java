package io.millrace.remote;

import io.millrace.interaction.MapListener;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;

/** Writes down what it hears of a map. */
final class StockRecorder implements MapListener<String, Stock> {

    final BlockingQueue<String> heard = new LinkedBlockingQueue<>();

    @Override
    public void value(String index, String key, Stock value) {
        heard.add(index + " " + key + "=" + value.amount());
    }

    @Override
    public void removed(String index, String key) {
        heard.add(index + " " + key + " removed");
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

    /** Returns the next that it hears. */
    String next() throws InterruptedException {
        String next = heard.poll(60, TimeUnit.SECONDS);
        if (next == null) {
            throw new AssertionError("nothing was heard");
        }
        return next;
    }
}
