package io.millrace.journal;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.zip.CRC32C;

/**
 * The checksum of frames: the CRC32C of the payload, exclusive-or 32 bits that depend on where the frame is, its state
 * and its length, so that neither a flipped bit nor a copied page nor a wrong length passes for a frame.
 *
 * <pre>
 *   place    = ((index * 0x9E3779B185EBCA87) xor (low * 0xC2B2AE3D27D4EB4F)) >>> 32      (modulo 2^64, unsigned)
 *   checksum = CRC32C(payload) xor place
 * </pre>
 *
 * <p>{@code index} is the frame's {@link Index} and {@code low} the low word of its header as an unsigned number.
 * Padding and end marks leave the payload out: theirs is {@code place} alone. An instance belongs to one thread. The
 * payload goes through an array since the JDK's CRC32C of a mapping takes a count of users that all threads of a
 * mapping share.
 */
final class FrameChecksum {

    private static final long INDEX_FACTOR = 0x9E3779B185EBCA87L;
    private static final long LOW_FACTOR = 0xC2B2AE3D27D4EB4FL;
    private static final int CHUNK_BYTES = 8192;

    private final CRC32C crc = new CRC32C();
    private final byte[] chunk = new byte[CHUNK_BYTES];

    /** Returns the checksum of a frame whose payload is at {@code offset}. */
    int of(MemorySegment memory, long offset, int length, long index, int low) {
        CRC32C sum = crc;
        byte[] bytes = chunk;
        sum.reset();
        if (length <= CHUNK_BYTES) {
            MemorySegment.copy(memory, ValueLayout.JAVA_BYTE, offset, bytes, 0, length);
            sum.update(bytes, 0, length);
        } else {
            ofChunks(memory, offset, length);
        }
        return (int) sum.getValue() ^ place(index, low);
    }

    private void ofChunks(MemorySegment memory, long offset, int length) {
        for (int done = 0; done < length; done += CHUNK_BYTES) {
            int part = Math.min(CHUNK_BYTES, length - done);
            MemorySegment.copy(memory, ValueLayout.JAVA_BYTE, offset + done, chunk, 0, part);
            crc.update(chunk, 0, part);
        }
    }

    /** Returns the checksum of a frame without its payload, as padding and end marks have it. */
    static int place(long index, int low) {
        return (int) (((index * INDEX_FACTOR) ^ ((low & FrameLayout.LOW_MASK) * LOW_FACTOR)) >>> 32);
    }
}
