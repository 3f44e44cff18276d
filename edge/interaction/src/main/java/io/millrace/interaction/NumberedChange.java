package io.millrace.interaction;

import io.millrace.channel.Source;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * A call of a client that carries a number, so that it is carried out once. While the service is called it is bound to
 * {@link #CURRENT}, and the input call that the service makes has its client and number in its history.
 */
final class NumberedChange {

    /** The change for which a service is called. */
    static final ScopedValue<NumberedChange> CURRENT = ScopedValue.newInstance();

    final NumberedClient client;
    final long number;

    /** The call; another one must not have the same number. */
    final String method;

    private final CompletableFuture<Object> outcome = new CompletableFuture<>();

    private final AtomicBoolean isBegun = new AtomicBoolean();
    private volatile boolean isKept;

    NumberedChange(NumberedClient client, long number, String method) {
        this.client = client;
        this.number = number;
        this.method = method;
    }

    /** Begins to carry it out; returns false for all but the first caller. */
    boolean begin() {
        return isBegun.compareAndSet(false, true);
    }

    /** Returns what it answers, perhaps later. */
    CompletionStage<Object> outcome() {
        return outcome;
    }

    void succeed(Object value) {
        outcome.complete(value);
    }

    void fail(Throwable error) {
        outcome.completeExceptionally(error);
    }

    /** Returns whether it has failed before anything was kept. */
    boolean hasFailed() {
        return outcome.isCompletedExceptionally() && !isKept;
    }

    /**
     * Returns the source of the one input call that it makes.
     *
     * @throws InteractionException if it has made one, since two could not be kept together
     */
    Source take() {
        if (isKept) {
            throw new InteractionException(
                    "a change with a number makes one input call, not two method=" + method + " change=" + number);
        }
        return client.source;
    }

    /** Notes that its input call is in the channel. */
    void keep() {
        isKept = true;
    }
}
