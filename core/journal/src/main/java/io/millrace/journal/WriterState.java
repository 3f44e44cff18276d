package io.millrace.journal;

import io.millrace.concurrent.OwnerCheck;
import java.util.concurrent.atomic.AtomicInteger;

/** The lock and the background threads of a journal object that is open for writing. */
final class WriterState {

    private final JournalTable table;
    private final SegmentStore store;
    private final OwnershipLock lock;
    private final JournalOptions options;
    private final FaultInjector injector;
    private final Housekeeper housekeeper;
    private final SegmentPreparer preparer;
    private final Syncer syncer;
    private final Retention retention;
    private final SparseIndexer indexer;
    private final Periods periods;
    private final Replication replication;
    private final int epoch;
    private final AtomicInteger appenders = new AtomicInteger();

    /** The last appender of a single owner. */
    private volatile OwnerAppender single;

    private WriterState(
            JournalTable table,
            SegmentStore store,
            OwnershipLock lock,
            JournalOptions options,
            FaultInjector injector,
            Housekeeper housekeeper,
            SegmentPreparer preparer,
            Syncer syncer,
            Retention retention,
            SparseIndexer indexer,
            Replication replication) {
        this.table = table;
        this.store = store;
        this.lock = lock;
        this.options = options;
        this.injector = injector;
        this.housekeeper = housekeeper;
        this.preparer = preparer;
        this.syncer = syncer;
        this.retention = retention;
        this.indexer = indexer;
        this.replication = replication;
        this.periods = new Periods(table, store, injector);
        this.epoch = table.nextEpoch(lock.slot());
    }

    static WriterState start(
            JournalTable table,
            SegmentStore store,
            JournalEnd end,
            OwnershipLock lock,
            SegmentCreator creator,
            JournalOptions options,
            FaultInjector injector) {
        SparseIndexer indexer = new SparseIndexer(store, end, options.clock(), injector);
        ClaimReaper claims = new ClaimReaper(end, store, table, lock, options);
        Retention retention = new Retention(store, table, end, lock, options);
        Syncer syncer = new Syncer(end, store, table, lock.slot(), options, injector);
        Housekeeper housekeeper =
                new Housekeeper(store, indexer, lock, claims, syncer, retention, new PageCacheEvictor(store), options);
        SegmentPreparer preparer = new SegmentPreparer(store, creator, housekeeper::wake);
        Replication replication = new Replication(table, housekeeper::wake, options.guardedErrorHandler());
        WriterState state = new WriterState(
                table, store, lock, options, injector, housekeeper, preparer, syncer, retention, indexer, replication);
        housekeeper.start(
                preparer, replication, "millrace-journal-" + store.directory().getFileName());
        if (options.durability() == Durability.SYNCED) {
            syncer.startContinuous();
        }
        return state;
    }

    Appender appender(Journal journal, OwnerCheck ownerCheck) {
        if (options.ownership() == Ownership.SHARED) {
            return new SharedAppender(journal, this, ownerCheck);
        }
        if (!appenders.compareAndSet(0, 1) && !takesOver()) {
            throw new JournalLockedException("single owner already has an appender directory=" + store.directory());
        }
        try {
            OwnerAppender appender = new OwnerAppender(journal, this, ownerCheck);
            single = appender;
            return appender;
        } catch (RuntimeException e) {
            appenderClosed();
            throw e;
        }
    }

    /**
     * Releases an appender that was closed while its thread lived and has ended since; returns whether there is none
     * now.
     */
    private boolean takesOver() {
        OwnerAppender last = single;
        if (last != null && last.owner.isClosed()) {
            last.close();
        }
        return appenders.compareAndSet(0, 1);
    }

    void appenderClosed() {
        appenders.decrementAndGet();
    }

    void touchAfter(FrameWalk.Tail tail) {
        housekeeper.touchAfter(tail);
    }

    JournalOptions options() {
        return options;
    }

    FaultInjector injector() {
        return injector;
    }

    SegmentPreparer preparer() {
        return preparer;
    }

    Replication replication() {
        return replication;
    }

    Syncer syncer() {
        return syncer;
    }

    /** Returns the syncer if it has to be notified of every publication, else null. */
    Syncer continuousSyncer() {
        return options.durability() == Durability.SYNCED ? syncer : null;
    }

    SparseIndexer indexer() {
        return indexer;
    }

    Periods periods() {
        return periods;
    }

    Retention retention() {
        return retention;
    }

    /** Runs {@code action}, in another thread, once {@link #checkOwned} would throw. */
    void onLost(Runnable action) {
        lock.onLost(action);
    }

    /** Returns whether {@link #checkOwned} would throw. */
    boolean isLost() {
        return lock.isLost();
    }

    /** Throws if the directory is no longer the one whose lock this object holds. */
    void checkOwned() {
        lock.check();
    }

    int slot() {
        return lock.slot();
    }

    int epoch() {
        return epoch;
    }

    /** Returns this writer as a creator of named positions. */
    NamedPositions.Maker maker() {
        return new NamedPositions.Maker(
                lock.slot(), epoch, lock::isAlive, options.fenceAfter().toNanos());
    }

    /** Returns whether this object still holds its writer slot. */
    boolean ownsSlot() {
        return table.epoch(lock.slot()) == epoch;
    }

    /** Ends the background threads. */
    void stop() {
        syncer.stop();
        replication.stop();
        housekeeper.stop();
    }

    /** Releases the ownership, after everything is closed. */
    void unlock() {
        lock.close();
    }
}
