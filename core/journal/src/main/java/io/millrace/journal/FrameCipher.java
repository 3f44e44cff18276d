package io.millrace.journal;

import io.millrace.memory.Memory;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.security.GeneralSecurityException;
import java.util.Arrays;
import javax.crypto.Cipher;
import javax.crypto.spec.GCMParameterSpec;

/**
 * Encrypts and decrypts messages of one journal. Messages are encrypted by {@link OcbCipher}; {@link CcmCipher} and the
 * JDK's GCM decrypt older ones. For one thread.
 */
final class FrameCipher {

    private static final int FIRST_BYTES = 1024;
    private static final int TAG_BITS = EncryptedLayout.TAG_BYTES * Byte.SIZE;

    private final byte[] nonce = new byte[EncryptedLayout.NONCE_BYTES];
    private final byte[] associated = new byte[EncryptedLayout.ASSOCIATED_BYTES];
    private final MemorySegment associatedMemory = MemorySegment.ofArray(associated);

    private final OcbCipher ocb = new OcbCipher();
    private final CcmCipher ccm = new CcmCipher();
    private long index;
    private int low;
    private long counter;

    private byte[] plain = new byte[FIRST_BYTES];
    private byte[] encrypted = new byte[0];
    private MemorySegment plainMemory = MemorySegment.ofArray(plain);

    FrameCipher(JournalId id) {
        Memory.setLongPlain(associatedMemory, 0, id.high());
        Memory.setLongPlain(associatedMemory, Long.BYTES, id.low());
    }

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
     * @param mode the mark in its frame, one of {@link EncryptedLayout}
     * @param memory the memory of the message
     * @param at where in {@code memory} its clear bytes begin
     * @param clear the number of clear bytes
     * @param length the length of the whole message in bytes
     * @throws javax.crypto.AEADBadTagException if it was modified or moved
     */
    void decrypt(DataCipher key, int mode, MemorySegment memory, long at, int clear, int length)
            throws GeneralSecurityException {
        if (mode == EncryptedLayout.OCB) {
            beginOcb(key, memory, at, clear);
            ocb.decrypt(memory, at + clear, length - clear, plain, clear);
            return;
        }
        Memory.setLongPlain(associatedMemory, EncryptedLayout.ASSOCIATED_INDEX_OFFSET, index);
        Memory.setIntPlain(associatedMemory, EncryptedLayout.ASSOCIATED_LOW_OFFSET, low);
        if (mode == EncryptedLayout.CCM) {
            ccm.begin(counter, associated, plain, clear, length - clear);
            ccm.decrypt(key, counter, memory, at + clear, length - clear, plain, clear);
        } else {
            decryptGcm(key, memory, at, clear, length);
        }
    }

    private void decryptGcm(DataCipher key, MemorySegment memory, long at, int clear, int length)
            throws GeneralSecurityException {
        int bytes = length - clear + EncryptedLayout.TAG_BYTES;
        if (bytes > encrypted.length) {
            encrypted = new byte[2 * bytes];
        }
        MemorySegment.copy(memory, ValueLayout.JAVA_BYTE, at + clear, encrypted, 0, bytes);
        for (int i = 0; i < Long.BYTES; i++) {
            int shift = Long.SIZE - Byte.SIZE - i * Byte.SIZE;
            nonce[EncryptedLayout.NONCE_COUNTER_OFFSET + i] = (byte) (counter >>> shift);
        }
        Cipher gcm = key.gcm();
        gcm.init(Cipher.DECRYPT_MODE, key.key(), new GCMParameterSpec(TAG_BITS, nonce));
        gcm.updateAAD(associated);
        if (clear > 0) {
            gcm.updateAAD(plain, 0, clear);
        }
        gcm.doFinal(encrypted, 0, bytes, plain, clear);
    }

    /** Returns the memory that begins with the message that was decrypted last; a later message may replace it. */
    MemorySegment plain() {
        return plainMemory;
    }

    /** Overwrites the remains of the last message. */
    void clear() {
        Arrays.fill(plain, (byte) 0);
        ocb.clear();
        ccm.clear();
    }
}
