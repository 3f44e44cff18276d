package io.millrace.concurrent;

/**
 * A bounded queue for many producers and many consumers, in slots that are there from the start and used again and
 * again; it allocates nothing.
 *
 * <p>Both sides claim by compare-and-set; whoever comes to a place that a preempted thread has claimed waits for
 * it, unless the operation is relaxed.
 */
public final class MpmcArrayQueue<E> extends MpmcArrays<E> {

    /**
     * Makes an empty queue.
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
