package io.millrace.journal;

import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;
import java.util.function.LongConsumer;

/** A waiter for an index to be synced, first in the stack of arrivals and then in the order of indexes. */
abstract sealed class SyncWaiter implements Comparable<SyncWaiter> {

    final long index;

    /** The earlier arrival, in the stack. */
    SyncWaiter next;

    private SyncWaiter(long index) {
        this.index = index;
    }

    @Override
    public final int compareTo(SyncWaiter other) {
        return Long.compare(index, other.index);
    }

    /** Calls an action with an index; its exceptions go only to the handler. */
    static void call(LongConsumer action, long index, Consumer<Throwable> errorHandler) {
        try {
            action.accept(index);
        } catch (RuntimeException | Error e) {
            errorHandler.accept(e);
        }
    }

    /** A thread that sleeps. */
    static final class Parked extends SyncWaiter {
        private final Thread thread = Thread.currentThread();
        private volatile boolean released;
        private volatile boolean synced;

        Parked(long index) {
            super(index);
        }

        /**
         * Returns whether the thread may force for all waiters. A virtual thread would keep its carrier, and all
         * virtual threads that could run there, for the time of the device.
         */
        boolean mayForce() {
            return !thread.isVirtual();
        }

        boolean isReleased() {
            return released;
        }

        /** Returns whether the index of the thread is synced. */
        boolean isSynced() {
            return synced;
        }

        /** Notes that the index of the thread is synced; {@link #release} must follow. */
        void markSynced() {
            synced = true;
        }

        void release() {
            released = true;
            wake();
        }

        void wake() {
            LockSupport.unpark(thread);
        }
    }

    /** An action, which the syncer's own thread runs. */
    static final class Action extends SyncWaiter {
        final LongConsumer action;

        Action(long index, LongConsumer action) {
            super(index);
            this.action = action;
        }
    }
}
