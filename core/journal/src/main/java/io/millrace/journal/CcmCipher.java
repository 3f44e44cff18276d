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
 * AES-256-CCM of NIST SP 800-38C and RFC 3610, with a nonce of 11 bytes, of which the first three are zero and the rest
 * a counter, and a tag of 16 bytes. For one thread.
 *
 * <p>The counters of messages follow each other, so the key stream of those that come next is made with that of the
 * present one, many blocks in one call. What is left for a message is one call that chains its blocks to a tag: for 40
 * bytes a third of what the JDK's GCM takes, most of it to take up a new nonce.
 */
final class CcmCipher {

    static final int BLOCK_BYTES = 16;

    private static final VarHandle WORDS = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.BIG_ENDIAN);

    private static final int FIRST_BYTES = 1024;
    private static final int FIRST_STREAM_BLOCKS = 128;
    private static final int TAG_BYTES = EncryptedLayout.TAG_BYTES;

    /** Of the first block that is chained: there is associated data, a tag of 16 bytes, a length of 4 bytes. */
    private static final long CHAIN_FLAGS = 0x7BL << 56;

    /** Of a block of the key stream: a number of 4 bytes. */
    private static final long STREAM_FLAGS = 3L << 56;

    /** Associated data of this length and more has its length in 4 bytes behind a mark of two. */
    private static final int LONG_ASSOCIATED = 0xff00;

    /** What is chained: the first block, the associated data, the text, each padded with zeros to whole blocks. */
    private byte[] input = new byte[FIRST_BYTES];

    private byte[] chained = new byte[FIRST_BYTES];
    private int textAt;

    private byte[] numbers = new byte[FIRST_STREAM_BLOCKS * BLOCK_BYTES];
    private byte[] stream = new byte[FIRST_STREAM_BLOCKS * BLOCK_BYTES];
    private DataCipher streamKey;
    private long streamFirst;
    private int streamMessages;
    private int blocksEach;
    private long lastCounter;

    /**
     * Begins a message.
     *
     * @param counter its nonce, never the same twice with one key
     * @param associated what is authenticated with the text
     * @param clear is authenticated behind that
     * @param clearBytes how many bytes of {@code clear}
     * @param textBytes how long the text is in bytes
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
     * Encrypts the text of the message that was begun.
     *
     * @param from where the text is
     * @param at where it begins there, and ciphertext and tag in {@code into}
     * @param bytes its length
     */
    void encrypt(DataCipher key, long counter, MemorySegment from, long at, int bytes, MemorySegment into)
            throws GeneralSecurityException {
        MemorySegment.copy(from, ValueLayout.JAVA_BYTE, at, input, textAt, bytes);
        int tagAt = chain(key, bytes);
        int streamAt = streamOf(key, counter, bytes);
        xorText(streamAt, bytes);
        WORDS.set(input, textAt + bytes, tagWord(tagAt, streamAt, 0));
        WORDS.set(input, textAt + bytes + Long.BYTES, tagWord(tagAt, streamAt, Long.BYTES));
        MemorySegment.copy(input, textAt, into, ValueLayout.JAVA_BYTE, at, bytes + TAG_BYTES);
    }

    /**
     * Decrypts the text of the message that was begun.
     *
     * @param from where ciphertext and tag are
     * @param fromAt where they begin there
     * @param bytes length of the text
     * @param into receives the text, if it is what was encrypted
     * @param at where it begins there
     * @throws AEADBadTagException if it is not
     */
    void decrypt(DataCipher key, long counter, MemorySegment from, long fromAt, int bytes, byte[] into, int at)
            throws GeneralSecurityException {
        MemorySegment.copy(from, ValueLayout.JAVA_BYTE, fromAt, input, textAt, bytes + TAG_BYTES);
        long high = (long) WORDS.get(input, textAt + bytes);
        long low = (long) WORDS.get(input, textAt + bytes + Long.BYTES);
        int streamAt = streamOf(key, counter, bytes);
        xorText(streamAt, bytes);
        int tagAt = chain(key, bytes);
        long difference = (high ^ tagWord(tagAt, streamAt, 0)) | (low ^ tagWord(tagAt, streamAt, Long.BYTES));
        if (difference != 0) {
            clear();
            throw new AEADBadTagException("Tag mismatch");
        }
        System.arraycopy(input, textAt, into, at, bytes);
    }

    private long tagWord(int tagAt, int streamAt, int offset) {
        return (long) WORDS.get(chained, tagAt + offset) ^ (long) WORDS.get(stream, streamAt + offset);
    }

    /** Chains everything up to the end of the text, and returns where in {@link #chained} the last block is. */
    private int chain(DataCipher key, int bytes) throws GeneralSecurityException {
        int end = textAt + padded(bytes);
        Arrays.fill(input, textAt + bytes, end, (byte) 0);
        key.chain().doFinal(input, 0, end, chained, 0);
        return end - BLOCK_BYTES;
    }

    /** The key stream for the text stands behind the block for the tag. */
    private void xorText(int streamAt, int bytes) {
        for (int i = 0; i < bytes; i += Long.BYTES) {
            long word = (long) WORDS.get(input, textAt + i) ^ (long) WORDS.get(stream, streamAt + BLOCK_BYTES + i);
            WORDS.set(input, textAt + i, word);
        }
    }

    /** Returns where in {@link #stream} that of a message begins. */
    private int streamOf(DataCipher key, long counter, int bytes) throws GeneralSecurityException {
        int blocks = 1 + padded(bytes) / BLOCK_BYTES;
        long message = counter - streamFirst;
        if (key != streamKey || message < 0 || message >= streamMessages || blocks > blocksEach) {
            boolean goesOn = key == streamKey && counter == lastCounter + 1;
            makeStream(key, counter, goesOn ? Math.max(blocks, blocksEach) : blocks, goesOn);
            message = 0;
        }
        lastCounter = counter;
        return (int) message * blocksEach * BLOCK_BYTES;
    }

    /** Makes the key stream of one message, or where one follows the other, of as many as there is room for. */
    private void makeStream(DataCipher key, long counter, int blocks, boolean goesOn) throws GeneralSecurityException {
        if (blocks * BLOCK_BYTES > stream.length) {
            numbers = new byte[2 * blocks * BLOCK_BYTES];
            stream = new byte[2 * blocks * BLOCK_BYTES];
        }
        int messages = goesOn ? stream.length / (blocks * BLOCK_BYTES) : 1;
        int at = 0;
        for (int message = 0; message < messages; message++) {
            long high = STREAM_FLAGS | ((counter + message) >>> Integer.SIZE);
            long low = (counter + message) << Integer.SIZE;
            for (int block = 0; block < blocks; block++) {
                WORDS.set(numbers, at, high);
                WORDS.set(numbers, at + Long.BYTES, low | block);
                at += BLOCK_BYTES;
            }
        }
        streamMessages = 0;
        key.blocks().update(numbers, 0, at, stream, 0);
        streamKey = key;
        streamFirst = counter;
        streamMessages = messages;
        blocksEach = blocks;
    }

    private static int padded(int bytes) {
        return (bytes + BLOCK_BYTES - 1) & -BLOCK_BYTES;
    }

    private void grow(int needed) {
        if (needed > input.length) {
            clear();
            input = new byte[2 * needed];
            chained = new byte[2 * needed];
        }
    }

    /** Overwrites what is left of messages and of the key stream. */
    void clear() {
        Arrays.fill(input, (byte) 0);
        Arrays.fill(stream, (byte) 0);
        streamKey = null;
        streamMessages = 0;
    }
}
