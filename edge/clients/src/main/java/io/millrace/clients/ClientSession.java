package io.millrace.clients;

import io.millrace.server.SessionEnd;
import io.millrace.server.WebSocketListener;
import io.millrace.server.WebSocketSession;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * The connection of one client. What it sends goes to the thread of the {@link ClientLoop}, at most so many requests
 * that are not answered yet; what it has subscribed is for that thread alone.
 */
final class ClientSession implements WebSocketListener {

    /** The most requests of a client that wait. */
    static final int MAX_WAITING = 1_000;

    /** The most messages that are on their way to a client. */
    static final int MAX_IN_FLIGHT = 256;

    /** The most channels that a client follows at a time. */
    static final int MAX_SUBSCRIPTIONS = 64;

    private final WebSocketSession session;
    private final ClientLoop loop;
    private final AtomicInteger waiting = new AtomicInteger();
    private final AtomicInteger inFlight = new AtomicInteger();
    private final Map<Long, Subscription> subscriptions = new LinkedHashMap<>();
    private final Map<String, Long> refused = new HashMap<>();
    private String client = "";

    ClientSession(WebSocketSession session, ClientLoop loop) {
        this.session = session;
        this.loop = loop;
    }

    @Override
    public void text(String text) {
        if (waiting.incrementAndGet() > MAX_WAITING) {
            session.close(SessionEnd.policy("more than " + MAX_WAITING + " requests wait for their answers"));
            return;
        }
        loop.execute(() -> {
            waiting.decrementAndGet();
            if (session.isOpen()) {
                loop.serve(this, text);
            }
        });
    }

    @Override
    public void closed(SessionEnd end) {
        loop.execute(() -> loop.left(this));
    }

    /** Returns the name of the client; empty before it has said hello. */
    String client() {
        return client;
    }

    void named(String name) {
        client = name;
    }

    /** Notes that a call was refused. */
    void refused(String channel, long number) {
        refused.merge(channel, number, Math::max);
    }

    /** Returns the greatest number that was refused in a channel. */
    long lastRefused(String channel) {
        return refused.getOrDefault(channel, ClientLoop.NONE);
    }

    Map<Long, Subscription> subscriptions() {
        return subscriptions;
    }

    /** Sends an answer. */
    void send(String text) {
        session.send(text, () -> {});
    }

    /** Sends a message of a channel, which counts as on its way until the operating system has it. */
    void sendMessage(String text) {
        inFlight.incrementAndGet();
        session.send(text, () -> {
            if (inFlight.decrementAndGet() == MAX_IN_FLIGHT / 2) {
                loop.wake();
            }
        });
    }

    /** Returns whether the client takes what it gets. */
    boolean mayGetMore() {
        return inFlight.get() < MAX_IN_FLIGHT && session.isOpen();
    }

    void close(SessionEnd end) {
        session.close(end);
    }
}
