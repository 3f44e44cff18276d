package io.millrace.concurrent;

/**
 * A bounded queue for one producer and one consumer, in linked chunks of one size. It has about as many chunks as
 * its content needs, and keeps some for reuse, with 4,096 slots together, or as
 * many as two of the size asked for have.
 *
 * <p>Neither side waits for the other.
 */
public final class SpscChunkedArrayQueue<E> extends SpscArrays<E> {

    /**
     * Creates an empty queue.
     *
     * @param chunkSize slots of a chunk, rounded up to a power of two; chunks of 2,048 take the place of larger ones
     * @param capacity the greatest number of elements, at least the chunk size
     * @throws IllegalArgumentException if a size is out of range
     */
    public SpscChunkedArrayQueue(int chunkSize, int capacity) {
        super(ChunkPolicy.chunked(chunkSize, capacity, Multiplicity.ONE));
    }
}
