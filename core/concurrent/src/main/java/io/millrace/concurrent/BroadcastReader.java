package io.millrace.concurrent;

import io.millrace.memory.Memory;
import java.lang.foreign.MemorySegment;

/**
 * Reads the frames of a {@link BroadcastQueue} in order. The frame that {@link #next} found can be read in {@link
 * #memory()} until {@code next} is called again; then the producer may overwrite it. For one thread at a time: the
 * first that calls {@code next} owns the reader until it calls {@link #handOver()} or ends, see {@link ThreadOwner}.
 * Any thread may close it.
 */
public final class BroadcastReader implements AutoCloseable {

    private final BroadcastQueue queue;
    private final MemorySegment memory;
    private final int capacity;
    private final long counter;
    private long position;
    private long end;
    private long published;
    private int at;
    private int length;
    private final ThreadOwner owner;
    private boolean closed;

    BroadcastReader(BroadcastQueue queue, long counter, long position, OwnerCheck ownerCheck) {
        this.owner = new ThreadOwner("BroadcastReader", "BroadcastQueue", ownerCheck, this::release);
        this.queue = queue;
        this.memory = queue.memory();
        this.capacity = queue.capacityBytes();
        this.counter = counter;
        this.position = position;
        this.end = position;
        this.published = position;
    }

    /**
     * Passes the frame found last and finds the next one; returns whether there is one.
     *
     * @throws IllegalStateException if the reader is closed
     * @throws WrongThreadException if another thread is the owner
     */
    public boolean next() {
        owner.check();
        if (closed) {
            throw new IllegalStateException("broadcast reader is closed position=" + position);
        }
        if (position != end) {
            position = end;
            Memory.setLongRelease(memory, counter, position);
        }
        if (position == published) {
            published = Memory.getLongAcquire(memory, capacity);
            if (position == published) {
                return false;
            }
        }
        long from = position;
        at = (int) from & (capacity - 1);
        length = Memory.getIntPlain(memory, at);
        if (length == BroadcastQueue.PADDING) {
            from += capacity - at;
            at = 0;
            length = Memory.getIntPlain(memory, 0);
        }
        end = from + BroadcastQueue.frameBytes(length);
        return true;
    }

    /** Returns the memory that has the payload. */
    public MemorySegment memory() {
        return memory;
    }

    /** Returns the offset in {@link #memory()} of the payload that {@link #next} found. */
    public long offset() {
        return (long) at + BroadcastQueue.HEADER_BYTES;
    }

    /** Returns the length in bytes of the payload that {@link #next} found. */
    public int length() {
        return length;
    }

    /** Returns the number of the frame that {@link #next} found; the first of the queue is 0. */
    public long sequence() {
        return Memory.getLongPlain(memory, (long) at + BroadcastQueue.SEQUENCE_AT);
    }

    /**
     * Leaves the reader without an owner; the next thread that reads becomes the owner.
     *
     * @throws WrongThreadException if another thread is the owner
     */
    public void handOver() {
        owner.handOver();
    }

    /**
     * Closes the reader; the frame found last counts as read. Later frames no longer wait for this reader. Where
     * another thread is the owner, its next call closes the reader, see {@link ThreadOwner#close()}.
     */
    @Override
    public void close() {
        owner.close();
    }

    private void release() {
        closed = true;
        queue.closed(this, end);
    }
}
