package io.millrace.concurrent;

/**
 * A bounded queue for one producer and one consumer, whose slots are all created with it; it allocates nothing.
 *
 * <p>Neither side waits for the other.
 */
public final class SpscArrayQueue<E> extends SpscArrays<E> {

    /**
     * Creates an empty queue.
     *
     * @param capacity the greatest number of elements, 1 or more; it need not be a power of two
     * @throws IllegalArgumentException if a size is out of range
     */
    public SpscArrayQueue(int capacity) {
        this(ChunkPolicy.array(capacity, Multiplicity.ONE));
    }

    SpscArrayQueue(ChunkPolicy policy) {
        super(policy);
    }
}
