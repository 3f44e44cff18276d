package io.millrace.concurrent;

/**
 * A bounded queue for one producer and many consumers, in linked chunks of one size. It has about as many chunks as its
 * content needs, and keeps some for reuse, with 4,096 slots together, or as many as two of the size asked for have.
 *
 * <p>Consumers claim elements by compare-and-set. If the queue is full except for an element which a preempted consumer
 * has claimed and not taken out, the producer waits, unless it offers relaxed.
 */
public final class SpmcChunkedArrayQueue<E> extends SpmcArrays<E> {

    /**
     * Creates an empty queue.
     *
     * @param chunkSize slots of a chunk, rounded up to a power of two
     * @param capacity the greatest number of elements, at least the chunk size
     * @throws IllegalArgumentException if a size is out of range
     */
    public SpmcChunkedArrayQueue(int chunkSize, int capacity) {
        super(ChunkPolicy.chunked(chunkSize, capacity, Multiplicity.MANY));
    }
}
