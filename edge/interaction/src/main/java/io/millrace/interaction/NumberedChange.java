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

    /** The call; another one must not have the same number. Empty for one that was found in a channel. */
    private String method;

    /** The input call that was found in a channel; null for a change of this run. */
    private final TakenInput found;

    private final CompletableFuture<Object> outcome = new CompletableFuture<>();

    private final AtomicBoolean isBegun = new AtomicBoolean();
    private volatile boolean isKept;

    NumberedChange(NumberedClient client, long number, String method) {
        this(client, number, method, null);
    }

    /** Creates a change, perhaps one whose input call was found in a channel. */
    NumberedChange(NumberedClient client, long number, String method, TakenInput found) {
        this.client = client;
        this.number = number;
        this.method = method;
        this.found = found;
    }

    /** Returns the call; for the holder of the lock of the numbers. */
    String method() {
        return method;
    }

    /** Sets the call of a change that was found in a channel, where none is known; for the holder of the lock. */
    void called(String itsMethod) {
        if (method.isEmpty()) {
            method = itsMethod;
        }
    }

    /** Returns whether its input call was found in a channel, so that it must not be made. */
    boolean isFound() {
        return found != null;
    }

    /** Returns the input call that was found, in place of making one. */
    TakenInput takeFound() {
        take();
        keep();
        return found;
    }

    /**
     * Checks that the answer of a change that was found is made of its input call.
     *
     * @throws InteractionException if the service did not come to its input call
     */
    void requireTaken() {
        if (isFound() && !isKept) {
            throw notKnown(number);
        }
    }

    static InteractionException notKnown(long number) {
        return new InteractionException(
                "the change was carried out before, and its answer is no longer known change=" + number);
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
        return outcome.isCompletedExceptionally() && !isKept && !isFound();
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
