package io.millrace.journal;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.security.GeneralSecurityException;
import java.util.Arrays;
import javax.crypto.AEADBadTagException;

/**
 * Decrypts AES-256-CCM of NIST SP 800-38C and RFC 3610, with a nonce of 11 bytes, of which the first three are zero and
 * the rest a counter, and a tag of 16 bytes. Short messages were encrypted with it before OCB. For one thread.
 */
final class CcmCipher {

    static final int BLOCK_BYTES = 16;

    private static final VarHandle WORDS = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.BIG_ENDIAN);

    private static final int FIRST_BYTES = 1024;
    private static final int TAG_BYTES = EncryptedLayout.TAG_BYTES;

    /** Flags of the first chained block: associated data, a tag of 16 bytes, a length of 4 bytes. */
    private static final long CHAIN_FLAGS = 0x7BL << 56;

    /** Flags of a block of the key stream: a counter of 4 bytes. */
    private static final long STREAM_FLAGS = 3L << 56;

    /** Associated data of this length or more has its length in 4 bytes after a mark of two. */
    private static final int LONG_ASSOCIATED = 0xff00;

    /** The chained input: the first block, the associated data, the text, each padded with zeros to whole blocks. */
    private byte[] input = new byte[FIRST_BYTES];

    private byte[] chained = new byte[FIRST_BYTES];
    private byte[] numbers = new byte[FIRST_BYTES];
    private byte[] stream = new byte[FIRST_BYTES];
    private int textAt;

    /**
     * Begins a message.
     *
     * @param counter its nonce
     * @param associated authenticated with the text
     * @param clear authenticated after that
     * @param clearBytes number of bytes of {@code clear}
     * @param textBytes length of the text in bytes
     */
    void begin(long counter, byte[] associated, byte[] clear, int clearBytes, int textBytes) {
        int associatedBytes = associated.length + clearBytes;
        int lengthBytes = associatedBytes < LONG_ASSOCIATED ? Short.BYTES : Short.BYTES + Integer.BYTES;
        textAt = BLOCK_BYTES + padded(lengthBytes + associatedBytes);
        grow(textAt + padded(textBytes) + TAG_BYTES);
        WORDS.set(input, 0, CHAIN_FLAGS | (counter >>> Integer.SIZE));
        WORDS.set(input, Long.BYTES, (counter << Integer.SIZE) | textBytes);
        int at = BLOCK_BYTES;
        if (associatedBytes >= LONG_ASSOCIATED) {
            input[at++] = (byte) 0xff;
            input[at++] = (byte) 0xfe;
            input[at++] = (byte) (associatedBytes >>> 24);
            input[at++] = (byte) (associatedBytes >>> 16);
        }
        input[at++] = (byte) (associatedBytes >>> 8);
        input[at++] = (byte) associatedBytes;
        System.arraycopy(associated, 0, input, at, associated.length);
        at += associated.length;
        System.arraycopy(clear, 0, input, at, clearBytes);
        Arrays.fill(input, at + clearBytes, textAt, (byte) 0);
    }

    /**
     * Decrypts the text of the message that was begun.
     *
     * @param from the memory of ciphertext and tag
     * @param fromAt where they begin there
     * @param bytes length of the text
     * @param into receives the text, if it is authentic
     * @param at where it begins there
     * @throws AEADBadTagException if it is not authentic
     */
    void decrypt(DataCipher key, long counter, MemorySegment from, long fromAt, int bytes, byte[] into, int at)
            throws GeneralSecurityException {
        MemorySegment.copy(from, ValueLayout.JAVA_BYTE, fromAt, input, textAt, bytes + TAG_BYTES);
        long high = (long) WORDS.get(input, textAt + bytes);
        long low = (long) WORDS.get(input, textAt + bytes + Long.BYTES);
        makeStream(key, counter, BLOCK_BYTES + padded(bytes));
        for (int i = 0; i < bytes; i += Long.BYTES) {
            long word = (long) WORDS.get(input, textAt + i) ^ (long) WORDS.get(stream, BLOCK_BYTES + i);
            WORDS.set(input, textAt + i, word);
        }
        int end = textAt + padded(bytes);
        Arrays.fill(input, textAt + bytes, end, (byte) 0);
        key.chain().doFinal(input, 0, end, chained, 0);
        long difference = (high ^ tagWord(end - BLOCK_BYTES, 0)) | (low ^ tagWord(end - BLOCK_BYTES, Long.BYTES));
        if (difference != 0) {
            clear();
            throw new AEADBadTagException("tag mismatch");
        }
        System.arraycopy(input, textAt, into, at, bytes);
    }

    /** Returns a word of the tag, encrypted by the first block of the key stream. */
    private long tagWord(int tagAt, int offset) {
        return (long) WORDS.get(chained, tagAt + offset) ^ (long) WORDS.get(stream, offset);
    }

    private void makeStream(DataCipher key, long counter, int bytes) throws GeneralSecurityException {
        for (int at = 0; at < bytes; at += BLOCK_BYTES) {
            WORDS.set(numbers, at, STREAM_FLAGS | (counter >>> Integer.SIZE));
            WORDS.set(numbers, at + Long.BYTES, (counter << Integer.SIZE) | (at / BLOCK_BYTES));
        }
        key.blocks().update(numbers, 0, bytes, stream, 0);
    }

    private static int padded(int bytes) {
        return (bytes + BLOCK_BYTES - 1) & -BLOCK_BYTES;
    }

    private void grow(int needed) {
        if (needed > input.length) {
            clear();
            input = new byte[2 * needed];
            chained = new byte[2 * needed];
            numbers = new byte[2 * needed];
            stream = new byte[2 * needed];
        }
    }

    /** Overwrites the remains of messages and of the key stream. */
    void clear() {
        Arrays.fill(input, (byte) 0);
        Arrays.fill(stream, (byte) 0);
    }
}
