package io.millrace.journal;

import java.nio.file.Files;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

/**
 * Has the next segment ready before it is needed.
 *
 * <p>An appender asks early by {@link #request} and takes the segment by {@link #take}, which waits if it has to. The
 * background thread makes it in {@link #run}. A failure, such as a full disk, is the appender's exception in
 * {@code take}, and the next {@code take} tries again.
 */
final class SegmentPreparer {

    private static final long NOTHING = -1;

    private final SegmentStore store;
    private final SegmentCreator creator;
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition changed = lock.newCondition();
    private final Runnable wake;

    private long requested = NOTHING;
    private SegmentFile ready;
    private RuntimeException failure;
    private boolean stopped;

    SegmentPreparer(SegmentStore store, SegmentCreator creator, Runnable wake) {
        this.store = store;
        this.creator = creator;
        this.wake = wake;
    }

    /** Asks for a segment without waiting for it. */
    void request(long number) {
        lock.lock();
        try {
            if (requested == NOTHING && (ready == null || ready.number < number)) {
                requested = number;
                wake.run();
            }
        } finally {
            lock.unlock();
        }
    }

    /**
     * Returns a segment, held for the caller, as soon as it is there.
     *
     * @throws JournalFullException if it cannot be made since the disk is full
     */
    SegmentFile take(long number) {
        lock.lock();
        try {
            while (ready == null || ready.number < number) {
                if (stopped) {
                    throw new JournalClosedException("The journal is closed: directory=" + store.directory());
                }
                if (failure != null) {
                    RuntimeException thrown = failure;
                    failure = null;
                    throw again(thrown);
                }
                request(number);
                changed.awaitUninterruptibly();
            }
            return store.acquire(number);
        } finally {
            lock.unlock();
        }
    }

    /** Wraps a failure of the background thread so that the trace shows who was waiting for it. */
    private static RuntimeException again(RuntimeException failure) {
        return failure instanceof JournalFullException
                ? new JournalFullException(failure.getMessage(), failure)
                : new JournalException(failure.getMessage(), failure);
    }

    /** Makes what was asked for, in the background thread. */
    void run() {
        long number;
        lock.lock();
        try {
            number = requested;
        } finally {
            lock.unlock();
        }
        if (number == NOTHING) {
            return;
        }
        SegmentFile made = null;
        RuntimeException thrown = null;
        try {
            made = Files.exists(SegmentName.file(store.directory(), number))
                    ? store.acquire(number)
                    : store.adopt(creator.create(number, SegmentCreator.PreTouch.EVERY_PAGE));
        } catch (RuntimeException e) {
            thrown = e;
        }
        publish(made, thrown);
    }

    private void publish(SegmentFile made, RuntimeException thrown) {
        lock.lock();
        try {
            requested = NOTHING;
            failure = thrown;
            if (made != null) {
                if (ready != null) {
                    store.release(ready);
                }
                ready = made;
            }
            changed.signalAll();
        } finally {
            lock.unlock();
        }
    }

    /** Returns whether there is something to make. */
    boolean isAsked() {
        lock.lock();
        try {
            return requested != NOTHING;
        } finally {
            lock.unlock();
        }
    }

    /** Lets waiting appenders go, with an exception. */
    void stop() {
        lock.lock();
        try {
            stopped = true;
            changed.signalAll();
        } finally {
            lock.unlock();
        }
    }
}
