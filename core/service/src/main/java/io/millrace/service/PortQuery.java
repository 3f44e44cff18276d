package io.millrace.service;

import io.millrace.wire.CallSchema;
import java.util.Objects;

/** A question of a port to a component, for {@link ComponentPort#query}. Any thread may cancel it. */
public final class PortQuery {

    final CallSchema call;
    final byte[] arguments;
    final PortListener listener;
    Least least;
    private volatile boolean isCancelled;

    /** What must have been taken or written before, and what else must. */
    record Least(String channel, long index, Least other) {}

    /**
     * Describes a query.
     *
     * @param call the schema under which the arguments were encoded
     * @param arguments the arguments in BINARY
     * @param listener gets the result
     */
    public PortQuery(CallSchema call, byte[] arguments, PortListener listener) {
        this.call = Objects.requireNonNull(call, "call");
        this.arguments = Objects.requireNonNull(arguments, "arguments");
        this.listener = Objects.requireNonNull(listener, "listener");
    }

    /**
     * Adds what the component must have taken or written before the query is made, so that a client reads what it, or
     * another one, has written.
     *
     * @param channel an input of the component, or its output
     * @param index the index of a record there
     */
    public PortQuery least(String channel, long index) {
        least = new Least(Objects.requireNonNull(channel, "channel"), index, least);
        return this;
    }

    /** States that no caller waits any more: the query is not made if it has not begun. */
    public void cancel() {
        isCancelled = true;
    }

    boolean isCancelled() {
        return isCancelled;
    }
}
