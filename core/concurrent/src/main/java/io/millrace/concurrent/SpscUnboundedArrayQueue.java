package io.millrace.concurrent;

/**
 * An unbounded queue for one producer and one consumer, in linked chunks of one size. It has about as many chunks as
 * its content needs, and keeps two of them, or several with 4,096 slots together, to use them again instead of making
 * new ones.
 *
 * <p>Neither side ever waits for the other.
 */
public final class SpscUnboundedArrayQueue<E> extends SpscArrays<E> {

    /**
     * Makes an empty queue.
     *
     * @param chunkSize slots of a chunk, rounded up to a power of two
     * @throws IllegalArgumentException if a size is out of range
     */
    public SpscUnboundedArrayQueue(int chunkSize) {
        super(ChunkPolicy.unbounded(chunkSize));
    }
}
