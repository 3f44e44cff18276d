package io.millrace.measure;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;
import java.util.concurrent.atomic.AtomicLongArray;

/**
 * Counts the bytes that the threads of a run have allocated since it began, for a bounded number of threads. For any
 * number of threads.
 *
 * <p>Known threads are in a table by their ids, with open addressing. Reading it takes no lock, since a thread may
 * often check whether it is known; adding one, which is rare, and a reset are exclusive.
 */
final class AllocationMeter {
    private static final long UNKNOWN = -1;
    private static final int MOST_THREADS = 4096;
    private static final int MASK = 2 * MOST_THREADS - 1;
    private static final long NOBODY = 0;

    private final ThreadMXBean threads =
            ManagementFactory.getThreadMXBean() instanceof ThreadMXBean bean && bean.isThreadAllocatedMemorySupported()
                    ? bean
                    : null;
    /** Ids of threads, which begin at 1. */
    private final AtomicLongArray ids = new AtomicLongArray(MASK + 1);

    private final long[] baselines = new long[MASK + 1];
    private final long[] finals = new long[MASK + 1];
    private int known;

    /** Counts what the calling thread allocates from now on, if it is not counted yet. */
    void enter() {
        long id = Thread.currentThread().threadId();
        if (threads != null && ids.getAcquire(slot(id)) == NOBODY) {
            enter(id, threads.getCurrentThreadAllocatedBytes());
        }
    }

    private synchronized void enter(long id, long baseline) {
        if (known == MOST_THREADS) {
            keepThoseThatCount(false);
        }
        int slot = slot(id);
        if (known < MOST_THREADS && ids.getAcquire(slot) == NOBODY) {
            put(slot, id, baseline, UNKNOWN);
        }
    }

    private void put(int slot, long id, long baseline, long end) {
        baselines[slot] = baseline;
        finals[slot] = end;
        known++;
        ids.setRelease(slot, id);
    }

    /** Returns the slot of a thread, taken or free; at least half of the table is free. */
    private int slot(long id) {
        int slot = (int) id & MASK;
        for (long there = ids.getAcquire(slot); there != id && there != NOBODY; there = ids.getAcquire(slot)) {
            slot = slot + 1 & MASK;
        }
        return slot;
    }

    /** Registers that the calling thread is about to end, after which its allocation can no longer be read. */
    void leave() {
        if (threads != null) {
            leave(Thread.currentThread().threadId(), threads.getCurrentThreadAllocatedBytes());
        }
    }

    private synchronized void leave(long id, long bytes) {
        int slot = slot(id);
        if (ids.getAcquire(slot) == id) {
            finals[slot] = bytes;
        }
    }

    /** Resets the counts, and keeps the known threads that still run. */
    synchronized void reset() {
        if (threads != null) {
            keepThoseThatCount(true);
        }
    }

    /** Forgets threads that ended unseen; at a reset, all that ended. */
    private void keepThoseThatCount(boolean anew) {
        long[] ofThreads = new long[MASK + 1];
        for (int i = 0; i <= MASK; i++) {
            ofThreads[i] = ids.getAcquire(i);
            ids.setRelease(i, NOBODY);
        }
        long[] before = baselines.clone();
        long[] ends = finals.clone();
        known = 0;
        for (int i = 0; i <= MASK; i++) {
            long id = ofThreads[i];
            if (id == NOBODY) {
                continue;
            }
            long now = threads.getThreadAllocatedBytes(id);
            if (now != UNKNOWN) {
                put(slot(id), id, anew ? now : before[i], UNKNOWN);
            } else if (!anew && ends[i] != UNKNOWN) {
                put(slot(id), id, before[i], ends[i]);
            }
        }
    }

    /** Returns the bytes since the reset, without those of threads that ended unseen; -1 if the JVM does not count. */
    synchronized long bytes() {
        if (threads == null) {
            return UNKNOWN;
        }
        long sum = 0;
        for (int i = 0; i <= MASK; i++) {
            long id = ids.getAcquire(i);
            if (id != NOBODY) {
                long now = finals[i] != UNKNOWN ? finals[i] : threads.getThreadAllocatedBytes(id);
                sum += Math.max(0, now - baselines[i]);
            }
        }
        return sum;
    }
}
