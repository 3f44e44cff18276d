package io.millrace.benchmarks;

import io.millrace.harness.BenchmarkException;
import io.millrace.harness.ForcedFile;
import io.millrace.harness.ForcedFile.Way;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.nio.file.Path;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.LockSupport;
import java.util.concurrent.locks.ReentrantLock;

/**
 * The minimum of a log with group commit, to compare ways of forcing and of waiting without other work: messages of 40
 * bytes one after the other, in a file that is overwritten repeatedly. The next force includes messages that are
 * appended during a force.
 */
final class GroupCommitLog implements SyncedLog {
    private static final int MESSAGE_BYTES = 40;

    /** A size of whole messages and whole blocks. */
    private static final int SIZE_BYTES = 5 * ForcedFile.BLOCK_BYTES * 800;

    /** Which thread forces. */
    enum Forcer {
        /** A dedicated thread. */
        THREAD("own thread"),
        /** One of the threads that wait. */
        WAITER("a waiter");

        private final String text;

        Forcer(String text) {
            this.text = text;
        }

        @Override
        public String toString() {
            return text;
        }
    }

    /** One waiting thread, in a stack of them. */
    private static final class Waiter {
        private final Thread thread = Thread.currentThread();
        private Waiter next;
        private volatile boolean done;
    }

    private final ForcedFile file;
    private final MemorySegment message = MemorySegment.ofArray(new byte[MESSAGE_BYTES]);
    private final ReentrantLock lock = new ReentrantLock();
    private final AtomicReference<Waiter> waiting = new AtomicReference<>();
    private final AtomicBoolean forcing = new AtomicBoolean();
    private final Thread thread;

    private volatile long tail;
    private volatile boolean closed;
    private volatile RuntimeException failure;
    private long forced;

    private GroupCommitLog(ForcedFile file, Forcer forcer) {
        this.file = file;
        this.thread = forcer == Forcer.THREAD
                ? Thread.ofPlatform().daemon().name("force").unstarted(this::forceUntilClosed)
                : null;
    }

    static GroupCommitLog open(Path directory, Way way, Forcer forcer) throws IOException {
        GroupCommitLog log = new GroupCommitLog(ForcedFile.create(directory.resolve("log"), way, SIZE_BYTES), forcer);
        if (log.thread != null) {
            log.thread.start();
        }
        return log;
    }

    @Override
    public void append() {
        lock.lock();
        try {
            long at = tail;
            MemorySegment.copy(message, 0, file.memory(), at % SIZE_BYTES, MESSAGE_BYTES);
            tail = at + MESSAGE_BYTES;
        } finally {
            lock.unlock();
        }
        Waiter waiter = new Waiter();
        push(waiter);
        LockSupport.unpark(thread);
        while (!waiter.done) {
            if (thread == null && forcing.compareAndSet(false, true)) {
                Waiter batch = forceOnce();
                forcing.set(false);
                Waiter leader = waiting.get();
                if (leader != null) { // before all others, so that the device does not wait until they have been woken
                    LockSupport.unpark(leader.thread);
                }
                tell(batch);
            } else {
                LockSupport.park(this);
            }
        }
        if (failure != null) {
            throw failure;
        }
    }

    private void push(Waiter waiter) {
        Waiter top;
        do {
            top = waiting.get();
            waiter.next = top;
        } while (!waiting.compareAndSet(top, waiter));
    }

    /** Takes all waiting threads, forces what they have appended, and returns them. */
    private Waiter forceOnce() {
        Waiter batch = waiting.getAndSet(null);
        long to = tail;
        if (batch == null || to == forced) {
            return batch;
        }
        try {
            long start = forced % SIZE_BYTES;
            long end = start + (to - forced);
            file.force(start, Math.min(end, SIZE_BYTES));
            if (end > SIZE_BYTES) {
                file.force(0, end - SIZE_BYTES);
            }
            forced = to;
        } catch (RuntimeException e) {
            failure = e;
        }
        return batch;
    }

    private static void tell(Waiter batch) {
        for (Waiter waiter = batch; waiter != null; ) {
            Waiter next = waiter.next;
            waiter.done = true;
            LockSupport.unpark(waiter.thread);
            waiter = next;
        }
    }

    private void forceUntilClosed() {
        while (!closed) {
            Waiter batch = forceOnce();
            if (batch == null) {
                LockSupport.park(this);
            }
            tell(batch);
        }
    }

    @Override
    public long messages() {
        return forced / MESSAGE_BYTES;
    }

    @Override
    public void close() {
        closed = true;
        if (thread != null) {
            LockSupport.unpark(thread);
            try {
                thread.join();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        }
        try {
            file.close();
        } catch (IOException e) {
            throw new BenchmarkException("a log could not be closed", e);
        }
    }
}
