package io.millrace.client;

import java.util.concurrent.CompletableFuture;

/** A call that is not acknowledged yet. Guarded by the lock of the {@link Conversation}. */
final class PendingCall {

    /** What becomes of a call. */
    enum Kind {
        /** It is acknowledged, and nothing else. */
        APPEND,
        /** It is acknowledged, and the client is told when the component has taken it. */
        TAKEN,
        /** It is acknowledged and then answered. */
        CALL
    }

    private final long number;
    private final ChannelAppends channel;
    private final Invocation invocation;
    private final CompletableFuture<Long> result = new CompletableFuture<>();
    private final Kind kind;

    /** Completes with the position of the call when the component has taken it. */
    private final CompletableFuture<String> taken = new CompletableFuture<>();

    private boolean isInFlight;
    private boolean mayBeThere;

    PendingCall(long number, ChannelAppends channel, Invocation invocation, Kind kind) {
        this.number = number;
        this.channel = channel;
        this.invocation = invocation;
        this.kind = kind;
    }

    long number() {
        return number;
    }

    ChannelAppends channel() {
        return channel;
    }

    Invocation invocation() {
        return invocation;
    }

    /** Returns what completes with the number. */
    CompletableFuture<Long> result() {
        return result;
    }

    /** Returns whether the component answers it. */
    boolean isAnswered() {
        return kind == Kind.CALL;
    }

    /** Returns whether the client wants to know when the component has taken it. */
    boolean isUntilTaken() {
        return kind == Kind.TAKEN;
    }

    CompletableFuture<String> taken() {
        return taken;
    }

    /** Returns whether it was sent over this connection and has no answer yet. */
    boolean isInFlight() {
        return isInFlight;
    }

    /** Returns whether it may be in the channel: it was sent, and no answer has said that it is not there. */
    boolean mayBeThere() {
        return mayBeThere;
    }

    void sent() {
        isInFlight = true;
        mayBeThere = true;
    }

    /** Notes that the server has not appended it. */
    void notAppended() {
        isInFlight = false;
        mayBeThere = false;
    }

    /** Notes that the connection over which it was sent has ended. */
    void connectionLost() {
        isInFlight = false;
    }
}
