package io.millrace.server;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import org.eclipse.jetty.io.Connection;
import org.eclipse.jetty.websocket.core.WebSocketConnection;

/**
 * Counts the open connections, and closes those whose request headers take too long: the idle time-out alone would let
 * a client hold a connection for ever with one byte a while. Any thread.
 *
 * <p>A connection that is over the limit answers one request with an error; more of them than {@value #SPARE} are
 * closed at once.
 */
final class ConnectionWatch implements Connection.Listener {

    private static final int SPARE = 64;

    private final int maxConnections;
    private final long headerTimeoutNs;
    private final Counters counters;
    private final AtomicLong open = new AtomicLong();
    private final Map<Connection, State> states = new ConcurrentHashMap<>();

    ConnectionWatch(ServerLimits limits, Counters counters) {
        this.maxConnections = limits.maxConnections();
        this.headerTimeoutNs = limits.headerTimeout().toNanos();
        this.counters = counters;
    }

    /** The state of one connection; the fields are written by the thread that serves it, and read by the sweep. */
    private static final class State {
        final boolean overLimit;
        volatile boolean inRequest;
        volatile long bytesBefore;

        /** Since when bytes of a header have been waiting for the others; written by the sweep alone. */
        long partialSinceNs;

        boolean partial;

        State(boolean overLimit) {
            this.overLimit = overLimit;
        }
    }

    @Override
    public void onOpened(Connection connection) {
        long count = open.incrementAndGet();
        states.put(connection, new State(count > maxConnections));
        if (count > maxConnections + SPARE) {
            counters.refused.increment();
            connection.getEndPoint().close();
        }
    }

    @Override
    public void onClosed(Connection connection) {
        if (states.remove(connection) != null) {
            open.decrementAndGet();
        }
    }

    boolean isOverLimit(Connection connection) {
        State state = states.get(connection);
        return state != null && state.overLimit;
    }

    void begins(Connection connection) {
        State state = states.get(connection);
        if (state != null) {
            state.inRequest = true;
        }
    }

    void ended(Connection connection) {
        State state = states.get(connection);
        if (state != null) {
            state.bytesBefore = connection.getBytesIn();
            state.inRequest = false;
        }
    }

    long open() {
        return open.get();
    }

    /**
     * Closes the connections that have no request, and returns how many have one. Sessions end by themselves and are
     * not counted.
     */
    long closeIdle() {
        long busy = 0;
        for (Map.Entry<Connection, State> each : states.entrySet()) {
            Connection connection = each.getKey();
            if (each.getValue().inRequest) {
                busy++;
            } else if (!isSession(connection)) {
                connection.getEndPoint().close();
            }
        }
        return busy;
    }

    private static boolean isSession(Connection connection) {
        return connection instanceof WebSocketConnection;
    }

    /** Closes the connections whose headers take too long; called by one thread, about once a second. */
    void sweep(long nowNs) {
        states.forEach((connection, state) -> {
            boolean waits = !state.inRequest && connection.getBytesIn() > state.bytesBefore && !isSession(connection);
            if (!waits) {
                state.partial = false;
            } else if (!state.partial) {
                state.partial = true;
                state.partialSinceNs = nowNs;
            } else if (nowNs - state.partialSinceNs > headerTimeoutNs) {
                counters.slowHeaders.increment();
                connection.getEndPoint().close();
            }
        });
    }
}
