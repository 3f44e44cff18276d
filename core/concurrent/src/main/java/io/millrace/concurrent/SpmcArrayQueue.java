package io.millrace.concurrent;

/**
 * A bounded queue for one producer and many consumers, whose slots are all created with it; it allocates nothing.
 *
 * <p>Consumers claim elements by compare-and-set. The producer waits for a preempted consumer that has claimed
 * the slot to be filled next and not emptied it, unless it offers relaxed.
 */
public final class SpmcArrayQueue<E> extends SpmcArrays<E> {

    /**
     * Creates an empty queue.
     *
     * @param capacity the greatest number of elements, 1 or more; it need not be a power of two
     * @throws IllegalArgumentException if a size is out of range
     */
    public SpmcArrayQueue(int capacity) {
        this(ChunkPolicy.array(capacity, Multiplicity.MANY));
    }

    SpmcArrayQueue(ChunkPolicy policy) {
        super(policy);
    }
}
