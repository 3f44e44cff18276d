package io.millrace.concurrent;

/**
 * An unbounded queue for many producers and one consumer, in linked chunks of one size. It has about as many chunks
 * as its content needs, and keeps some for reuse, with 4,096 slots together, or
 * as many as two of the size asked for have.
 *
 * <p>Producers claim slots by compare-and-set; a consumer that reaches a slot whose producer was preempted waits for
 * it, unless it polls relaxed.
 */
public final class MpscUnboundedArrayQueue<E> extends MpscArrays<E> {

    /**
     * Creates an empty queue.
     *
     * @param chunkSize slots of a chunk, rounded up to a power of two; chunks of 2,048 take the place of larger ones
     * @throws IllegalArgumentException if a size is out of range
     */
    public MpscUnboundedArrayQueue(int chunkSize) {
        this(ChunkPolicy.unbounded(chunkSize, Multiplicity.ONE));
    }

    MpscUnboundedArrayQueue(ChunkPolicy policy) {
        super(policy);
    }
}
