package io.millrace.journal;

import io.millrace.concurrent.Uninterruptibly;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;

/**
 * The background thread of a journal that is open for writing: it creates the next segment, unmaps segments that have
 * been unused for a while, writes the sparse index, removes segments as retention says, and in shared ownership fences
 * the claims of writers that are dead or silent.
 */
final class Housekeeper {

    private static final long PERIOD_NS = 50_000_000;

    /**
     * Pause where all pending work is signalled. A thread that has slept for long is slow, 0.1 ms for a check that
     * finds nothing, and takes that time from an appender or a reader where all processors are busy.
     */
    private static final long REST_NS = 1_000_000_000;

    private static final long WATCH_PERIOD_NS = 1_000_000;

    /**
     * Pause while many frames are to be indexed: without it, indexing would take a core from the appender or a reader.
     */
    private static final long BUSY_PERIOD_NS = 5_000_000;

    private static final int BUSY_FRAMES = 1024;

    /**
     * The share of the bytes kept after the writer that unused mappings may have, since mapped pages are not evicted.
     */
    private static final int MAPPED_PARTS = 2;

    private static final long CHECK_PERIOD_NS = 500_000_000;

    private final SegmentStore store;
    private final OwnershipLock lock;
    private final AppendOrders orders;
    private final BackgroundTasks tasks;
    private final WakeUp wakeUp;
    private final Consumer<Throwable> errorHandler;

    /** Whether all work except a late index is signalled to this thread. */
    private final boolean isSignalled;

    private final AtomicReference<FrameWalk.Tail> toTouch = new AtomicReference<>();

    private Thread thread;
    private volatile boolean stopped;
    private RuntimeException lastError;
    private long lastCheckNs = System.nanoTime();

    private Housekeeper(
            SegmentStore store,
            OwnershipLock lock,
            AppendOrders orders,
            BackgroundTasks tasks,
            WakeUp wakeUp,
            JournalOptions options) {
        this.store = store;
        this.lock = lock;
        this.orders = orders;
        this.tasks = tasks;
        this.wakeUp = wakeUp;
        this.errorHandler = options.guardedErrorHandler();
        this.isSignalled = options.ownership() == Ownership.SINGLE && options.durability() == Durability.MAPPED;
    }

    /** Starts the thread, which {@code wakeUp} wakes from then on. */
    static Housekeeper start(
            SegmentStore store,
            OwnershipLock lock,
            AppendOrders orders,
            BackgroundTasks tasks,
            WakeUp wakeUp,
            JournalOptions options) {
        Housekeeper housekeeper = new Housekeeper(store, lock, orders, tasks, wakeUp, options);
        housekeeper.thread = Thread.ofPlatform()
                .daemon()
                .name("millrace-journal-" + store.directory().getFileName())
                .start(housekeeper::run);
        wakeUp.setThread(housekeeper.thread);
        return housekeeper;
    }

    /** Makes the rest of the segment resident in this thread, while the appender starts there. */
    void touchAfter(FrameWalk.Tail tail) {
        toTouch.set(tail);
        wakeUp.wake();
    }

    private void touch(FrameWalk.Tail tail) {
        SegmentFile segment = store.acquire(tail.segment());
        try {
            segment.preTouchFrom(tail.position(), () -> stopped);
        } finally {
            store.release(segment);
        }
    }

    private void run() {
        while (!stopped) {
            long pauseNs = isSignalled && tasks.indexer().hasNothingToDo() ? REST_NS : PERIOD_NS;
            try {
                FrameWalk.Tail touching = toTouch.getAndSet(null);
                if (touching != null) {
                    touch(touching);
                }
                tasks.preparer().run();
                if (orders.follow()) {
                    pauseNs = PERIOD_NS;
                }
                checkLock();
                store.closeIdle(System.nanoTime(), () -> tasks.evictor().keptBytes() / MAPPED_PARTS);
                tasks.evictor().step();
                if (tasks.claims().step() == ClaimReaper.Found.CLAIM) {
                    pauseNs = WATCH_PERIOD_NS;
                }
                tasks.syncer().recheck();
                if (tasks.acknowledgements().step()) {
                    pauseNs = WATCH_PERIOD_NS;
                }
                if (lock.tryIndexer() && tasks.indexer().step() > BUSY_FRAMES) {
                    pauseNs = Math.min(pauseNs, BUSY_PERIOD_NS);
                }
                tasks.retention().step();
                lastError = null;
            } catch (RuntimeException e) {
                report(rootCause(e));
            } catch (InternalError e) { // a mapped page no longer exists
                report(new JournalException(
                        "another program changed a file of the journal directory=" + store.directory() + " reason=" + e,
                        e));
            } catch (Error e) { // without this thread no segment is prepared or removed
                report(new JournalException(
                        "background work of the journal failed directory=" + store.directory() + " reason=" + e, e));
            }
            if (pauseNs > 0 && !stopped && !tasks.preparer().isAsked()) {
                LockSupport.parkNanos(this, pauseNs);
            }
        }
    }

    /** Rechecks the lock about once a second. */
    private void checkLock() {
        long nowNs = System.nanoTime();
        if (nowNs - lastCheckNs >= CHECK_PERIOD_NS) {
            lastCheckNs = nowNs;
            lock.recheck();
        }
        lock.check(); // so that it stays the last error, which is reported once
    }

    /** Returns the error of a lost directory, if it is lost, since that causes all other errors. */
    private RuntimeException rootCause(RuntimeException error) {
        try {
            lock.recheck();
            return error;
        } catch (JournalException e) {
            return e;
        }
    }

    /** Reports an error; a repeated error is reported once. */
    private void report(RuntimeException error) {
        boolean repeated =
                lastError != null && String.valueOf(lastError.getMessage()).equals(error.getMessage());
        lastError = error;
        if (!repeated && !stopped) {
            errorHandler.accept(error);
        }
    }

    /** Ends the thread and waits for its end, even if interrupted. */
    void stop() {
        stopped = true;
        tasks.preparer().stop();
        Uninterruptibly.join(thread);
    }
}
