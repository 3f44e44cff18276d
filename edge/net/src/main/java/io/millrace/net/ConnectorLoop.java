package io.millrace.net;

import io.millrace.concurrent.Uninterruptibly;
import java.nio.channels.SocketChannel;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/** The thread of a {@link Connector}, which it does not refer to: one that is forgotten can be found. */
final class ConnectorLoop {

    private final List<HostPort> addresses;
    private final LinkOptions options;
    private final Connector.Pauses pauses;
    private final LinkHandler handler;
    private final LinkWatch watch;
    private final CountDownLatch closing = new CountDownLatch(1);
    private final Thread thread;

    private volatile SocketChannel connecting;
    private volatile Link current;
    private volatile String lastError = "";

    ConnectorLoop(
            List<HostPort> addresses,
            LinkOptions options,
            Connector.Pauses pauses,
            LinkHandler handler,
            LinkWatch watch) {
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

    void start() {
        thread.start();
    }

    boolean isConnected() {
        return current != null;
    }

    /** Returns why the last attempt or link ended, or an empty text. */
    String lastError() {
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

    private boolean begins(SocketChannel channel) {
        connecting = channel;
        return closing.getCount() > 0;
    }

    /** Returns whether a link was made and its handler saw a valid message. */
    private boolean attempt(HostPort address) {
        Link link = null;
        try {
            link = LinkSockets.connect(this::begins, address, options, watch);
            if (link != null) {
                current = link;
                handler.serve(link);
                lastError = "";
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
    void close() {
        closing.countDown();
        watch.close();
        LinkSockets.closeQuietly(connecting); // that of the link, or of an attempt to make one
        Uninterruptibly.join(thread);
    }
}
