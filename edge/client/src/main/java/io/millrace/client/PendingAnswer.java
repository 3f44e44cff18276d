package io.millrace.client;

import java.util.List;
import java.util.concurrent.CompletableFuture;

/**
 * An answer that a caller waits for: to a call, or to a query. Guarded by the lock of the {@link Conversation}, but for
 * the future.
 *
 * @param number the number of the call, or that of the query
 * @param channel the channel of the component that answers
 * @param result completes with the answer
 * @param how whether a thread waits for it, which is then woken at once, or code of users depends on it
 */
record PendingAnswer(long number, String channel, CompletableFuture<CallResult> result, Waits how) {

    /** The caller that waits. */
    enum Waits {
        /** A thread, and nothing else. */
        THREAD,
        /** Code of users. */
        CODE
    }

    PendingAnswer(long number, String channel, Waits how) {
        this(number, channel, new CompletableFuture<>(), how);
    }

    void complete(CallResult value, List<Runnable> actions) {
        run(() -> result.complete(value), actions);
    }

    void fail(String reason, List<Runnable> actions) {
        ClientException error = new ClientException(reason);
        run(() -> result.completeExceptionally(error), actions);
    }

    /** Returns the result; has something run where its caller cancels it. */
    CompletableFuture<CallResult> whenCancelled(Runnable cancel) {
        var _ = result.whenComplete((_, _) -> {
            if (result.isCancelled()) {
                cancel.run();
            }
        });
        return result;
    }

    private void run(Runnable completion, List<Runnable> actions) {
        if (how == Waits.THREAD) {
            completion.run();
        } else {
            actions.add(completion);
        }
    }
}
