package io.millrace.journal;

import io.millrace.memory.Directories;
import java.lang.invoke.VarHandle;
import java.util.ArrayList;
import java.util.List;
import java.util.PriorityQueue;
import java.util.concurrent.locks.LockSupport;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;
import java.util.function.LongConsumer;

/**
 * Forces published frames to the storage device, in one background thread. What is published while a force runs is in
 * the next one, so the number of forces depends on the device and not on the number of waiters.
 *
 * <p>It either runs all the time, or only while somebody waits. Frames count as synced when every byte before their
 * end, the end marks, and the directory entry of their segment were forced. After a failed force nothing is ever synced
 * again in this opening: the system may have dropped the pages, and a second force would tell a lie.
 */
final class Syncer {

    private static final long CLAIM_POLL_NS = 1_000_000;

    private final JournalEnd end;
    private final SegmentStore store;
    private final JournalTable table;
    private final TableRecord record;
    private final int slot;
    private final Consumer<Throwable> errorHandler;
    private final Probe probe;
    private final String threadName;

    private final ReentrantLock lock = new ReentrantLock();
    private final PriorityQueue<Waiter> waiters = new PriorityQueue<>();
    private long wanted = Index.NONE;
    private RuntimeException failure;
    private Thread thread;
    private boolean continuous;

    private volatile boolean idle;
    private volatile boolean stopped;

    private long forcedSegment = Index.NONE;
    private long forcedPosition;

    private record Waiter(long index, LongConsumer action) implements Comparable<Waiter> {
        @Override
        public int compareTo(Waiter other) {
            return Long.compare(index, other.index);
        }
    }

    /** A thread that waits. Each is woken by itself, once it has what it waits for, and asks for no lock again. */
    private static final class Parked implements LongConsumer {
        private final Thread thread = Thread.currentThread();
        private volatile boolean released;

        @Override
        public void accept(long synced) {
            released = true;
            LockSupport.unpark(thread);
        }

        void awaitReleased() {
            boolean interrupted = false;
            while (!released) {
                LockSupport.park(this);
                interrupted |= Thread.interrupted();
            }
            if (interrupted) {
                thread.interrupt();
            }
        }
    }

    Syncer(JournalEnd end, SegmentStore store, JournalTable table, int slot, JournalOptions options, Probe probe) {
        this.end = end;
        this.store = store;
        this.table = table;
        this.slot = slot;
        this.record = table.writerSynced(slot);
        this.errorHandler = options.errorHandler();
        this.probe = probe;
        this.threadName = "millrace-journal-sync-" + store.directory().getFileName();
    }

    /** Starts to sync whatever is published. */
    void startContinuous() {
        lock.lock();
        try {
            continuous = true;
            startThread();
        } finally {
            lock.unlock();
        }
    }

    private void startThread() {
        if (thread == null && !stopped) {
            thread = Thread.ofPlatform().daemon().name(threadName).start(this::run);
        }
    }

    /** Called by an appender after each publication, where the syncer runs all the time. */
    void published() {
        VarHandle.fullFence(); // either the syncer sees the frame, or this sees that it is about to sleep
        if (idle) {
            LockSupport.unpark(thread);
        }
    }

    /** Waits until {@code index} is synced. */
    void await(long index) {
        if (table.syncedAcquire() >= index) {
            return;
        }
        Parked parked = new Parked();
        onSynced(index, parked);
        parked.awaitReleased();
        if (table.syncedAcquire() < index) {
            lock.lock();
            try {
                check();
            } finally {
                lock.unlock();
            }
        }
    }

    /** Calls {@code action} when {@code index} is synced. */
    void onSynced(long index, LongConsumer action) {
        lock.lock();
        try {
            if (table.syncedAcquire() < index) {
                check();
                waiters.add(new Waiter(index, action));
                want(index);
                return;
            }
        } finally {
            lock.unlock();
        }
        action.accept(table.syncedAcquire());
    }

    private void want(long index) {
        wanted = Math.max(wanted, index);
        startThread();
        if (idle) { // else the syncer asks, behind the lock, before it sleeps
            LockSupport.unpark(thread);
        }
    }

    private void check() {
        if (failure != null) {
            throw new JournalException("Frames could not be synced: " + failure.getMessage(), failure);
        }
        if (stopped) {
            throw new JournalClosedException("The journal is closed: directory=" + store.directory());
        }
    }

    private void run() {
        try {
            while (!stopped) {
                if (isAsked() && syncOnce()) {
                    continue;
                }
                probe.reached(Step.SYNC_IDLE);
                idle = true;
                if (!stopped && !(isAsked() && end.lastIndex() > table.syncedAcquire())) {
                    tell(table.syncedAcquire()); // the syncer of another writer may have synced what is waited for here
                    park();
                }
                idle = false;
            }
            if (continuous) {
                syncOnce();
            }
        } catch (RuntimeException e) {
            fail(e);
        } catch (InternalError e) { // a mapped page that is not there any more
            fail(new JournalException(
                    "a file was changed by another program: directory=" + store.directory() + " reason=" + e, e));
        }
        lock.lock();
        try {
            stopped = true;
            releaseThreads();
        } finally {
            lock.unlock();
        }
    }

    /** Lets go the threads that wait for what will not come; callbacks are not called. */
    private void releaseThreads() {
        for (Waiter waiter : waiters) {
            if (waiter.action instanceof Parked parked) {
                parked.accept(Index.NONE);
            }
        }
        waiters.clear();
    }

    /**
     * Sleeps until it is woken. What is waited for may stand behind the claim of another process, though, and nobody
     * there tells when that is published or becomes padding; then it looks again soon.
     */
    private void park() {
        boolean isAwaited;
        lock.lock();
        try {
            isAwaited = !waiters.isEmpty();
        } finally {
            lock.unlock();
        }
        if (isAwaited) {
            LockSupport.parkNanos(this, CLAIM_POLL_NS);
        } else {
            LockSupport.park(this);
        }
    }

    private boolean isAsked() {
        lock.lock();
        try {
            return continuous || wanted > table.syncedAcquire();
        } finally {
            lock.unlock();
        }
    }

    private void fail(RuntimeException error) {
        lock.lock();
        try {
            failure = error;
            releaseThreads();
        } finally {
            lock.unlock();
        }
        errorHandler.accept(error);
    }

    /** Syncs what is published at this moment, and returns whether that was anything. */
    private boolean syncOnce() {
        long last = end.lastIndex();
        if (last <= table.syncedAcquire()) {
            return false;
        }
        SyncEvent event = new SyncEvent();
        event.begin();
        long startNs = System.nanoTime();
        force(last);
        table.countForce(slot, System.nanoTime() - startNs);
        probe.reached(Step.DATA_FORCED);
        record.write(last, 0);
        table.raiseSynced(last);
        probe.reached(Step.SYNCED_RECORDED);
        event.end();
        if (event.shouldCommit()) {
            event.directory = store.directory().toString();
            event.syncedIndex = Index.toText(last);
            event.commit();
        }
        tell(last);
        return true;
    }

    private void force(long last) {
        if (forcedSegment == Index.NONE) {
            long synced = Math.min(table.syncedAcquire(), last); // another writer's may have passed this one meanwhile
            forcedSegment = synced == Index.NONE ? store.lowest() : Index.segment(synced);
            forcedPosition = 0;
        }
        while (true) {
            if (forcedSegment != Index.segment(last)) {
                passRemoved();
            }
            boolean isLast = forcedSegment == Index.segment(last);
            SegmentFile segment = store.acquire(forcedSegment);
            try {
                long to = isLast ? endOf(segment, last) : segment.sizeBytes();
                probe.forcing(segment.file(), segment.memory, forcedPosition, to - forcedPosition);
                segment.force(forcedPosition, to - forcedPosition);
                if (forcedPosition == 0) {
                    Directories.force(store.directory());
                    probe.forced(store.directory());
                }
                forcedPosition = to;
            } finally {
                store.release(segment);
            }
            if (isLast) {
                return;
            }
            forcedSegment++;
            forcedPosition = 0;
        }
    }

    /** Goes on behind segments that retention has removed: they need no force any more. */
    private void passRemoved() {
        long lowest = store.lowest();
        if (forcedSegment < lowest) {
            forcedSegment = lowest;
            forcedPosition = 0;
        }
    }

    private static long endOf(SegmentFile segment, long last) {
        int position = (int) Index.position(last);
        return segment.next(position, segment.headerAcquire(position));
    }

    private void tell(long synced) {
        List<Waiter> due = new ArrayList<>();
        lock.lock();
        try {
            while (!waiters.isEmpty() && waiters.peek().index <= synced) {
                due.add(waiters.poll());
            }
        } finally {
            lock.unlock();
        }
        for (Waiter waiter : due) {
            try {
                waiter.action.accept(synced);
            } catch (RuntimeException e) {
                errorHandler.accept(e);
            }
        }
    }

    /** Ends the thread, after a last sync if it runs all the time, and waits for that. */
    void stop() {
        Thread running;
        lock.lock();
        try {
            stopped = true;
            running = thread;
        } finally {
            lock.unlock();
        }
        boolean interrupted = false;
        while (running != null && running.isAlive()) {
            LockSupport.unpark(running);
            try {
                running.join(1);
            } catch (InterruptedException e) {
                interrupted = true;
            }
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }
}
