package io.millrace.map;

import static java.lang.foreign.ValueLayout.JAVA_LONG;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Blocks of memory outside the heap, which are used again after they were freed. Four sizes lie between a power of two
 * and the next one; a freed block is used for one of the same size. Large blocks have memory of their own, which
 * returns to the system when they are freed. All of it is freed with this object, by the garbage collector. One thread
 * at a time.
 *
 * <p>An address is the number of a chunk, from 1, in the upper 24 of 48 bits and the offset in the lower ones.
 */
final class StateMemory {

    /** The bits of an address. */
    static final int ADDRESS_BITS = 48;

    private static final int OFFSET_BITS = 24;
    private static final long OFFSET_MASK = (1L << OFFSET_BITS) - 1;
    private static final int MOST_CHUNKS = 1 << (ADDRESS_BITS - OFFSET_BITS);
    private static final long FIRST_CHUNK = 1 << 16;
    private static final long LARGEST_CHUNK = 1 << 22;
    private static final long LARGE = 1 << 14;
    private static final long ALIGNMENT = 8;

    /** The smallest block is of 64 bytes: four sizes from 64 on, four from 128 on, and so forth. */
    private static final int SMALLEST_SHIFT = 6;

    private static final int SIZES = 4 * (Long.SIZE - Long.numberOfLeadingZeros(LARGE) - SMALLEST_SHIFT) + 1;

    private MemorySegment[] chunks = new MemorySegment[8];

    /** How many numbers of chunks were given; the first is 1. */
    private int numbers;

    /** The numbers of chunks of large blocks that were freed. */
    private final List<Integer> freeChunks = new ArrayList<>();

    /** The first free block of each size, which has the address of the next one; 0 for none. */
    private final long[] free = new long[SIZES];

    private long shared;
    private long sharedEnd;
    private long sharedBytes;
    private long bytes;

    /** Returns the number of the size of a block. */
    private static int size(long bytes) {
        if (bytes <= 1L << SMALLEST_SHIFT) {
            return 0;
        }
        int shift = Long.SIZE - 1 - Long.numberOfLeadingZeros(bytes - 1);
        return 4 * (shift - SMALLEST_SHIFT) + (int) ((bytes - 1) >>> (shift - 2)) - 3;
    }

    /** Returns the bytes of a block of a size. */
    private static long bytes(int size) {
        return ((size & 3) + 4L) << (SMALLEST_SHIFT - 2 + (size >>> 2));
    }

    /** Returns whether a block of some bytes may hold others instead. */
    static boolean sameSize(long one, long other) {
        return one == other || (one <= LARGE && other <= LARGE && size(one) == size(other));
    }

    /** Returns the address of a block. */
    long allocate(long wanted) {
        if (wanted > LARGE) {
            int number = freeChunks.isEmpty() ? newChunk() : freeChunks.removeLast();
            chunks[number] = memory(wanted);
            return (long) number << OFFSET_BITS;
        }
        int size = size(wanted);
        long found = free[size];
        if (found != 0) {
            free[size] = segment(found).get(JAVA_LONG, offset(found));
            return found;
        }
        long block = bytes(size);
        if (sharedEnd - shared < block) {
            sharedBytes = sharedBytes == 0 ? FIRST_CHUNK : Math.min(2 * sharedBytes, LARGEST_CHUNK);
            int number = newChunk();
            chunks[number] = memory(sharedBytes);
            shared = (long) number << OFFSET_BITS;
            sharedEnd = shared + sharedBytes;
        }
        long address = shared;
        shared += block;
        return address;
    }

    private MemorySegment memory(long size) {
        bytes += size;
        return Arena.ofAuto().allocate(size, ALIGNMENT);
    }

    private int newChunk() {
        if (numbers == MOST_CHUNKS - 1) {
            throw new MapException("state of a component takes too many pieces of memory pieces=" + numbers);
        }
        if (++numbers == chunks.length) {
            chunks = Arrays.copyOf(chunks, 2 * numbers);
        }
        return numbers;
    }

    /** Frees a block. */
    void free(long address, long wanted) {
        if (wanted > LARGE) {
            int number = (int) (address >>> OFFSET_BITS);
            bytes -= chunks[number].byteSize();
            chunks[number] = null;
            freeChunks.add(number);
            return;
        }
        int size = size(wanted);
        segment(address).set(JAVA_LONG, offset(address), free[size]);
        free[size] = address;
    }

    MemorySegment segment(long address) {
        return chunks[(int) (address >>> OFFSET_BITS)];
    }

    static long offset(long address) {
        return address & OFFSET_MASK;
    }

    /** Returns how many bytes are taken from the system. */
    long bytes() {
        return bytes;
    }
}
