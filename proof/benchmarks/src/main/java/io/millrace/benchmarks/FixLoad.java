package io.millrace.benchmarks;

import io.millrace.harness.BenchmarkException;
import io.millrace.measure.LatencyRecorder;
import io.millrace.measure.Rate;
import java.io.IOException;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.HdrHistogram.Histogram;

/** What one thread sends to a server, which does not wait for anything. */
final class FixLoad {

    private static final long START_DELAY_NS = TimeUnit.MILLISECONDS.toNanos(5);
    private static final long PATIENCE_NS = TimeUnit.SECONDS.toNanos(30);
    private static final double NS_PER_SECOND = 1e9;

    private FixLoad() {}

    /**
     * Sends orders at a rate, whether earlier ones were answered or not, and returns the times from the intended start
     * of each to its answer.
     *
     * @param leadInNs how long orders are sent before times are recorded
     */
    static Histogram atRate(FixClient client, long perSecond, long leadInNs, long recordedNs) throws IOException {
        return atRate(client, perSecond, leadInNs, recordedNs, () -> {});
    }

    /** What the thread does besides, each time after it has looked for answers. */
    interface Besides {
        void poll() throws IOException;
    }

    /** Returns the times as the other one does, with something to do besides. */
    static Histogram atRate(FixClient client, long perSecond, long leadInNs, long recordedNs, Besides besides)
            throws IOException {
        Rate rate = Rate.perSecond(perSecond);
        long total = rate.countWithin(leadInNs + recordedNs);
        long first = client.sent();
        Histogram latencies = LatencyRecorder.newHistogram();
        long startNs = System.nanoTime() + START_DELAY_NS;
        long progressNs = startNs;
        long done = 0;
        while (done < total) {
            long nowNs = System.nanoTime();
            while (client.sent() - first < total
                    && nowNs - startNs - rate.offsetNs(client.sent() - first) >= 0
                    && client.hasRoom()) {
                client.order();
            }
            client.flush();
            int answers = client.poll();
            if (answers > 0) {
                progressNs = System.nanoTime();
                for (int i = 0; i < answers; i++) {
                    long offsetNs = rate.offsetNs(done++);
                    if (offsetNs >= leadInNs) {
                        latencies.recordValue(Math.min(progressNs - startNs - offsetNs, LatencyRecorder.HIGHEST_NS));
                    }
                }
            } else {
                check(client, nowNs - progressNs);
                Thread.onSpinWait();
            }
            besides.poll();
        }
        return latencies;
    }

    private static void check(FixClient client, long silentNs) {
        if (silentNs > PATIENCE_NS) {
            throw new BenchmarkException("no answer for " + silentNs / 1_000_000_000 + " s sent=" + client.sent()
                    + " answered=" + client.answered());
        }
    }

    /**
     * Keeps a number of orders outstanding, for a time or until there were enough.
     *
     * @return orders that were answered in a second
     */
    static double outstanding(FixClient client, int number, long timeNs, long most) throws IOException {
        long startNs = System.nanoTime();
        long progressNs = startNs;
        long first = client.answered();
        long nowNs = startNs;
        boolean sends = true;
        while (sends || client.answered() < client.sent()) {
            while (sends && client.sent() - client.answered() < number && client.hasRoom()) {
                client.order();
            }
            client.flush();
            int answers = client.poll();
            nowNs = System.nanoTime();
            sends = nowNs - startNs < timeNs && client.sent() - first < most;
            if (answers > 0) {
                progressNs = nowNs;
            } else {
                check(client, nowNs - progressNs);
                Thread.onSpinWait();
            }
        }
        return (client.answered() - first) * NS_PER_SECOND / (nowNs - startNs);
    }

    /**
     * What many sessions have done.
     *
     * @param perSecond the orders of all that were answered in a second
     * @param slowestShare the answers of the session with the fewest, as a part of the mean, from 0 to 1
     */
    record Sessions(double perSecond, double slowestShare) {}

    /** Keeps a number of orders outstanding on each of some sessions, for a time and until each has an answer. */
    static Sessions sessions(List<FixClient> clients, int number, long timeNs) throws IOException {
        try (Selector selector = Selector.open()) {
            for (FixClient client : clients) {
                client.channel().register(selector, SelectionKey.OP_READ, client);
            }
            long[] firsts = clients.stream().mapToLong(FixClient::answered).toArray();
            long startNs = System.nanoTime();
            long progressNs = startNs;
            for (FixClient client : clients) {
                fill(client, number);
            }
            long nowNs = startNs;
            while (nowNs - startNs < timeNs || fewest(clients, firsts) == 0) {
                int ready = selector.selectNow(key -> refill(key, number));
                nowNs = System.nanoTime();
                if (nowNs - startNs > timeNs + PATIENCE_NS) {
                    throw new BenchmarkException("a session has no answer sessions=" + clients.size());
                }
                if (ready > 0) {
                    progressNs = nowNs;
                } else {
                    check(clients.getFirst(), nowNs - progressNs);
                }
            }
            long all = 0;
            for (int i = 0; i < firsts.length; i++) {
                all += clients.get(i).answered() - firsts[i];
            }
            long fewest = fewest(clients, firsts);
            return new Sessions(
                    all * NS_PER_SECOND / (nowNs - startNs), (double) fewest * firsts.length / Math.max(all, 1));
        }
    }

    private static long fewest(List<FixClient> clients, long[] firsts) {
        long fewest = Long.MAX_VALUE;
        for (int i = 0; i < firsts.length; i++) {
            fewest = Math.min(fewest, clients.get(i).answered() - firsts[i]);
        }
        return fewest;
    }

    private static void refill(SelectionKey key, int number) {
        FixClient client = (FixClient) key.attachment();
        try {
            if (client.poll() > 0) {
                fill(client, number);
            }
        } catch (IOException e) {
            throw new BenchmarkException("a connection has failed", e);
        }
    }

    private static void fill(FixClient client, int number) throws IOException {
        while (client.sent() - client.answered() < number && client.hasRoom()) {
            client.order();
        }
        client.flush();
    }
}
