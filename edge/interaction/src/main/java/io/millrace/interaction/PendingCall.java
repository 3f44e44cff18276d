package io.millrace.interaction;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;

/**
 * A call that waits for its answer. The thread that takes it out of {@link PendingCalls} completes it, so it is
 * completed once. How it is completed depends on the caller: a thread that waits, a stage, or a callback.
 */
final class PendingCall {

    private static final Object NOTHING = new Object();
    private static final int LOOKS_PER_CLOCK = 64;

    final MethodModel method;
    final Object[] arguments;
    final long deadlineNs;

    /** The number of the call, once it is in the table. */
    long number;

    /** Learns the end of the session in place of the subscriber; null for the subscriber itself. */
    Consumer<String> whenLost;

    private final CompletableFuture<Object> stage;
    private final Callback callback;
    private final Thread waiter;
    private volatile Object outcome = NOTHING;

    private PendingCall(
            MethodModel method,
            Object[] arguments,
            long deadlineNs,
            CompletableFuture<Object> stage,
            Callback callback) {
        this.method = method;
        this.arguments = arguments;
        this.deadlineNs = deadlineNs;
        this.stage = stage;
        this.callback = callback;
        this.waiter = stage == null && callback == null ? Thread.currentThread() : null;
    }

    static PendingCall of(MethodModel method, Object[] arguments, long deadlineNs) {
        if (method.pattern() == InteractionPattern.CALLBACK) {
            return new PendingCall(method, arguments, deadlineNs, null, (Callback) method.listener(arguments));
        }
        return new PendingCall(
                method, arguments, deadlineNs, method.isAsynchronous() ? new CompletableFuture<>() : null, null);
    }

    /** Returns a call whose answer completes a stage, whatever its method returns. */
    static PendingCall staged(MethodModel method, Object[] arguments, long deadlineNs) {
        return new PendingCall(method, arguments, deadlineNs, new CompletableFuture<>(), null);
    }

    /** Returns what completes later, or null where a thread waits. */
    @SuppressWarnings("FutureReturnValueIgnored") // the method of the caller returns it
    Object stage() {
        return stage;
    }

    /** Returns what completes later of a call that was made with {@link #staged}. */
    CompletableFuture<Object> future() {
        return stage;
    }

    Callback callback() {
        return callback;
    }

    boolean hasWaiter() {
        return waiter != null;
    }

    void succeed(Object value) {
        if (stage != null) {
            stage.complete(value);
        } else if (waiter != null) {
            outcome = value;
            LockSupport.unpark(waiter);
        }
    }

    void fail(InteractionException error) {
        if (stage != null) {
            stage.completeExceptionally(error);
        } else if (callback != null) {
            callback.failed(error);
        } else {
            outcome = new Failure(error);
            LockSupport.unpark(waiter);
        }
    }

    private record Failure(InteractionException error) {}

    boolean isComplete() {
        return !NOTHING.equals(outcome);
    }

    /**
     * Waits until it is complete or its time is over; for the thread that made it.
     *
     * @param spinNs for how long it looks before it parks, in nanoseconds
     */
    void await(long spinNs) {
        long startNs = System.nanoTime();
        long nowNs = startNs;
        while (nowNs - startNs < spinNs) {
            for (int i = 0; i < LOOKS_PER_CLOCK; i++) {
                if (isComplete()) {
                    return;
                }
                Thread.onSpinWait();
            }
            nowNs = System.nanoTime();
        }
        boolean isInterrupted = false;
        while (!isComplete() && nowNs - deadlineNs < 0) {
            LockSupport.parkNanos(this, deadlineNs - nowNs);
            isInterrupted |= Thread.interrupted(); // the call is on its way: it is waited for, and the mark is kept
            nowNs = System.nanoTime();
        }
        if (isInterrupted) {
            Thread.currentThread().interrupt();
        }
    }

    /** Returns the value, or throws the error with the stack of this thread. */
    Object value() {
        Object found = outcome;
        if (found instanceof Failure(InteractionException error)) {
            throw error instanceof SessionEndedException
                    ? new SessionEndedException(error.getMessage(), error)
                    : new InteractionException(error.getMessage(), error);
        }
        return found;
    }
}
