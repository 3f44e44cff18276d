package io.millrace.journal;

import io.millrace.concurrent.Uninterruptibly;
import io.millrace.journal.SyncWaiter.Parked;
import java.lang.invoke.VarHandle;
import java.util.ArrayList;
import java.util.List;
import java.util.PriorityQueue;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.LockSupport;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;
import java.util.function.LongConsumer;

/**
 * Forces published frames to the storage device for threads and callbacks that wait for it (group commit). Frames that
 * are published while a force runs are in the next force, so the number of forces depends on the device and not on the
 * number of waiters.
 *
 * <p>One thread at a time is the leader, which forces for all waiters. A platform thread that waits becomes leader if
 * there is none; when it has forced, it first wakes one of the threads that still wait, as the next leader, and only
 * then the threads whose index is synced. A thread of the syncer's own takes part where no platform thread waits: for
 * virtual threads, for callbacks, and for frames that are published while no thread waits, if everything is to be
 * synced.
 *
 * <p>After a failed force nothing is ever synced again in this opening: the system may have dropped the pages, and a
 * second force would report a false success.
 *
 * <p>Which thread writes which field, and why no wake-up is lost:
 *
 * <ul>
 *   <li>The leader, which holds {@code leadership}, alone forces, fills {@code waiting} and {@code due}, sets {@code
 *       threadAwaited}, and releases waiters. A waiter is pushed to {@code arrived} before its thread parks, and the
 *       leader reads {@code arrived} after it has released {@code leadership}: so either that thread gets the lock, or
 *       the leader wakes it or another waiter, which leads next.
 *   <li>The syncer's thread alone sets {@code asleep} and {@code attentive}. It sets {@code asleep} before it checks
 *       for work and parks; an appender publishes, executes a full fence, and then reads {@code asleep}. So either the
 *       thread sees the frame, or the appender sees that it must wake the thread.
 *   <li>{@code waited} is a hint that platform threads force by themselves; a lost write only causes a wake-up.
 *   <li>{@code failure} and {@code stopped} are set once, before the waiters that see them are woken.
 * </ul>
 */
final class Syncer {

    /** The interval of rechecks where a change is not signalled. */
    private static final long RECHECK_NS = 1_000_000;

    /** The number of rechecks after the last waiting platform thread, until appenders wake the thread again. */
    private static final int ATTENTIVE_RECHECKS = 16;

    private final FrameForcer forcer;
    private final SegmentStore store;
    private final JournalTable table;
    private final Consumer<Throwable> errorHandler;
    private final FaultInjector injector;
    private final String threadName;
    private final ReentrantLock leadership = new ReentrantLock();

    /** The latest arrival; the leader moves the arrivals to the waiters. */
    private final AtomicReference<SyncWaiter> arrived = new AtomicReference<>();

    private final PriorityQueue<SyncWaiter> waiting = new PriorityQueue<>();
    private final AtomicBoolean polling = new AtomicBoolean();

    private final AtomicReference<Thread> thread = new AtomicReference<>();
    private final Queue<SyncWaiter.Action> due = new ConcurrentLinkedQueue<>();

    /** Number of callbacks that have not returned; a callback that is due at once may not overtake them. */
    private final AtomicInteger owed = new AtomicInteger();

    private volatile boolean asleep;
    private volatile boolean attentive;
    private volatile boolean waited;
    private volatile boolean threadAwaited;

    private volatile boolean continuous;
    private volatile RuntimeException failure;
    private volatile boolean stopped;
    private boolean closed;

    Syncer(
            JournalEnd end,
            SegmentStore store,
            JournalTable table,
            int slot,
            JournalOptions options,
            FaultInjector injector) {
        this.forcer = new FrameForcer(end, store, table, slot, injector);
        this.store = store;
        this.table = table;
        this.errorHandler = options.guardedErrorHandler();
        this.injector = injector;
        this.threadName = "millrace-journal-sync-" + store.directory().getFileName();
    }

    /** Starts to sync everything that is published. */
    void startContinuous() {
        continuous = true;
        wakeThread();
    }

    /** Throws after a failed force; an appender calls this before each publication where everything is to be synced. */
    void checkFailure() {
        if (failure != null) {
            throw new JournalException(
                    "cannot sync frames; no frame is synced until the journal is opened again directory="
                            + store.directory() + " reason=" + failure.getMessage(),
                    failure);
        }
    }

    /** Notes a publication; an appender calls this after each one where everything is to be synced. */
    void published() {
        VarHandle.fullFence(); // either the thread sees the frame, or this sees that it is about to sleep
        if (asleep && !attentive) {
            LockSupport.unpark(thread.get());
        }
    }

    /**
     * Rechecks the end, from time to time where there are several writers: a frame that was published after the claim
     * of another writer cannot be synced until that claim is resolved, which is not signalled.
     */
    void recheck() {
        if (continuous && asleep && failure == null && forcer.isBehind()) {
            LockSupport.unpark(thread.get());
        }
    }

    /** Waits until {@code index} is synced. */
    void await(long index) {
        if (!stopped && table.syncedAcquire() >= index) {
            return;
        }
        check();
        Parked self = new Parked(index);
        arrive(self);
        boolean interrupted = false;
        while (!self.isReleased() && !isOver()) {
            if (self.mayForce()) {
                leadOrPark(self);
            } else {
                wakeThread();
                LockSupport.park(this);
            }
            interrupted |= Thread.interrupted();
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
        if (!self.isSynced()) {
            check();
        }
    }

    /** Calls {@code action} when {@code index} is synced, and after earlier actions with lower indexes. */
    void onSynced(long index, LongConsumer action) {
        if (!stopped && owed.get() == 0 && table.syncedAcquire() >= index) {
            SyncWaiter.call(action, table.syncedAcquire(), errorHandler);
            return;
        }
        check();
        owed.incrementAndGet();
        arrive(new SyncWaiter.Action(index, action));
        wakeThread();
    }

    private boolean isOver() {
        return stopped || failure != null;
    }

    private void check() {
        checkFailure();
        if (stopped) {
            throw new JournalClosedException("journal is closed directory=" + store.directory());
        }
    }

    private void arrive(SyncWaiter waiter) {
        SyncWaiter top;
        do {
            top = arrived.get();
            waiter.next = top;
        } while (!arrived.compareAndSet(top, waiter));
    }

    private void leadOrPark(Parked self) {
        if (!waited) {
            waited = true;
        }
        if (!leadership.tryLock()) {
            LockSupport.park(this); // the leader wakes this thread: its index is synced, or it is the next leader
        } else if (!forceAsLeader() && !self.isReleased()) {
            poll(self);
        }
    }

    /** Sleeps while the end is at the claim of another process: one thread for a short time, others until woken. */
    private void poll(Parked self) {
        if (!polling.compareAndSet(false, true)) {
            LockSupport.park(this);
            return;
        }
        LockSupport.parkNanos(this, RECHECK_NS);
        polling.set(false);
        if (self.isReleased() && leadership.tryLock()) {
            forceAsLeader(); // so that another thread rechecks from now on
        }
    }

    /**
     * Forces, ends the leadership, wakes the next leader, and then the threads whose index is synced. Returns whether
     * there was anything to force.
     */
    private boolean forceAsLeader() {
        boolean isForced = false;
        RuntimeException failedBefore = failure;
        RuntimeException failedNow;
        SyncWaiter successor;
        List<Parked> released = new ArrayList<>();
        try {
            if (!closed && failure == null) {
                isForced = force();
            }
            receive();
            takeDue(released);
            failedNow = failedBefore == null ? failure : null;
            successor = waiting.peek();
            threadAwaited = successor != null && !(successor instanceof Parked parked && parked.mayForce());
        } finally {
            leadership.unlock();
        }
        wakeNext(successor == null ? arrived.get() : successor);
        released.forEach(Parked::release);
        if (failedNow != null) {
            LockSupport.unpark(thread.get());
            errorHandler.accept(failedNow); // no longer as leader, and after all waiters are notified
        }
        return isForced;
    }

    private boolean force() {
        try {
            return forcer.force();
        } catch (RuntimeException e) {
            failure = e;
        } catch (Error e) {
            failure = failure(e);
        }
        return false;
    }

    /** Returns the exception that ends all syncing; an {@link InternalError} is a mapped page that no longer exists. */
    private JournalException failure(Error cause) {
        String what =
                cause instanceof InternalError ? "another program changed a file of the journal" : "cannot sync frames";
        return new JournalException(what + " directory=" + store.directory() + " reason=" + cause, cause);
    }

    private long synced() {
        try {
            return closed ? Index.NONE : table.syncedAcquire();
        } catch (JournalException e) {
            failure = failure == null ? e : failure;
            return Index.NONE;
        }
    }

    private void receive() {
        for (SyncWaiter waiter = arrived.getAndSet(null); waiter != null; waiter = waiter.next) {
            waiting.add(waiter);
        }
    }

    /** Removes waiters whose index is synced, or will never be synced; callbacks of the latter are not called. */
    private void takeDue(List<Parked> released) {
        long synced = synced();
        boolean isHopeless = closed || failure != null;
        while (!waiting.isEmpty() && (isHopeless || waiting.peek().index <= synced)) {
            SyncWaiter waiter = waiting.poll();
            boolean isSynced = waiter.index <= synced;
            switch (waiter) {
                case Parked parked -> {
                    if (isSynced) {
                        parked.markSynced();
                    }
                    released.add(parked);
                }
                case SyncWaiter.Action action -> {
                    if (isSynced) {
                        due.add(action);
                    }
                }
            }
        }
    }

    /** Wakes the next leader, and the syncer's thread if there is work that only it does. */
    private void wakeNext(SyncWaiter successor) {
        boolean isLeft = successor != null || (continuous && !attentive && forcer.isBehind());
        if (successor instanceof Parked parked && parked.mayForce()) {
            parked.wake();
            isLeft = false;
        }
        if (asleep && (isLeft || !due.isEmpty())) {
            LockSupport.unpark(thread.get());
        }
    }

    /** Starts the thread, or wakes it if it sleeps. */
    private void wakeThread() {
        Thread running = thread.get();
        if (running == null) {
            Thread started = Thread.ofPlatform().daemon().name(threadName).unstarted(this::run);
            if (thread.compareAndSet(null, started)) {
                started.start();
            }
        } else if (asleep) {
            LockSupport.unpark(running);
        }
    }

    private void run() {
        try {
            work();
        } catch (RuntimeException e) {
            fail(e);
        } catch (Error e) { // the thread ends, and with it all waits, instead of waiters without a thread
            fail(failure(e));
        }
        callBack();
    }

    /** Ends all waits, after a force that failed. */
    private void fail(RuntimeException error) {
        leadership.lock();
        boolean isFirst = failure == null;
        failure = isFirst ? error : failure;
        forceAsLeader();
        if (isFirst) {
            errorHandler.accept(error);
        }
    }

    private void work() {
        int quietRechecks = ATTENTIVE_RECHECKS;
        while (!isOver()) {
            callBack();
            if (isAsked() && leadership.tryLock() && forceAsLeader()) {
                continue;
            }
            quietRechecks = waited ? 0 : quietRechecks + 1;
            waited = false;
            attentive = quietRechecks < ATTENTIVE_RECHECKS;
            sleep();
        }
        if (continuous && failure == null) {
            leadership.lock();
            forceAsLeader();
        }
    }

    private boolean isAsked() {
        return threadAwaited || arrived.get() != null || (continuous && forcer.isBehind());
    }

    private void callBack() {
        for (SyncWaiter.Action callback = due.poll(); callback != null; callback = due.poll()) {
            try {
                SyncWaiter.call(callback.action, Math.max(callback.index, synced()), errorHandler);
            } finally {
                owed.decrementAndGet();
            }
        }
    }

    /**
     * Sleeps until it is woken, or for a short time: while platform threads wait, which force what is published, so
     * that appenders need not wake this thread; and while a waited-for frame is after the claim of another process.
     */
    private void sleep() {
        injector.reached(FailPoint.SYNC_IDLE);
        asleep = true;
        boolean isLeaderWanted = !leadership.isLocked() && (arrived.get() != null || (continuous && forcer.isBehind()));
        if (!isOver() && due.isEmpty() && !isLeaderWanted) {
            if (attentive || threadAwaited) {
                LockSupport.parkNanos(this, RECHECK_NS);
            } else {
                LockSupport.park(this);
            }
        }
        asleep = false;
    }

    /** Ends the thread, after a last force if everything is to be synced, and ends all waits. */
    void stop() {
        stopped = true;
        Thread running = thread.get();
        if (running != null) {
            Uninterruptibly.join(running);
        }
        boolean interrupted = Thread.interrupted(); // an interrupt would close a channel during a force
        leadership.lock();
        closed = true;
        forceAsLeader();
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }
}
