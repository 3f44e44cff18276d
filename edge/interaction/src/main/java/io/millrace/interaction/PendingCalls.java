package io.millrace.interaction;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReferenceArray;
import java.util.function.Predicate;

/**
 * The calls that wait for their answers, in slots by their numbers. Any thread may add and take; only one takes a call,
 * and no thread waits for another one.
 */
final class PendingCalls {

    private final AtomicReferenceArray<PendingCall> slots;
    private final AtomicLong last = new AtomicLong();
    private final int max;
    private final AtomicLong count = new AtomicLong();

    PendingCalls(int max) {
        this.max = max;
        this.slots = new AtomicReferenceArray<>(Math.max(2, Integer.highestOneBit(max - 1) << 1));
    }

    /**
     * Adds a call and gives it a number, from 1.
     *
     * @throws InteractionException if too many wait
     */
    void add(PendingCall call) {
        if (count.incrementAndGet() > max) {
            count.decrementAndGet();
            throw new InteractionException("too many calls wait for their answers max=" + max);
        }
        do { // a slot is free, since there are as many as calls at least
            call.number = last.incrementAndGet();
        } while (!slots.compareAndSet(slot(call.number), null, call));
    }

    private int slot(long number) {
        return (int) (number & (slots.length() - 1));
    }

    /** Returns a call without taking it, or null. */
    PendingCall find(long number) {
        PendingCall found = slots.get(slot(number));
        return found != null && found.number == number ? found : null;
    }

    /** Takes a call; returns whether this thread has it, and no other had. */
    boolean take(PendingCall call) {
        boolean isTaken = slots.compareAndSet(slot(call.number), call, null);
        if (isTaken) {
            count.decrementAndGet();
        }
        return isTaken;
    }

    /** Takes the call of a number, or returns null where it does not wait any more. */
    PendingCall take(long number) {
        PendingCall found = find(number);
        return found != null && take(found) ? found : null;
    }

    /** Takes all calls that fit. */
    List<PendingCall> takeIf(Predicate<PendingCall> fits) {
        List<PendingCall> taken = new ArrayList<>();
        for (int i = 0; i < slots.length(); i++) {
            PendingCall found = slots.get(i);
            if (found != null && fits.test(found) && take(found)) {
                taken.add(found);
            }
        }
        return taken;
    }

    int size() {
        return (int) count.get();
    }

    /** Returns whether such a number was given to a call. */
    boolean wasGiven(long number) {
        return number > 0 && number <= last.get();
    }
}
