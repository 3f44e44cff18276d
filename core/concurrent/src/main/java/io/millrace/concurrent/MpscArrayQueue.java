package io.millrace.concurrent;

/**
 * A bounded queue for many producers and one consumer, whose slots are all created with it; it allocates nothing.
 *
 * <p>Producers claim slots by compare-and-set; a consumer that reaches a slot whose producer was preempted waits for
 * it, unless it polls relaxed.
 */
public final class MpscArrayQueue<E> extends MpscArrays<E> {

    /**
     * Creates an empty queue.
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
