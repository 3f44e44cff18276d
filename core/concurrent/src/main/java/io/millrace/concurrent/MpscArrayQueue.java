package io.millrace.concurrent;

/**
 * A bounded queue for many producers and one consumer, in slots that are there from the start and used again and
 * again; it allocates nothing.
 *
 * <p>Producers claim places by compare-and-set; a consumer that comes to a place whose producer was preempted
 * waits for it, unless it polls relaxed.
 */
public final class MpscArrayQueue<E> extends MpscArrays<E> {

    /**
     * Makes an empty queue.
     *
     * @param capacity the greatest number of elements, 1 or more; it need not be a power of two
     * @throws IllegalArgumentException if a size is out of range
     */
    public MpscArrayQueue(int capacity) {
        this(ChunkPolicy.array(capacity, Multiplicity.ONE));
    }

    MpscArrayQueue(ChunkPolicy policy) {
        super(policy);
    }
}
