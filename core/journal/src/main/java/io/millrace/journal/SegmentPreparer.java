package io.millrace.journal;

import java.nio.file.Files;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.LockSupport;
import java.util.concurrent.locks.ReentrantLock;

/**
 * Prepares the next segment before it is needed.
 *
 * <p>An appender asks early by {@link #request} and gets the segment by {@link #take}, which waits if it has to. The
 * background thread creates it in {@link #run}. A failure, such as a full disk, is the appender's exception in {@code
 * take}, and the next {@code take} tries again.
 *
 * <p>It is created at a {@link SegmentPace}, within a part of the time in which the last segment was filled, until an
 * appender has to wait for it.
 */
final class SegmentPreparer {

    private static final long NOTHING = -1;

    /** The part of the time between two requests in which a segment is created. */
    private static final int PACE = 4;

    private final SegmentStore store;
    private final SegmentCreator creator;
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition changed = lock.newCondition();
    private final Runnable wake;
    private final Ownership ownership;

    private long requested = NOTHING;
    private long requestedNs = System.nanoTime();
    private long sinceLastRequestNs;
    private SegmentFile ready;
    private RuntimeException failure;

    /** The time that the last segment took, at first the time at a gigabyte a second. */
    private volatile long madeInNs;

    private volatile boolean awaited;
    private volatile boolean stopped;

    SegmentPreparer(SegmentStore store, SegmentCreator creator, Runnable wake) {
        this.ownership = creator.options().ownership();
        this.store = store;
        this.creator = creator;
        this.wake = wake;
        this.madeInNs = creator.options().segmentSizeBytes();
    }

    /** Returns whether two segments take longer to create than one takes to fill. */
    boolean isSlowBeside(long fillNs) {
        return 2 * madeInNs > fillNs;
    }

    /** Asks for a segment without waiting for it. */
    void request(long number) {
        lock.lock();
        try {
            if (requested == NOTHING && (ready == null || ready.number < number)) {
                requested = number;
                long nowNs = System.nanoTime();
                sinceLastRequestNs = nowNs - requestedNs;
                requestedNs = nowNs;
                wake.run();
            }
        } finally {
            lock.unlock();
        }
    }

    /**
     * Returns a segment, held for the caller, as soon as it exists.
     *
     * @throws JournalFullException if it cannot be created since the disk is full
     */
    SegmentFile take(long number) {
        RollEvent event = FlightEvents.roll();
        lock.lock();
        try {
            while (ready == null || ready.number < number) {
                if (stopped) {
                    throw new JournalClosedException("journal is closed directory=" + store.directory());
                }
                if (failure != null) {
                    RuntimeException thrown = failure;
                    failure = null;
                    throw again(thrown);
                }
                request(number);
                awaited = true;
                changed.awaitUninterruptibly();
            }
            if (event != null) {
                event.ended(store.directory(), number);
            }
            return store.acquire(number);
        } finally {
            lock.unlock();
        }
    }

    /** Wraps a failure of the background thread so that the trace shows the waiting caller. */
    private static RuntimeException again(RuntimeException failure) {
        return failure instanceof JournalFullException
                ? new JournalFullException(failure.getMessage(), failure)
                : new JournalException(failure.getMessage(), failure);
    }

    /** Creates the requested segment, in the background thread. */
    void run() {
        long number;
        long timeNs;
        lock.lock();
        try {
            number = requested;
            timeNs = sinceLastRequestNs / PACE;
        } finally {
            lock.unlock();
        }
        if (number == NOTHING) {
            return;
        }
        SegmentPace pace = pace(timeNs);
        long startNs = System.nanoTime();
        SegmentFile made = null;
        RuntimeException thrown = null;
        try {
            creator.beforeNaming().run();
            made = Files.exists(SegmentName.file(store.directory(), number))
                    ? store.acquire(number)
                    : store.adopt(create(number, pace));
        } catch (RuntimeException e) {
            thrown = e;
        } catch (InternalError e) { // a mapped page no longer exists
            thrown = new JournalException(
                    "another program changed a file of the journal directory=" + store.directory() + " reason=" + e, e);
        } catch (Error e) { // of the user's clock, for example: the appender that waits gets it
            thrown = new JournalException(
                    "cannot create a segment directory=" + store.directory() + " segment=" + number + " reason=" + e,
                    e);
        }
        madeInNs = System.nanoTime() - startNs;
        publish(made, thrown);
        if (made != null && creator.options().durability() == Durability.MAPPED) {
            // For pages that an appender did not wait for; but forced pages would be written to the device again.
            made.preTouchFrom(pace.touchedBytes(), () -> stopped || isAsked());
        }
    }

    private SegmentFile create(long number, SegmentPace pace) {
        SegmentFile before = store.acquireIfPresent(number - 1);
        if (before == null) { // another program deleted it
            return creator.create(number, pace);
        }
        try {
            return creator.createAfter(before, pace);
        } finally {
            store.release(before);
        }
    }

    /**
     * Returns the pace of a segment. In shared ownership the same thread fences the claims of dead writers, and has no
     * time to pause.
     */
    private SegmentPace pace(long timeNs) {
        return new SegmentPace(
                ownership == Ownership.SINGLE ? timeNs : 0,
                () -> awaited || stopped,
                pauseNs -> LockSupport.parkNanos(this, pauseNs));
    }

    private void publish(SegmentFile made, RuntimeException thrown) {
        lock.lock();
        try {
            requested = NOTHING;
            awaited = false;
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

    /** Returns whether a segment is requested. */
    boolean isAsked() {
        lock.lock();
        try {
            return requested != NOTHING;
        } finally {
            lock.unlock();
        }
    }

    /** Ends the wait of appenders, with an exception. */
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
