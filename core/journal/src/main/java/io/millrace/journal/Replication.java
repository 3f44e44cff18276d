package io.millrace.journal;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;
import java.util.function.LongConsumer;

/**
 * Threads and callbacks that wait until a number of copies of the journal hold a frame. An acknowledgement in this
 * process wakes them at once; acknowledgements in other processes send no signal, so waiters recheck every millisecond.
 * Callbacks run in the journal's background thread, which calls {@link #step}.
 */
final class Replication {

    private static final long LOOK_NS = 1_000_000;

    private final JournalTable table;
    private final Runnable wakeBackground;
    private final Consumer<Throwable> errorHandler;
    private final Set<Thread> waiting = ConcurrentHashMap.newKeySet();
    private final ConcurrentLinkedQueue<Callback> callbacks = new ConcurrentLinkedQueue<>();
    private volatile boolean stopped;

    private record Callback(int replicas, long index, LongConsumer action) {}

    Replication(JournalTable table, Runnable wakeBackground, Consumer<Throwable> errorHandler) {
        this.table = table;
        this.wakeBackground = wakeBackground;
        this.errorHandler = errorHandler;
    }

    /** Returns the highest index that this number of copies hold, or {@link Index#NONE}. */
    static long index(JournalTable table, int replicas) {
        if (replicas < 1) {
            throw new JournalException("number of replicas must be 1 or more replicas=" + replicas);
        }
        List<Long> held = new ArrayList<>();
        for (NamedPosition position : NamedPositions.list(table)) {
            if (position.name().startsWith(Replica.PREFIX)) {
                held.add(position.get());
            }
        }
        if (held.size() < replicas) {
            return Index.NONE;
        }
        held.sort(null);
        return held.get(held.size() - replicas);
    }

    /** Waits until this number of copies hold the frame with this index. */
    void await(int replicas, long index) {
        boolean interrupted = false;
        Thread self = Thread.currentThread();
        waiting.add(self);
        try {
            while (!stopped && index(table, replicas) < index) {
                LockSupport.parkNanos(this, LOOK_NS);
                interrupted |= Thread.interrupted();
            }
        } catch (IllegalStateException e) { // the table, if the journal was closed meanwhile
            if (!stopped) {
                throw e;
            }
        } finally {
            waiting.remove(self);
            if (interrupted) {
                self.interrupt();
            }
        }
        checkOpen();
    }

    /** Calls {@code action} once this number of copies hold the frame with this index, and after earlier actions. */
    void onReplicated(int replicas, long index, LongConsumer action) {
        checkOpen();
        long replicated = index(table, replicas);
        if (replicated >= index && callbacks.isEmpty()) {
            SyncWaiter.call(action, replicated, errorHandler);
            return;
        }
        callbacks.add(new Callback(replicas, index, action));
        wakeBackground.run();
    }

    private void checkOpen() {
        if (stopped) {
            throw new JournalClosedException("journal is closed file=" + table.file());
        }
    }

    /** Wakes waiters after an acknowledgement in this process. */
    void acknowledged() {
        waiting.forEach(LockSupport::unpark);
        if (!callbacks.isEmpty()) {
            wakeBackground.run();
        }
    }

    /**
     * Calls the actions that are due, and returns whether others wait. The progress of the copies is read once in a
     * step, so that a call does not overtake an earlier call for less.
     */
    boolean step() {
        Map<Integer, Long> held = new HashMap<>();
        Iterator<Callback> each = callbacks.iterator();
        while (each.hasNext()) {
            Callback callback = each.next();
            long replicated = held.computeIfAbsent(callback.replicas, replicas -> index(table, replicas));
            if (replicated >= callback.index) {
                SyncWaiter.call(callback.action, replicated, errorHandler);
                each.remove(); // not before: until it has returned no other action is called at once
            }
        }
        return !callbacks.isEmpty();
    }

    /** Ends the wait of all threads, with an exception; callbacks that are not due are not called. */
    void stop() {
        stopped = true;
        waiting.forEach(LockSupport::unpark);
    }
}
