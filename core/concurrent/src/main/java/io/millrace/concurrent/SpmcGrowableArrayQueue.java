package io.millrace.concurrent;

/**
 * A bounded queue for one producer and many consumers, in linked chunks that double when the content does not fit,
 * until they hold the capacity, or 16,384 elements each. It stays grown, and keeps chunks for reuse, with as many slots
 * together as twice the capacity, but 4,096 to 32,768, or twice the initial size if that is more.
 *
 * <p>Consumers claim elements by compare-and-set. If the queue is full except for an element which a preempted consumer
 * has claimed and not taken out, the producer waits, unless it offers relaxed.
 */
public final class SpmcGrowableArrayQueue<E> extends SpmcArrays<E> {

    /**
     * Creates an empty queue.
     *
     * @param initialSize slots of the first chunk, rounded up to a power of two
     * @param capacity the greatest number of elements, at least the initial size
     * @throws IllegalArgumentException if a size is out of range
     */
    public SpmcGrowableArrayQueue(int initialSize, int capacity) {
        super(ChunkPolicy.growable(initialSize, capacity, Multiplicity.MANY));
    }
}
