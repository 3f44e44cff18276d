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
    private final BackgroundTasks tasks;
    private final Housekeeper housekeeper;
    private final Periods periods;
    private final int epoch;
    private final AtomicInteger appenders = new AtomicInteger();
    private final AppendRefusals refusals;
    private final AppendOrders orders;

    /** The last appender of a single owner. */
    private volatile OwnerAppender single;

    private WriterState(
            JournalTable table,
            SegmentStore store,
            OwnershipLock lock,
            SegmentCreator creator,
            BackgroundTasks tasks,
            Housekeeper housekeeper,
            AppendRefusals refusals,
            AppendOrders orders,
            int epoch) {
        this.table = table;
        this.store = store;
        this.lock = lock;
        this.options = creator.options();
        this.injector = creator.injector();
        this.tasks = tasks;
        this.housekeeper = housekeeper;
        this.periods = new Periods(table, store, lock, options, injector);
        this.epoch = epoch;
        this.refusals = refusals;
        this.orders = orders;
    }

    /** Takes a new epoch for the writer slot, and starts the background threads. */
    static WriterState start(
            JournalTable table, SegmentStore store, JournalEnd end, OwnershipLock lock, SegmentCreator creator) {
        JournalOptions options = creator.options();
        FaultInjector injector = creator.injector();
        WakeUp wakeUp = new WakeUp();
        BackgroundTasks tasks = new BackgroundTasks(
                new SegmentPreparer(store, creator, wakeUp::wake),
                new ClaimReaper(end, store, table, lock, options),
                new Syncer(end, store, table, lock.slot(), options, injector),
                new Acknowledgements(table, wakeUp::wake, options.guardedErrorHandler()),
                new SparseIndexer(store, end, options.clock(), injector),
                new Retention(store, table, end, lock, options),
                new PageCacheEvictor(store));
        AppendRefusals refusals = new AppendRefusals(store.directory());
        AppendOrders orders = new AppendOrders(table, lock, refusals);
        orders.follow();
        lock.setReasonOfLoss(() -> {
            orders.follow();
            refusals.checkFenced();
        });
        int epoch = table.nextEpoch(lock.slot());
        Housekeeper housekeeper = Housekeeper.start(store, lock, orders, tasks, wakeUp, options);
        if (options.durability() == Durability.SYNCED) {
            tasks.syncer().startContinuous();
        }
        return new WriterState(table, store, lock, creator, tasks, housekeeper, refusals, orders, epoch);
    }

    Appender appender(Journal journal, OwnerCheck ownerCheck) {
        if (options.ownership() == Ownership.SHARED) {
            return SharedAppender.open(journal, this, ownerCheck);
        }
        if (!appenders.compareAndSet(0, 1) && !takesOver()) {
            throw new JournalLockedException("single owner already has an appender directory=" + store.directory());
        }
        try {
            OwnerAppender appender = OwnerAppender.open(journal, this, ownerCheck);
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
        return tasks.preparer();
    }

    Acknowledgements acknowledgements() {
        return tasks.acknowledgements();
    }

    Syncer syncer() {
        return tasks.syncer();
    }

    /** Returns the syncer if it has to be notified of every publication, else null. */
    Syncer continuousSyncer() {
        return options.durability() == Durability.SYNCED ? tasks.syncer() : null;
    }

    SparseIndexer indexer() {
        return tasks.indexer();
    }

    Periods periods() {
        return periods;
    }

    Retention retention() {
        return tasks.retention();
    }

    /** Runs {@code action}, in another thread, once {@link #checkOwned} would throw. */
    void onLost(Runnable action) {
        lock.onLost(action);
        refusals.onRefusal(action);
    }

    /** Returns whether {@link #checkOwned} would throw. */
    boolean isLost() {
        return lock.isLost() || refusals.isRefused();
    }

    /** Throws if the directory is no longer the one whose lock this object holds, or appends are refused. */
    void checkOwned() {
        lock.check();
        refusals.check();
    }

    AppendRefusals refusals() {
        return refusals;
    }

    AppendOrders orders() {
        return orders;
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
        tasks.syncer().stop();
        tasks.acknowledgements().stop();
        housekeeper.stop();
    }

    /** Releases the ownership, after everything is closed. */
    void unlock() {
        lock.close();
    }
}
