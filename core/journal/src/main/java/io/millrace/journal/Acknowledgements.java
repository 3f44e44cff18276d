package io.millrace.journal;

import java.util.Iterator;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;
import java.util.function.LongConsumer;

/**
 * Threads and callbacks that wait until the {@link Mark} has passed a frame. A mark that is raised in this process
 * wakes them at once; other processes send no signal, so waiters recheck every millisecond. Callbacks run in the
 * journal's background thread, which calls {@link #step}.
 */
final class Acknowledgements {

    private static final long LOOK_NS = 1_000_000;

    private final JournalTable table;
    private final Runnable wakeBackground;
    private final Consumer<Throwable> errorHandler;
    private final Set<Thread> waiting = ConcurrentHashMap.newKeySet();
    private final ConcurrentLinkedQueue<Callback> callbacks = new ConcurrentLinkedQueue<>();
    private volatile boolean stopped;

    private record Callback(long index, LongConsumer action) {}

    Acknowledgements(JournalTable table, Runnable wakeBackground, Consumer<Throwable> errorHandler) {
        this.table = table;
        this.wakeBackground = wakeBackground;
        this.errorHandler = errorHandler;
    }

    /** Waits until the frame with this index is acknowledged. */
    void await(long index, long atMostNs) {
        checkReplicated();
        long startNs = System.nanoTime();
        boolean interrupted = false;
        Thread self = Thread.currentThread();
        waiting.add(self);
        try {
            while (!stopped && !Mark.of(table.mark()).covers(index)) {
                long leftNs = atMostNs - (System.nanoTime() - startNs);
                if (leftNs <= 0) {
                    throw new NotAcknowledgedException("message was not acknowledged in time index="
                            + Index.toText(index) + " waitedNs=" + atMostNs + " mark="
                            + Index.toText(Mark.of(table.mark()).boundary()) + " file=" + table.file());
                }
                LockSupport.parkNanos(this, Math.min(leftNs, LOOK_NS));
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

    /** Calls {@code action} once the frame with this index is acknowledged, and after earlier actions. */
    void onAcknowledged(long index, LongConsumer action) {
        checkOpen();
        checkReplicated();
        if (callbacks.isEmpty() && Mark.of(table.mark()).covers(index)) {
            SyncWaiter.call(action, index, errorHandler);
            return;
        }
        callbacks.add(new Callback(index, action));
        wakeBackground.run();
    }

    private void checkOpen() {
        if (stopped) {
            throw new JournalClosedException("journal is closed file=" + table.file());
        }
    }

    private void checkReplicated() {
        if (!stopped && table.role() == JournalRole.ORDINARY) {
            throw new JournalException("journal has no copies that could acknowledge a message file=" + table.file());
        }
    }

    /** Wakes waiters after the mark was raised in this process. */
    void raised() {
        waiting.forEach(LockSupport::unpark);
        if (!callbacks.isEmpty()) {
            wakeBackground.run();
        }
    }

    /**
     * Calls the actions that are due, and returns whether others wait. The mark is read once in a step, so that a call
     * does not overtake an earlier call for less.
     */
    boolean step() {
        if (callbacks.isEmpty()) {
            return false;
        }
        Mark mark = Mark.of(table.mark());
        Iterator<Callback> each = callbacks.iterator();
        while (each.hasNext()) {
            Callback callback = each.next();
            if (mark.covers(callback.index)) {
                SyncWaiter.call(callback.action, callback.index, errorHandler);
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
