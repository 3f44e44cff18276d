package io.millrace.benchmarks;

import java.util.AbstractQueue;
import java.util.ArrayDeque;
import java.util.Iterator;
import java.util.concurrent.locks.ReentrantLock;

/** The baseline for queues without locks: a bounded deque with a lock, and batches that lock once. */
final class LockedDeque extends AbstractQueue<Integer> implements BulkQueue {
    private final ReentrantLock lock = new ReentrantLock();
    private final ArrayDeque<Integer> deque = new ArrayDeque<>(QueueSet.CAPACITY);

    @Override
    public boolean offer(Integer element) {
        lock.lock();
        try {
            return deque.size() < QueueSet.CAPACITY && deque.offer(element);
        } finally {
            lock.unlock();
        }
    }

    @Override
    public Integer poll() {
        lock.lock();
        try {
            return deque.poll();
        } finally {
            lock.unlock();
        }
    }

    @Override
    public int fill(int limit) {
        lock.lock();
        try {
            int room = Math.min(limit, QueueSet.CAPACITY - deque.size());
            for (int i = 0; i < room; i++) {
                deque.offer(QueueLoopBody.ELEMENT);
            }
            return room;
        } finally {
            lock.unlock();
        }
    }

    @Override
    public int drain(int limit) {
        lock.lock();
        try {
            int count = Math.min(limit, deque.size());
            for (int i = 0; i < count; i++) {
                deque.poll();
            }
            return count;
        } finally {
            lock.unlock();
        }
    }

    @Override
    public Integer peek() {
        lock.lock();
        try {
            return deque.peek();
        } finally {
            lock.unlock();
        }
    }

    @Override
    public Iterator<Integer> iterator() {
        throw new UnsupportedOperationException("not part of the comparison");
    }

    @Override
    public int size() {
        lock.lock();
        try {
            return deque.size();
        } finally {
            lock.unlock();
        }
    }
}
