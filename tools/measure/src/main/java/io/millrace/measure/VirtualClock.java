package io.millrace.measure;

import java.util.Comparator;
import java.util.PriorityQueue;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

/**
 * A clock whose time passes only while all wait for it, so that measuring code can be tested against answers known in
 * advance: hours pass in milliseconds, and every run is the same to the nanosecond.
 *
 * <p>The thread that made the clock and those from {@link #thread} take part. One of them runs at a time; when it waits
 * or ends, the thread with the earliest time continues, and the clock advances to that time. Of equal times the one
 * that was requested first is first. A participating thread must wait for nothing but the clock, or all threads hang.
 */
public final class VirtualClock implements NanoClock {
    private final ReentrantLock lock = new ReentrantLock();
    private final PriorityQueue<Entry> entries = new PriorityQueue<>(
            Comparator.comparingLong((Entry entry) -> entry.timeNs).thenComparingLong(entry -> entry.order));
    private long order;
    private volatile long nowNs;

    /** Creates one that stands at 0. */
    public VirtualClock() {}

    /** A thread that waits for its turn, or something that happens at a time. */
    private static final class Entry {
        private final long timeNs;
        private final long order;
        private final Runnable event;
        private final Condition turn;
        private boolean isTurn;

        Entry(long timeNs, long order, Runnable event, Condition turn) {
            this.timeNs = timeNs;
            this.order = order;
            this.event = event;
            this.turn = turn;
        }
    }

    @Override
    public long nanoTime() {
        return nowNs;
    }

    /**
     * Makes something happen at a time, at once if that is past: a server's answer, for example. It runs in whichever
     * thread waits then, and must not wait itself.
     */
    public void at(long timeNs, Runnable event) {
        lock.lock();
        try {
            entries.add(new Entry(Math.max(timeNs, nowNs), order++, event, null));
        } finally {
            lock.unlock();
        }
    }

    @Override
    public long awaitNs(long timeNs) {
        lock.lock();
        try {
            if (timeNs > nowNs || (!entries.isEmpty() && entries.peek().timeNs <= nowNs)) {
                Entry own = new Entry(Math.max(timeNs, nowNs), order++, null, lock.newCondition());
                entries.add(own);
                passOn();
                while (!own.isTurn) {
                    own.turn.awaitUninterruptibly();
                }
            }
            return nowNs;
        } finally {
            lock.unlock();
        }
    }

    @Override
    public void sleepNs(long timeNs) {
        awaitNs(timeNs);
    }

    @Override
    public Thread thread(String name, Runnable body) {
        return Thread.ofPlatform().name(name).unstarted(new Part(body));
    }

    /** What a thread of this clock runs: it waits for its first turn, and gives its last one away. */
    private final class Part implements Runnable {
        private final Runnable body;
        private final Entry first;

        Part(Runnable body) {
            this.body = body;
            lock.lock();
            try {
                first = new Entry(nowNs, order++, null, lock.newCondition());
                entries.add(first);
            } finally {
                lock.unlock();
            }
        }

        @Override
        public void run() {
            lock.lock();
            try {
                while (!first.isTurn) {
                    first.turn.awaitUninterruptibly();
                }
            } finally {
                lock.unlock();
            }
            try {
                body.run();
            } finally {
                lock.lock();
                try {
                    passOn();
                } finally {
                    lock.unlock();
                }
            }
        }
    }

    /** Lets everything happen up to the next turn of a thread, and gives that thread its turn. */
    private void passOn() {
        while (!entries.isEmpty()) {
            Entry next = entries.poll();
            nowNs = next.timeNs;
            if (next.event == null) {
                next.isTurn = true;
                next.turn.signal();
                return;
            }
            next.event.run();
        }
    }
}
