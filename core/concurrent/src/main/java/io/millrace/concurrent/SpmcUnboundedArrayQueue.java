package io.millrace.concurrent;

/**
 * An unbounded queue for one producer and many consumers, in linked chunks of one size. It has about as many chunks as
 * its content needs, and keeps some for reuse, with 4,096 slots together, or as many as two of the size asked for have.
 *
 * <p>Consumers claim elements by compare-and-set. In an array queue that is full except for an element which a
 * preempted consumer has claimed and not taken out, the producer waits, unless it offers relaxed.
 */
public final class SpmcUnboundedArrayQueue<E> extends SpmcArrays<E> {

    /**
     * Creates an empty queue.
     *
     * @param chunkSize slots of a chunk, rounded up to a power of two
     * @throws IllegalArgumentException if a size is out of range
     */
    public SpmcUnboundedArrayQueue(int chunkSize) {
        this(ChunkPolicy.unbounded(chunkSize, Multiplicity.MANY));
    }

    SpmcUnboundedArrayQueue(ChunkPolicy policy) {
        super(policy);
    }
}
