package io.millrace.concurrent;

/**
 * An unbounded queue for one producer and one consumer, in linked chunks of one size. It has about as many chunks
 * as its content needs, and allocates nothing while the content fits one.
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
