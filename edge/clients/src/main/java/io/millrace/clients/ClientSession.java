package io.millrace.clients;

import io.millrace.channel.Source;
import io.millrace.server.SessionEnd;
import io.millrace.service.ClientName;
import io.millrace.service.PortQuery;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Supplier;

/**
 * One client while it is connected. What it sends is served by the {@link ClientLoop}, at most so many requests that
 * are not answered yet; what it has subscribed is for that loop alone.
 */
final class ClientSession {

    /** The most bytes of messages that are on their way to a client. */
    private static final long MAX_BYTES_IN_FLIGHT = 8 << 20;

    private static final long SECOND_NS = TimeUnit.SECONDS.toNanos(1);

    /** How a request comes. */
    enum Comes {
        /** No other one is known to follow. */
        ALONE,
        /** Others follow at once: it is served together with them. */
        BEFORE_OTHERS
    }

    private final ClientConnection connection;
    private final ClientLoop loop;
    private final ClientLimits limits;
    private final AtomicInteger waiting = new AtomicInteger();
    private final AtomicInteger inFlight = new AtomicInteger();
    private final AtomicLong bytesInFlight = new AtomicLong();
    private final Map<Long, Subscription> subscriptions = new LinkedHashMap<>();
    private final Map<String, Long> refused = new HashMap<>();
    private final Map<Long, PortQuery> queries = new HashMap<>();
    private final CallFrames frames;
    private boolean getsBinary;
    private int callsWaiting;
    private String client = "";
    private Source source;

    /** For the thread that receives. */
    private long secondNs = System.nanoTime();

    private int inSecond;

    ClientSession(ClientConnection connection, ClientLoop loop, ClientLimits limits) {
        this.connection = connection;
        this.loop = loop;
        this.limits = limits;
        this.frames = new CallFrames(frame -> connection.send(frame, () -> {}), limits.maxBytes());
    }

    /** Takes a request; called by one thread at a time. */
    void text(String text, Comes comes) {
        take(() -> loop.serve(this, text), comes);
    }

    /** Takes a frame of bytes that is no text; called by one thread at a time. */
    void frame(byte[] frame, Comes comes) {
        take(() -> loop.serve(this, frame), comes);
    }

    private void take(Runnable request, Comes comes) {
        if (isTooFast()) {
            connection.close(SessionEnd.policy("more than " + limits.maxRate() + " requests in a second"));
        } else if (waiting.incrementAndGet() > limits.maxWaiting()) {
            connection.close(
                    SessionEnd.policy("more than " + limits.maxWaiting() + " requests wait for their answers"));
        } else {
            Runnable served = () -> {
                waiting.decrementAndGet();
                if (connection.isOpen()) {
                    request.run();
                }
            };
            if (comes == Comes.ALONE) {
                loop.execute(served);
            } else {
                loop.beforeNext(served);
            }
        }
    }

    private boolean isTooFast() {
        if (limits.maxRate() == 0) {
            return false;
        }
        long nowNs = System.nanoTime();
        if (nowNs - secondNs >= SECOND_NS) {
            secondNs = nowNs;
            inSecond = 0;
        }
        return ++inSecond > limits.maxRate();
    }

    /** Takes the end of the connection; what is returned ends when all requests before it were served. */
    CountDownLatch closed() {
        CountDownLatch served = new CountDownLatch(1);
        loop.execute(() -> {
            loop.left(this);
            served.countDown();
        });
        return served;
    }

    ClientConnection connection() {
        return connection;
    }

    ClientLimits limits() {
        return limits;
    }

    /** Returns the name of the client; empty before it has said hello. */
    String client() {
        return client;
    }

    /** Returns the client as a source of calls, once it has said hello. */
    Source source() {
        return source;
    }

    void named(String name) {
        client = name;
        source = ClientName.source(name);
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

    /** Returns the queries that are not answered, by the numbers that the client has chosen. */
    Map<Long, PortQuery> queries() {
        return queries;
    }

    void waitsForCall() {
        callsWaiting++;
    }

    void callAnswered() {
        callsWaiting--;
    }

    /**
     * Checks that one more call or query may wait for its answer.
     *
     * @throws RequestException where it may not
     */
    void requireOneMore() {
        if (callsWaiting + queries.size() >= limits.maxWaiting()) {
            throw new RequestException("too many calls wait for their answers max=" + limits.maxWaiting());
        }
    }

    /** Returns the frames of calls, queries and results in BINARY. */
    CallFrames frames() {
        return frames;
    }

    /** Returns whether results come in BINARY. */
    boolean getsBinary() {
        return getsBinary;
    }

    /**
     * Takes in which format results are to come.
     *
     * @throws RequestException where there is no such format
     */
    void format(String format) {
        boolean isBinary = format.equals("BINARY");
        if (!isBinary && !format.equals("JSON")) {
            throw new RequestException("there is no such format of results format=" + ClientRequest.shortened(format)
                    + " known=[JSON, BINARY]");
        }
        getsBinary = isBinary;
    }

    /** Sends an answer to a call or a query. */
    void send(ClientAnswer answer) {
        loop.taps().sent(this, answer.text());
        connection.send(answer.frame(), () -> {});
    }

    /** Sends an answer. */
    void send(String text) {
        send(ClientAnswer.text(text));
    }

    /** Sends a text of the conversation of another client. */
    void show(String text) {
        ByteBuffer utf8 = ByteBuffer.wrap(text.getBytes(StandardCharsets.UTF_8));
        connection.send(utf8, onItsWay(utf8.remaining()));
    }

    /** Shows a message of a channel to those that may see the conversation. */
    void shown(Supplier<String> text) {
        loop.taps().sent(this, text);
    }

    /** Sends a message of a channel, which counts as on its way until the operating system has it. */
    void sendMessage(ByteBuffer message) {
        connection.send(message, onItsWay(message.remaining()));
    }

    /** Sends a message of a channel, perhaps together with the next one. */
    void sendMessageWithNext(ByteBuffer message) {
        connection.sendWithNext(message, onItsWay(message.remaining()));
    }

    private Runnable onItsWay(int bytes) {
        inFlight.incrementAndGet();
        bytesInFlight.addAndGet(bytes);
        return () -> {
            boolean wasFull = bytesInFlight.getAndAdd(-bytes) >= MAX_BYTES_IN_FLIGHT;
            if (inFlight.decrementAndGet() == limits.maxInFlight() / 2 || wasFull) {
                loop.wake();
            }
        };
    }

    /** Returns whether the client takes what it gets. */
    boolean mayGetMore() {
        return inFlight.get() < limits.maxInFlight()
                && bytesInFlight.get() < MAX_BYTES_IN_FLIGHT
                && connection.isOpen();
    }

    void close(SessionEnd end) {
        connection.close(end);
    }
}
