package io.millrace.journal;

import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;
import java.util.function.LongConsumer;

/** Somebody who waits until an index is synced, in the stack of who came last and then in the order of indexes. */
abstract sealed class SyncWaiter implements Comparable<SyncWaiter> {

    final long index;

    /** Who came before, in the stack. */
    SyncWaiter next;

    private SyncWaiter(long index) {
        this.index = index;
    }

    @Override
    public final int compareTo(SyncWaiter other) {
        return Long.compare(index, other.index);
    }

    /** Tells somebody how far it has come; what is thrown then goes to the handler, and nowhere else. */
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
         * Returns whether the thread may force for all that wait. A virtual thread would keep its carrier, and all
         * virtual threads that could run there, for the time of the device.
         */
        boolean mayForce() {
            return !thread.isVirtual();
        }

        boolean isReleased() {
            return released;
        }

        /** Returns whether what the thread waited for is synced. */
        boolean isSynced() {
            return synced;
        }

        /** Notes that what the thread waits for is synced; {@link #release} is to follow. */
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
