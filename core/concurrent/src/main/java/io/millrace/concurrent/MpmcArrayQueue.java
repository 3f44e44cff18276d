package io.millrace.concurrent;

/**
 * A bounded queue for many producers and many consumers, whose slots are all created with it; it allocates nothing.
 *
 * <p>Both sides claim by compare-and-set; an operation that needs a slot which a preempted thread has claimed waits
 * for that thread, unless it is relaxed.
 */
public final class MpmcArrayQueue<E> extends MpmcArrays<E> {

    /**
     * Creates an empty queue.
     *
     * @param capacity the greatest number of elements, 1 or more; it need not be a power of two
     * @throws IllegalArgumentException if a size is out of range
     */
    public MpmcArrayQueue(int capacity) {
        this(ChunkPolicy.array(capacity, Multiplicity.MANY));
    }

    MpmcArrayQueue(ChunkPolicy policy) {
        super(policy);
    }
}
