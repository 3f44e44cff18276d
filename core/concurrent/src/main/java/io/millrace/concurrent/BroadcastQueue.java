package io.millrace.concurrent;

import io.millrace.memory.Memory;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.Objects;

/**
 * A bounded ring of byte frames for one producer and several readers, each of which sees every frame in order. The
 * memory is off the heap, and is freed with the object. No operation waits, and none allocates.
 *
 * <p>The producer claims space for frames, fills it in {@link #memory()}, and publishes all claimed frames at once:
 * readers see all of them or none. A frame stays until the slowest reader has passed it, so a reader that stops reading
 * stops the producer. As long as there is no reader, frames wait for the first one.
 *
 * <pre>
 *  offset of a frame       0          4          8          16
 *  (a multiple of 8)       +----------+----------+----------+---------+
 *                          | length   | unused   | sequence | payload |   or at the end of the ring length -1:
 *                          +----------+----------+----------+---------+   the next frame is at the start
 * </pre>
 *
 * <p>The counters follow the ring, 128 bytes apart: bytes published, and for each reader the bytes that it has passed.
 * What the producer wrote before {@link #publish} happens before what a reader does that sees the frame; what a reader
 * did with a frame happens before the producer claims its space again. Any thread may call {@link #reader}; all other
 * methods are for the producer. The first thread that claims or publishes is the producer until it calls
 * {@link #handOver()} or ends; another one is refused, see {@link ThreadOwner}.
 */
public final class BroadcastQueue {

    /** The result of {@link #claim} where there is no space. */
    public static final long FULL = -1;

    /** The least capacity in bytes. */
    public static final int MIN_CAPACITY_BYTES = 1 << 12;

    /** The greatest capacity in bytes. */
    public static final int MAX_CAPACITY_BYTES = 1 << 30;

    /** The greatest number of readers at a time. */
    public static final int MAX_READERS = 64;

    static final int HEADER_BYTES = 16;
    static final int SEQUENCE_AT = 8;
    static final int PADDING = -1;

    private static final int FRAME_ALIGNMENT = 8;
    private static final int COUNTER_BYTES = 128;
    private static final int LARGEST_PART = 8;

    private final int capacity;
    private final MemorySegment memory;
    private final Object readersLock = new Object();
    private final BroadcastReader[] readers = new BroadcastReader[MAX_READERS];
    private final OwnerCheck ownerCheck;
    private final ThreadOwner producer;
    private int readerCount;
    private long passed;
    private long tail;
    private long limit;
    private long sequence;

    /**
     * Creates an empty queue.
     *
     * @param capacityBytes the size of the ring in bytes, a power of two from {@value #MIN_CAPACITY_BYTES} to
     *     {@value #MAX_CAPACITY_BYTES}
     * @throws IllegalArgumentException if it is not
     */
    public BroadcastQueue(int capacityBytes) {
        this(capacityBytes, OwnerCheck.ON);
    }

    /**
     * Creates an empty queue.
     *
     * @param capacityBytes as in {@link #BroadcastQueue(int)}
     * @param ownerCheck whether a second thread is refused as producer, and in each reader
     * @throws IllegalArgumentException if the capacity is not valid
     */
    public BroadcastQueue(int capacityBytes, OwnerCheck ownerCheck) {
        if (capacityBytes < MIN_CAPACITY_BYTES
                || capacityBytes > MAX_CAPACITY_BYTES
                || Integer.bitCount(capacityBytes) != 1) {
            throw new IllegalArgumentException("broadcast queue capacity is not a valid power of two capacityBytes="
                    + capacityBytes + " least=" + MIN_CAPACITY_BYTES + " greatest=" + MAX_CAPACITY_BYTES);
        }
        this.ownerCheck = Objects.requireNonNull(ownerCheck, "ownerCheck");
        this.producer = new ThreadOwner("producer", "BroadcastQueue", ownerCheck);
        this.capacity = capacityBytes;
        this.limit = capacityBytes;
        this.memory = Arena.ofAuto().allocate(capacityBytes + (1L + MAX_READERS) * COUNTER_BYTES, COUNTER_BYTES);
    }

    /** Returns the size of the ring in bytes. */
    public int capacityBytes() {
        return capacity;
    }

    /** Returns the greatest length of a payload: with its header, an eighth of the capacity. */
    public int maxLength() {
        return capacity / LARGEST_PART - HEADER_BYTES;
    }

    /** Returns the memory into which payloads are written, at the offsets that {@link #claim} returns. */
    public MemorySegment memory() {
        return memory;
    }

    /** Returns the bytes of the ring that a frame takes whose payload has {@code length} bytes. */
    public static int frameBytes(int length) {
        return HEADER_BYTES + length + (-length & (FRAME_ALIGNMENT - 1));
    }

    /** Returns the number of the next frame that will be claimed; the first one is 0. */
    public long nextSequence() {
        return sequence;
    }

    /**
     * Returns whether frames of {@code bytes} together, at most half the capacity, can be claimed one after the other
     * without a {@link #FULL}, including the space lost at the end of the ring.
     */
    public boolean hasRoom(long bytes) {
        producer.check();
        long needed = tail + bytes + capacity / LARGEST_PART;
        return needed <= limit || needed <= refreshLimit();
    }

    /**
     * Claims space for a payload; no reader sees it before {@link #publish}.
     *
     * @param length the length of the payload in bytes, 0 to {@link #maxLength}
     * @return the offset of the payload in {@link #memory()}, a multiple of 8; {@link #FULL} where there is no space
     * @throws IllegalArgumentException if the payload is too long
     * @throws WrongThreadException if another thread is the producer
     */
    public long claim(int length) {
        producer.check();
        if (length < 0 || length > maxLength()) {
            throw new IllegalArgumentException("invalid frame length of a broadcast queue length=" + length
                    + " greatest=" + maxLength() + " capacityBytes=" + capacity);
        }
        int bytes = frameBytes(length);
        int at = (int) tail & (capacity - 1);
        int padding = at + bytes > capacity ? capacity - at : 0;
        long end = tail + padding + bytes;
        if (end > limit && end > refreshLimit()) {
            return FULL;
        }
        if (padding > 0) {
            Memory.setIntPlain(memory, at, PADDING);
            at = 0;
        }
        Memory.setIntPlain(memory, at, length);
        Memory.setLongPlain(memory, at + SEQUENCE_AT, sequence);
        sequence++;
        tail = end;
        return (long) at + HEADER_BYTES;
    }

    /** Publishes all claimed frames. */
    public void publish() {
        producer.check();
        Memory.setLongRelease(memory, capacity, tail);
    }

    /**
     * Leaves the queue without a producer; the next thread that claims or publishes becomes the producer.
     *
     * @throws WrongThreadException if another thread is the producer
     */
    public void handOver() {
        producer.handOver();
    }

    /**
     * Creates a reader. It begins with the oldest frame that other readers have not passed. Where there are no other
     * readers, it begins with the oldest frame that no reader has passed.
     *
     * @throws IllegalStateException if there are {@value #MAX_READERS}
     */
    public BroadcastReader reader() {
        synchronized (readersLock) {
            if (readerCount == MAX_READERS) {
                throw new IllegalStateException(
                        "broadcast queue has too many readers readers=" + readerCount + " limit=" + MAX_READERS);
            }
            int slot = 0;
            while (readers[slot] != null) {
                slot++;
            }
            long position = slowest();
            BroadcastReader reader = new BroadcastReader(this, counter(slot), position, ownerCheck);
            Memory.setLongRelease(memory, counter(slot), position);
            readers[slot] = reader;
            readerCount++;
            return reader;
        }
    }

    /**
     * Returns how many bytes of the ring are taken by published frames that some reader has not passed, headers
     * included; without readers, those that the next reader will get. Any thread may ask; the producer is not delayed
     * for more than the time it takes to look at the readers.
     */
    public long usedBytes() {
        synchronized (readersLock) {
            long slowest = slowest(); // first, since it only grows towards what is published
            return Memory.getLongAcquire(memory, capacity) - slowest;
        }
    }

    /** Removes a reader; if it was the last one, the frames it has not read are kept for the next one. */
    void closed(BroadcastReader reader, long position) {
        synchronized (readersLock) {
            for (int slot = 0; slot < readers.length; slot++) {
                if (reader.equals(readers[slot])) {
                    readers[slot] = null;
                    readerCount--;
                    passed = position;
                }
            }
        }
    }

    /** Reads the position of the slowest reader, and returns up to where the producer may claim. */
    private long refreshLimit() {
        synchronized (readersLock) {
            limit = slowest() + capacity;
            return limit;
        }
    }

    private long slowest() {
        if (readerCount == 0) {
            return passed;
        }
        long slowest = Long.MAX_VALUE;
        int seen = 0;
        for (int slot = 0; seen < readerCount; slot++) {
            if (readers[slot] != null) {
                slowest = Math.min(slowest, Memory.getLongAcquire(memory, counter(slot)));
                seen++;
            }
        }
        return slowest;
    }

    private long counter(int slot) {
        return capacity + (1L + slot) * COUNTER_BYTES;
    }
}
