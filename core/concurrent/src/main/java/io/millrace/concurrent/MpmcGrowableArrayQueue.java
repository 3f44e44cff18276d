package io.millrace.concurrent;

/**
 * A bounded queue for many producers and many consumers, in linked chunks that double when the content does not fit,
 * until they hold the capacity, or 16,384 elements each. It stays grown, and keeps chunks for reuse, with as many slots
 * together as twice the capacity, but 4,096 to 32,768, or twice the initial size if that is more.
 *
 * <p>Both sides claim by compare-and-set; an operation that needs a slot which a preempted thread has claimed waits for
 * that thread, unless it is relaxed.
 */
public final class MpmcGrowableArrayQueue<E> extends MpmcArrays<E> {

    /**
     * Creates an empty queue.
     *
     * @param initialSize slots of the first chunk, rounded up to a power of two
     * @param capacity the greatest number of elements, at least the initial size
     * @throws IllegalArgumentException if a size is out of range
     */
    public MpmcGrowableArrayQueue(int initialSize, int capacity) {
        super(ChunkPolicy.growable(initialSize, capacity, Multiplicity.MANY));
    }
}
