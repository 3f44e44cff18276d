package io.millrace.concurrent;

/**
 * A bounded queue for many producers and many consumers, in linked chunks of one size. It has about as many chunks as
 * its content needs, and keeps some for reuse, with 4,096 slots together, or as many as two of the size asked for have.
 *
 * <p>Both sides claim by compare-and-set; an operation that needs a slot which a preempted thread has claimed waits for
 * that thread, unless it is relaxed.
 */
public final class MpmcChunkedArrayQueue<E> extends MpmcArrays<E> {

    /**
     * Creates an empty queue.
     *
     * @param chunkSize slots of a chunk, rounded up to a power of two
     * @param capacity the greatest number of elements, at least the chunk size
     * @throws IllegalArgumentException if a size is out of range
     */
    public MpmcChunkedArrayQueue(int chunkSize, int capacity) {
        super(ChunkPolicy.chunked(chunkSize, capacity, Multiplicity.MANY));
    }
}
