package io.millrace.journal;

import io.millrace.concurrent.WyHash;
import java.lang.foreign.MemorySegment;

/**
 * The checksum of frames: a hash of the payload whose seed contains the frame's index, state and length, so that
 * neither a flipped bit nor a copied page nor a wrong length is accepted as a frame.
 *
 * <pre>
 *   seed     = index xor (low &lt;&lt; 32)
 *   checksum = low 32 bits of wyhash(payload, seed)
 * </pre>
 *
 * <p>{@code index} is the frame's {@link Index} and {@code low} the low word of its header as an unsigned number.
 * Padding and end marks have the checksum of an empty payload. Other checked bytes of a journal are
 * hashed with a seed of zero.
 */
final class FrameChecksum {

    private FrameChecksum() {}

    /** Returns the checksum of a frame whose payload is at {@code offset}. */
    static int of(MemorySegment memory, long offset, int length, long index, int low) {
        return (int) WyHash.hash(memory, offset, length, seed(index, low));
    }

    /** Returns the checksum of a frame without payload, such as padding and end marks. */
    static int ofHeader(long index, int low) {
        return (int) WyHash.ofNothing(seed(index, low));
    }

    /** Returns the checksum of bytes that are not a frame. */
    static int ofBytes(MemorySegment memory, long offset, int length) {
        return (int) WyHash.hash(memory, offset, length, 0);
    }

    private static long seed(long index, int low) {
        return index ^ ((long) low << FrameLayout.CHECKSUM_SHIFT);
    }
}
