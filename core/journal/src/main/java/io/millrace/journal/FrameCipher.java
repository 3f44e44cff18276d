package io.millrace.journal;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.security.GeneralSecurityException;
import java.util.Arrays;

/**
 * Encrypts and decrypts messages of one journal by {@link OcbCipher}. For one thread.
 */
final class FrameCipher {

    private static final int FIRST_BYTES = 1024;

    private final OcbCipher ocb = new OcbCipher();
    private long index;
    private int low;
    private long counter;

    private byte[] plain = new byte[FIRST_BYTES];
    private MemorySegment plainMemory = MemorySegment.ofArray(plain);

    /**
     * Sets the identity of the next message.
     *
     * @param index index of its frame
     * @param low the low word of the frame's header
     * @param counter the counter in the frame, whose number is never used twice with one key
     */
    void setNonce(long index, int low, long counter) {
        this.index = index;
        this.low = low;
        this.counter = counter;
    }

    /**
     * Encrypts a message.
     *
     * @param memory the memory of the message
     * @param at its offset there, and the offset of clear bytes, ciphertext and tag in {@code into}
     * @param clear number of its bytes that are copied unencrypted
     * @param length its length in bytes
     */
    void encrypt(DataCipher key, MemorySegment memory, long at, int clear, int length, MemorySegment into)
            throws GeneralSecurityException {
        beginOcb(key, memory, at, clear);
        if (clear > 0) {
            MemorySegment.copy(memory, at, into, at, clear);
        }
        ocb.encrypt(memory, at + clear, length - clear, into);
    }

    private void beginOcb(DataCipher key, MemorySegment memory, long at, int clear) throws GeneralSecurityException {
        ocb.begin(key.ocb(), EncryptedLayout.number(counter));
        ocb.associate(index, EncryptedLayout.associated(low, clear));
        if (clear > 0) {
            ocb.associate(memory, at, clear);
        }
    }

    /**
     * Copies the unencrypted bytes of a message into {@link #plain()}.
     *
     * @param at where in {@code memory} its clear bytes begin
     * @param clear the number of clear bytes
     * @param length the length of the whole message in bytes
     */
    void readClear(MemorySegment memory, long at, int clear, int length) {
        if (length > plain.length) {
            clear();
            plain = new byte[2 * length];
            plainMemory = MemorySegment.ofArray(plain);
        }
        MemorySegment.copy(memory, ValueLayout.JAVA_BYTE, at, plain, 0, clear);
    }

    /**
     * Decrypts a message into {@link #plain()}, where {@link #readClear} has copied its beginning.
     *
     * @param memory the memory of the message
     * @param at where in {@code memory} its clear bytes begin
     * @param clear the number of clear bytes
     * @param length the length of the whole message in bytes
     * @throws javax.crypto.AEADBadTagException if it was modified or moved
     */
    void decrypt(DataCipher key, MemorySegment memory, long at, int clear, int length) throws GeneralSecurityException {
        beginOcb(key, memory, at, clear);
        ocb.decrypt(memory, at + clear, length - clear, plain, clear);
    }

    /** Returns the memory that begins with the message that was decrypted last; a later message may replace it. */
    MemorySegment plain() {
        return plainMemory;
    }

    /** Overwrites the remains of the last message. */
    void clear() {
        Arrays.fill(plain, (byte) 0);
        ocb.clear();
    }
}
