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

    private static final long LOOK_PERIOD_NS = 500_000_000;

    private final SegmentStore store;
    private final SparseIndexer indexer;
    private final OwnershipLock lock;
    private final ClaimReaper claims;
    private final Syncer syncer;
    private final Retention retention;
    private final PageCacheEvictor evictor;
    private final Consumer<Throwable> errorHandler;

    /** Whether all work except a late index is signalled to this thread. */
    private final boolean isTold;

    private final AtomicReference<FrameWalk.Tail> toTouch = new AtomicReference<>();

    private SegmentPreparer preparer;
    private Replication replication;
    private Thread thread;
    private volatile boolean stopped;
    private RuntimeException lastError;
    private long lastLookNs = System.nanoTime();

    Housekeeper(
            SegmentStore store,
            SparseIndexer indexer,
            OwnershipLock lock,
            ClaimReaper claims,
            Syncer syncer,
            Retention retention,
            PageCacheEvictor evictor,
            JournalOptions options) {
        this.store = store;
        this.indexer = indexer;
        this.lock = lock;
        this.claims = claims;
        this.syncer = syncer;
        this.retention = retention;
        this.evictor = evictor;
        this.errorHandler = options.guardedErrorHandler();
        this.isTold = options.ownership() == Ownership.SINGLE && options.durability() == Durability.MAPPED;
    }

    void start(SegmentPreparer starting, Replication replicating, String name) {
        preparer = starting;
        replication = replicating;
        thread = Thread.ofPlatform().daemon().name(name).start(this::run);
    }

    /** Wakes the thread, so that it looks for work at once. */
    void wake() {
        LockSupport.unpark(thread);
    }

    /** Makes the rest of the segment resident in this thread, while the appender starts there. */
    void touchAfter(FrameWalk.Tail tail) {
        toTouch.set(tail);
        wake();
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
            long pauseNs = isTold && indexer.hasNothingToDo() ? REST_NS : PERIOD_NS;
            try {
                FrameWalk.Tail touching = toTouch.getAndSet(null);
                if (touching != null) {
                    touch(touching);
                }
                preparer.run();
                checkLock();
                store.closeIdle(System.nanoTime(), () -> evictor.keptBytes() / MAPPED_PARTS);
                evictor.step();
                if (claims.step() == ClaimReaper.Found.CLAIM) {
                    pauseNs = WATCH_PERIOD_NS;
                }
                syncer.recheck();
                if (replication.step()) {
                    pauseNs = WATCH_PERIOD_NS;
                }
                if (lock.tryIndexer() && indexer.step() > BUSY_FRAMES) {
                    pauseNs = Math.min(pauseNs, BUSY_PERIOD_NS);
                }
                retention.step();
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
            if (pauseNs > 0 && !stopped && !preparer.isAsked()) {
                LockSupport.parkNanos(this, pauseNs);
            }
        }
    }

    /** Rechecks the lock about once a second. */
    private void checkLock() {
        long nowNs = System.nanoTime();
        if (nowNs - lastLookNs >= LOOK_PERIOD_NS) {
            lastLookNs = nowNs;
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
        preparer.stop();
        Uninterruptibly.join(thread);
    }
}
