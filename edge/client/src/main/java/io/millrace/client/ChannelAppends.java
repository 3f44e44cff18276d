package io.millrace.client;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;

/**
 * The calls of one channel that are not acknowledged, in the order of their numbers. Guarded by its owner.
 *
 * <p>A server that refuses a call refuses those after it too until this side says that it knows. So after a refusal
 * nothing is sent until each call on its way is answered; then those that were refused for their order alone are sent
 * again, before newer ones.
 */
final class ChannelAppends {

    /** A number that no call has. */
    static final long NONE = -1;

    private record Waiter(long upTo, CompletableFuture<Long> result) {}

    private final String name;
    private final Answers answers;
    private final Map<Long, PendingCall> pending = new LinkedHashMap<>();
    private final List<Waiter> waiters = new ArrayList<>();
    private Queue<PendingCall> unsent = new ArrayDeque<>();
    private int inFlight;
    private boolean isSettling;
    private long lastRefused = NONE;
    private long lastNumber = NONE;
    private ClientException firstError;

    ChannelAppends(String name, Answers answers) {
        this.name = name;
        this.answers = answers;
    }

    String name() {
        return name;
    }

    /** Returns the greatest number that this connection knows to be refused, or {@link #NONE}. */
    long lastRefused() {
        return lastRefused;
    }

    /** Begins a connection: all is sent again. What was refused is forgotten, as a server notes it for a connection. */
    void connected() {
        lastRefused = NONE;
        pending.values().forEach(PendingCall::connectionLost);
        sendAgain();
    }

    private void sendAgain() {
        unsent = new ArrayDeque<>(pending.values());
        inFlight = 0;
        isSettling = false;
    }

    boolean isPending(long number) {
        return pending.containsKey(number);
    }

    boolean hasUnsent(long upTo) {
        PendingCall first = unsent.peek();
        return first != null && first.number() <= upTo;
    }

    /** Removes a call that cannot be in the channel and is not on its way; returns whether there was such a one. */
    boolean withdraw(long number) {
        PendingCall call = pending.get(number);
        if (call == null || call.mayBeThere()) {
            return false;
        }
        pending.remove(number);
        unsent.remove(call);
        return true;
    }

    /** Returns how many calls are on their way. */
    int inFlight() {
        return inFlight;
    }

    /** Returns the next call to send; null where there is none, or the answers to others are needed before. */
    PendingCall nextToSend() {
        return isSettling ? null : unsent.peek();
    }

    /** Takes the next call to send. */
    PendingCall send() {
        PendingCall next = unsent.remove();
        next.sent();
        inFlight++;
        return next;
    }

    void add(PendingCall call) {
        pending.put(call.number(), call);
        unsent.add(call);
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
            answered(call);
            ended++;
            actions.add(() -> call.result().complete(call.number()));
        }
        settle();
        completeWaiters(actions);
        return ended;
    }

    private void answered(PendingCall call) {
        if (call.isInFlight()) {
            inFlight--;
        } else {
            unsent.remove(call);
        }
    }

    private void settle() {
        if (isSettling && inFlight == 0) {
            sendAgain();
        }
    }

    /** Notes that a call was refused for its order alone. */
    void refusedAfter(long number) {
        lastRefused = Math.max(lastRefused, number);
        isSettling = true;
        PendingCall call = pending.get(number);
        if (call != null && call.isInFlight()) {
            inFlight--;
            call.notAppended();
        }
        settle();
    }

    /** Ends a call that was refused. */
    int refused(long number, String reason, List<Runnable> actions) {
        lastRefused = Math.max(lastRefused, number);
        isSettling = true;
        PendingCall call = pending.remove(number);
        if (call != null) {
            answered(call);
        }
        settle();
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
        answered(call);
        failed(call, reason, actions);
        completeWaiters(actions);
        return 1;
    }

    /**
     * Ends the calls that may be in the channel, whose outcome is unknown.
     *
     * @return how many have ended
     */
    int unknown(String reason, List<Runnable> actions) {
        int before = pending.size();
        pending.values().removeIf(call -> {
            if (call.mayBeThere()) {
                failed(call, reason, actions);
            }
            return call.mayBeThere();
        });
        sendAgain();
        completeWaiters(actions);
        return before - pending.size();
    }

    /** Ends all calls with an error. */
    void fail(Function<PendingCall, String> reason, List<Runnable> actions) {
        for (PendingCall call : pending.values()) {
            failed(call, reason.apply(call), actions);
        }
        pending.clear();
        sendAgain();
        completeWaiters(actions);
    }

    private void failed(PendingCall call, String reason, List<Runnable> actions) {
        if (call.isAnswered()) {
            answers.fail(call.number(), reason, actions);
            return;
        }
        answers.failTaken(call, reason, actions);
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
