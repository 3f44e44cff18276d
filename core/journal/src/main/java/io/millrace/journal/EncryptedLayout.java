package io.millrace.journal;

import io.millrace.memory.Memory;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * The layout of encrypted payloads, and their cipher: AES-256-OCB of RFC 7253.
 *
 * <pre>
 *  data frame                                     metadata frame with a key
 *   0  int   position of the key's frame / 8       0  8 bytes: "KEY-GCM" and a line feed
 *   4  int   mark, "OCB1"                          8  int   bytes of the subject
 *   8  6 bytes: number, from 1 for each key        12  int   bytes of the wrapped key
 *  14  2 bytes: c, bytes in the clear             16  subject, UTF-8
 *  16  c bytes of the message, unencrypted         n  wrapped key, from the key provider
 *      ciphertext, as long as the rest of it
 *   n  16 bytes: tag
 *
 *  OCB   nonce            12 bytes: the number, big endian
 *        associated data  index; low word of the frame's header: state and length; c as an int; the c bytes
 *        key              of the data key and the journal's identity
 * </pre>
 *
 * <p>A key is used by one opening of one appender for one subject in one segment, so a counter is enough to never use a
 * nonce twice. The associated data binds a message to its index: it cannot be moved, nor can its segment be renamed.
 */
final class EncryptedLayout {

    static final int KEY_OFFSET = 0;
    static final int MARK_OFFSET = 4;
    static final int COUNTER_OFFSET = 8;
    static final int HEAD_BYTES = 16;
    static final int TAG_BYTES = 16;
    static final int MAX_CLEAR_BYTES = 0xffff;
    static final int OVERHEAD_BYTES = HEAD_BYTES + TAG_BYTES;
    static final int DATA_KEY_BYTES = 32;

    /** "OCB1" read as a little-endian int. */
    static final int OCB = 0x3142434F;

    /** "KEY-GCM\n" read as a little-endian long. */
    static final long KEY_MAGIC = 0x0A4D4347_2D59454BL;

    static final int SUBJECT_LENGTH_OFFSET = 8;
    static final int WRAPPED_LENGTH_OFFSET = 12;
    static final int SUBJECT_OFFSET = 16;
    static final int MAX_SUBJECT_BYTES = 1024;

    private static final int CLEAR_SHIFT = 48;

    private EncryptedLayout() {}

    /**
     * Returns the value at {@link #COUNTER_OFFSET}; the number is below 2^48, because no segment has so many frames.
     */
    static long counter(long number, int clearBytes) {
        return ((long) clearBytes << CLEAR_SHIFT) | number;
    }

    /** Returns the second long that is authenticated with a message. */
    static long associated(int low, int clearBytes) {
        return ((long) clearBytes << Integer.SIZE) | (low & FrameLayout.LOW_MASK);
    }

    static long number(long counter) {
        return counter & ((1L << CLEAR_SHIFT) - 1);
    }

    static int clearBytes(long counter) {
        return (int) (counter >>> CLEAR_SHIFT);
    }

    /** The content of a metadata frame with a key. */
    static final class KeyFrame {
        final String subject;
        final byte[] wrapped;

        KeyFrame(String subject, byte[] wrapped) {
            this.subject = subject;
            this.wrapped = wrapped;
        }
    }

    static int keyFrameBytes(byte[] subject, byte[] wrapped) {
        return SUBJECT_OFFSET + subject.length + wrapped.length;
    }

    static void writeKeyFrame(MemorySegment memory, long at, byte[] subject, byte[] wrapped) {
        Memory.setLongPlain(memory, at, KEY_MAGIC);
        Memory.setIntPlain(memory, at + SUBJECT_LENGTH_OFFSET, subject.length);
        Memory.setIntPlain(memory, at + WRAPPED_LENGTH_OFFSET, wrapped.length);
        MemorySegment.copy(subject, 0, memory, ValueLayout.JAVA_BYTE, at + SUBJECT_OFFSET, subject.length);
        MemorySegment.copy(
                wrapped, 0, memory, ValueLayout.JAVA_BYTE, at + SUBJECT_OFFSET + subject.length, wrapped.length);
    }

    static boolean isEncrypted(MemorySegment memory, long at, int length) {
        return length >= OVERHEAD_BYTES && Memory.getIntPlain(memory, at + MARK_OFFSET) == OCB;
    }

    static boolean isKeyFrame(MemorySegment memory, long at, int length) {
        return length >= SUBJECT_OFFSET && Memory.getLongPlain(memory, at) == KEY_MAGIC;
    }

    /**
     * Reads a metadata frame with a key.
     *
     * @throws JournalDamagedException if its lengths do not fit
     */
    static KeyFrame readKeyFrame(MemorySegment memory, long at, int length, long index) {
        int subject = Memory.getIntPlain(memory, at + SUBJECT_LENGTH_OFFSET);
        int wrapped = Memory.getIntPlain(memory, at + WRAPPED_LENGTH_OFFSET);
        boolean fits = subject >= 0
                && subject <= MAX_SUBJECT_BYTES
                && wrapped >= 0
                && wrapped <= KeyProvider.MAX_WRAPPED_BYTES
                && SUBJECT_OFFSET + subject + wrapped == length;
        if (!fits) {
            throw new JournalDamagedException("invalid lengths in key frame index=" + Index.toText(index)
                    + " subjectBytes=" + subject + " wrappedBytes=" + wrapped + " length=" + length);
        }
        byte[] bytes = memory.asSlice(at + SUBJECT_OFFSET, subject + wrapped).toArray(ValueLayout.JAVA_BYTE);
        byte[] key = Arrays.copyOfRange(bytes, subject, bytes.length);
        return new KeyFrame(new String(bytes, 0, subject, StandardCharsets.UTF_8), key);
    }
}
