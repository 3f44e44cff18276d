package io.millrace.concurrent;

/**
 * A bounded queue for one producer and many consumers, in slots that are there from the start and used again and
 * again; it allocates nothing.
 *
 * <p>Consumers claim elements by compare-and-set. In an array queue that is full but for an element which a
 * preempted consumer has claimed and not taken out, the producer waits, unless it offers relaxed.
 */
public final class SpmcArrayQueue<E> extends SpmcArrays<E> {

    /**
     * Makes an empty queue.
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
