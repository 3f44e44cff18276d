package io.millrace.ledger;

import java.util.ArrayDeque;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

/**
 * Messages that wait for a link to one peer, bounded in bytes: what is too much is dropped, the oldest first, since
 * seats send again what is missing. Any thread.
 */
final class Outbox {
    /** How long a writer waits before it tells the peer that it is there. */
    static final long KEEP_ALIVE_NS = TimeUnit.SECONDS.toNanos(1);

    private final long mostBytes;
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition added = lock.newCondition();
    private final ArrayDeque<byte[]> messages = new ArrayDeque<>();
    private long bytes;
    private long dropped;

    Outbox(long mostBytes) {
        this.mostBytes = mostBytes;
    }

    void add(byte[] message) {
        lock.lock();
        try {
            messages.add(message);
            bytes += message.length;
            while (bytes > mostBytes && messages.size() > 1) {
                bytes -= messages.remove().length;
                dropped++;
            }
            added.signal();
        } finally {
            lock.unlock();
        }
    }

    /** Returns the next message, or null where there is none for a while. */
    byte[] poll(long waitNs) throws InterruptedException {
        lock.lock();
        try {
            long leftNs = waitNs;
            while (messages.isEmpty() && leftNs > 0) {
                leftNs = added.awaitNanos(leftNs);
            }
            byte[] next = messages.poll();
            bytes -= next == null ? 0 : next.length;
            return next;
        } finally {
            lock.unlock();
        }
    }

    /** Forgets everything, as when a link begins. */
    void clear() {
        lock.lock();
        try {
            messages.clear();
            bytes = 0;
        } finally {
            lock.unlock();
        }
    }

    long dropped() {
        lock.lock();
        try {
            return dropped;
        } finally {
            lock.unlock();
        }
    }
}
