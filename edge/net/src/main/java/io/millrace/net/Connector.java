package io.millrace.net;

import io.millrace.concurrent.Uninterruptibly;
import java.nio.channels.SocketChannel;
import java.time.Duration;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/**
 * Keeps one link to one of several addresses: it tries them in turn, and again when the link has ended, after pauses
 * that grow and are spread at random, so that many peers of a listener that returns do not come at once. There is never
 * more than one attempt and one link. One thread of its own.
 */
public final class Connector implements AutoCloseable {

    private final List<HostPort> addresses;
    private final LinkOptions options;
    private final Pauses pauses;
    private final LinkHandler handler;
    private final LinkWatch watch;
    private final CountDownLatch closing = new CountDownLatch(1);
    private final Thread thread;

    private volatile SocketChannel connecting;
    private volatile Link current;
    private volatile String lastError = "";

    /**
     * The pauses between attempts.
     *
     * @param first the first one, and the one after a link that worked
     * @param longest the longest one; each is up to twice as long as that before
     */
    public record Pauses(Duration first, Duration longest) {

        /** Checks the order. */
        public Pauses {
            if (first.isNegative() || first.isZero() || longest.compareTo(first) < 0) {
                throw new NetException(
                        "pauses between attempts must be positive and grow first=" + first + " longest=" + longest);
            }
        }

        /** Returns 50 ms, growing to 5 s. */
        public static Pauses defaults() {
            return new Pauses(Duration.ofMillis(50), Duration.ofSeconds(5));
        }
    }

    private Connector(
            List<HostPort> addresses, LinkOptions options, Pauses pauses, LinkHandler handler, LinkWatch watch) {
        this.addresses = List.copyOf(addresses);
        this.options = options;
        this.pauses = pauses;
        this.handler = handler;
        this.watch = watch;
        this.thread = Thread.ofPlatform()
                .daemon()
                .name("millrace-net-connect-" + addresses.getFirst().port())
                .unstarted(this::run);
    }

    /**
     * Starts to connect.
     *
     * @param addresses one or more, tried in this order and then from the first again
     * @param handler serves each link in the thread of the connector; when it returns or throws, the link is closed and
     *     another one is made
     * @throws NetException if there is no address, or plain TCP is not allowed there
     */
    public static Connector start(List<HostPort> addresses, LinkOptions options, Pauses pauses, LinkHandler handler) {
        if (addresses.isEmpty()) {
            throw new NetException("a connector needs an address addresses=[]");
        }
        addresses.forEach(options::checkPlain);
        LinkWatch watch =
                LinkWatch.start(options, "connect-" + addresses.getFirst().port());
        Connector connector = new Connector(addresses, options, pauses, handler, watch);
        connector.thread.start();
        return connector;
    }

    /** Returns whether there is a link now. */
    public boolean isConnected() {
        return current != null;
    }

    /** Returns why the last attempt or link ended, or an empty text. */
    public String lastError() {
        return lastError;
    }

    private void run() {
        Random random = new Random();
        long pauseNs = pauses.first().toNanos();
        int next = 0;
        while (closing.getCount() > 0) {
            boolean worked = attempt(addresses.get(next));
            next = (next + 1) % addresses.size();
            pauseNs = worked
                    ? pauses.first().toNanos()
                    : Math.min(2 * pauseNs, pauses.longest().toNanos());
            try {
                if (closing.await(pauseNs / 2 + random.nextLong(pauseNs / 2 + 1), TimeUnit.NANOSECONDS)) {
                    return;
                }
            } catch (InterruptedException e) {
                return;
            }
        }
    }

    /** Returns whether a link was made and its handler saw a valid message. */
    private boolean attempt(HostPort address) {
        Link link = null;
        try {
            SocketChannel channel = SocketChannel.open();
            connecting = channel;
            if (closing.getCount() > 0) {
                link = LinkSockets.connect(channel, address, options, watch);
                current = link;
                handler.serve(link);
                lastError = "";
            } else {
                channel.close();
            }
        } catch (Exception e) {
            failed(e);
        } catch (Error e) { // of the handler: it ends this link alone
            failed(new NetException("the handler of a link failed reason=" + e, e));
        } finally {
            current = null;
            connecting = null;
            if (link != null) {
                link.close();
            }
        }
        return link != null && link.isEstablished();
    }

    /** Reports an error once, and not again until another one comes. */
    private void failed(Exception error) {
        String text = String.valueOf(error.getMessage());
        boolean isNew = !text.equals(lastError);
        lastError = text;
        if (isNew && closing.getCount() > 0) {
            try {
                options.errorHandler().accept(error);
            } catch (RuntimeException | Error e) {
                System.getLogger(Connector.class.getPackageName())
                        .log(System.Logger.Level.ERROR, "the error handler of a connector failed", e);
            }
        }
    }

    /** Closes the link, ends the attempts, and waits for the thread. */
    @Override
    public void close() {
        closing.countDown();
        watch.close();
        LinkSockets.closeQuietly(connecting); // that of the link, or of an attempt to make one
        Uninterruptibly.join(thread);
    }
}
