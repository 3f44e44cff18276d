package io.millrace.concurrent;

/**
 * A bounded queue for one producer and one consumer, in linked chunks that double when the content does not fit,
 * until they hold the capacity, or 2,048 elements each. It stays grown, and keeps chunks for reuse, with as
 * many slots together as twice the capacity, but 4,096 to 32,768, or twice the initial size if that is more.
 *
 * <p>Neither side waits for the other.
 */
public final class SpscGrowableArrayQueue<E> extends SpscArrays<E> {

    /**
     * Creates an empty queue.
     *
     * @param initialSize slots of the first chunk, rounded up to a power of two; 2,048 where it is larger
     * @param capacity the greatest number of elements, at least the initial size
     * @throws IllegalArgumentException if a size is out of range
     */
    public SpscGrowableArrayQueue(int initialSize, int capacity) {
        super(ChunkPolicy.growable(initialSize, capacity, Multiplicity.ONE));
    }
}
