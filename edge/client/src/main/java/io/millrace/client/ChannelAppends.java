package io.millrace.client;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;

/** The calls of one channel that are not acknowledged, in the order of their numbers. Guarded by its owner. */
final class ChannelAppends {

    /** A number that no call has. */
    static final long NONE = -1;

    private record Waiter(long upTo, CompletableFuture<Long> result) {}

    private final String name;
    private final Map<Long, PendingCall> pending = new LinkedHashMap<>();
    private final List<Waiter> waiters = new ArrayList<>();
    private long lastRefused = NONE;
    private long lastNumber = NONE;
    private ClientException firstError;

    ChannelAppends(String name) {
        this.name = name;
    }

    String name() {
        return name;
    }

    /** Returns the greatest number that this connection knows to be refused, or {@link #NONE}. */
    long lastRefused() {
        return lastRefused;
    }

    /** Forgets what was refused, for a new connection: a server notes it for each connection. */
    void connected() {
        lastRefused = NONE;
    }

    Collection<PendingCall> pending() {
        return pending.values();
    }

    void add(PendingCall call) {
        pending.put(call.number(), call);
        lastNumber = call.number();
    }

    /** Returns what completes when all calls so far have ended; with the first error since this was asked before. */
    CompletableFuture<Long> acknowledged() {
        CompletableFuture<Long> result = new CompletableFuture<>();
        waiters.add(new Waiter(lastNumber, result));
        return result;
    }

    /**
     * Ends the calls up to a number, which are in the channel.
     *
     * @param actions gets what is to be done outside of the lock
     * @return how many have ended
     */
    int appended(long upTo, List<Runnable> actions) {
        int ended = 0;
        Iterator<PendingCall> calls = pending.values().iterator();
        while (calls.hasNext()) {
            PendingCall call = calls.next();
            if (call.number() > upTo) {
                break;
            }
            calls.remove();
            ended++;
            actions.add(() -> call.result().complete(call.number()));
        }
        completeWaiters(actions);
        return ended;
    }

    /** Ends a call that was refused. */
    int refused(long number, String reason, List<Runnable> actions) {
        lastRefused = Math.max(lastRefused, number);
        PendingCall call = pending.remove(number);
        if (call == null) {
            return 0;
        }
        failed(call, "the call was refused channel=" + name + " number=" + number + " reason=" + reason, actions);
        completeWaiters(actions);
        return 1;
    }

    /** Ends a call that cannot be sent; the server knows nothing of it. */
    int unsendable(PendingCall call, String reason, List<Runnable> actions) {
        pending.remove(call.number());
        failed(call, reason, actions);
        completeWaiters(actions);
        return 1;
    }

    /** Ends all calls with an error. */
    void fail(String reason, List<Runnable> actions) {
        for (PendingCall call : pending.values()) {
            failed(call, reason, actions);
        }
        pending.clear();
        completeWaiters(actions);
    }

    private void failed(PendingCall call, String reason, List<Runnable> actions) {
        ClientException error = new ClientException(reason);
        if (firstError == null) {
            firstError = error;
        }
        actions.add(() -> call.result().completeExceptionally(error));
    }

    /** Completes those whose calls have all ended. */
    void completeWaiters(List<Runnable> actions) {
        long first =
                pending.isEmpty() ? Long.MAX_VALUE : pending.keySet().iterator().next();
        for (Iterator<Waiter> all = waiters.iterator(); all.hasNext(); ) {
            Waiter waiter = all.next();
            if (waiter.upTo() >= first) {
                return;
            }
            all.remove();
            ClientException error = firstError;
            firstError = null;
            actions.add(() -> {
                if (error == null) {
                    waiter.result().complete(waiter.upTo());
                } else {
                    waiter.result().completeExceptionally(error);
                }
            });
        }
    }
}
