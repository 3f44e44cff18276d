package io.millrace.prove;

import io.millrace.memory.Memory;
import java.lang.foreign.MemorySegment;

/**
 * Messages that say which they are, and whose length and every byte follow from that: whatever is read back tells by
 * itself whether it is whole.
 *
 * <pre>
 *   0  long  seed of the proof
 *   8  long  sequence, from 0 for each writer
 *  16  int   writer
 *  20  bytes that follow from the three above
 * </pre>
 */
final class Message {

    static final int MAX_BYTES = 512;

    private static final int SEQUENCE_OFFSET = 8;
    private static final int WRITER_OFFSET = 16;
    private static final int HEAD_BYTES = 20;
    private static final long GAMMA = 0x9E3779B97F4A7C15L;

    private Message() {}

    /** Writes a message and returns its length. */
    static int write(MemorySegment memory, long offset, long seed, int writer, long sequence) {
        Memory.setLongPlain(memory, offset, seed);
        Memory.setLongPlain(memory, offset + SEQUENCE_OFFSET, sequence);
        Memory.setIntPlain(memory, offset + WRITER_OFFSET, writer);
        int length = length(seed, writer, sequence);
        for (int at = HEAD_BYTES; at < length; at++) {
            Memory.setByte(memory, offset + at, content(seed, writer, sequence, at));
        }
        return length;
    }

    /** Returns mostly short lengths, and now and then a long one. */
    static int length(long seed, int writer, long sequence) {
        long random = mix(seed ^ mix(writer) ^ mix(sequence));
        int room = (random & 15) == 0 ? MAX_BYTES - HEAD_BYTES : 100;
        return HEAD_BYTES + (int) Long.remainderUnsigned(random >>> 4, room);
    }

    /** Returns whether these bytes are a message of this proof as it was written. */
    static boolean isWhole(MemorySegment memory, long offset, int length, long seed) {
        if (length < HEAD_BYTES || Memory.getLongPlain(memory, offset) != seed) {
            return false;
        }
        int writer = writer(memory, offset);
        long sequence = sequence(memory, offset);
        if (length != length(seed, writer, sequence)) {
            return false;
        }
        for (int at = HEAD_BYTES; at < length; at++) {
            if (Memory.getByte(memory, offset + at) != content(seed, writer, sequence, at)) {
                return false;
            }
        }
        return true;
    }

    static int writer(MemorySegment memory, long offset) {
        return Memory.getIntPlain(memory, offset + WRITER_OFFSET);
    }

    static long sequence(MemorySegment memory, long offset) {
        return Memory.getLongPlain(memory, offset + SEQUENCE_OFFSET);
    }

    private static byte content(long seed, int writer, long sequence, int at) {
        return (byte) mix(seed + GAMMA * (sequence * MAX_BYTES + at) + writer);
    }

    /** Mixes bits by the finalizer of SplitMix64, of Steele, Lea and Flood, 2014. */
    private static long mix(long value) {
        long mixed = (value ^ (value >>> 30)) * 0xBF58476D1CE4E5B9L;
        mixed = (mixed ^ (mixed >>> 27)) * 0x94D049BB133111EBL;
        return mixed ^ (mixed >>> 31);
    }
}
