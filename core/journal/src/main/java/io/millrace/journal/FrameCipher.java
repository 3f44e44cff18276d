package io.millrace.journal;

import io.millrace.memory.Memory;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.security.GeneralSecurityException;
import java.util.Arrays;
import javax.crypto.Cipher;
import javax.crypto.spec.GCMParameterSpec;

/**
 * Encrypts and decrypts messages of one journal. Works on arrays, since the JDK's cipher copies whatever else it is
 * given, and copies between them and the memory itself. For one thread.
 */
final class FrameCipher {

    private static final int FIRST_BYTES = 1024;
    private static final int TAG_BITS = EncryptedLayout.TAG_BYTES * Byte.SIZE;

    private final byte[] nonce = new byte[EncryptedLayout.NONCE_BYTES];
    private final byte[] associated = new byte[EncryptedLayout.ASSOCIATED_BYTES];
    private final MemorySegment associatedMemory = MemorySegment.ofArray(associated);

    private final CcmCipher ccm = new CcmCipher();
    private long counter;

    private byte[] plain = new byte[FIRST_BYTES];
    private byte[] encrypted = new byte[FIRST_BYTES];
    private MemorySegment plainMemory = MemorySegment.ofArray(plain);

    FrameCipher(JournalId id) {
        Memory.setLongPlain(associatedMemory, 0, id.high());
        Memory.setLongPlain(associatedMemory, Long.BYTES, id.low());
    }

    /**
     * Says which message is next.
     *
     * @param index of its frame
     * @param low the low word of the frame's header
     * @param counter what stands in the frame as its counter, never the same twice with one key
     */
    void place(long index, int low, long counter) {
        Memory.setLongPlain(associatedMemory, EncryptedLayout.ASSOCIATED_INDEX_OFFSET, index);
        Memory.setIntPlain(associatedMemory, EncryptedLayout.ASSOCIATED_LOW_OFFSET, low);
        this.counter = counter;
    }

    private void setNonce() {
        for (int i = 0; i < Long.BYTES; i++) {
            int shift = Long.SIZE - Byte.SIZE - i * Byte.SIZE;
            nonce[EncryptedLayout.NONCE_COUNTER_OFFSET + i] = (byte) (counter >>> shift);
        }
    }

    /**
     * Encrypts a message.
     *
     * @param mode {@link EncryptedLayout#GCM} or {@link EncryptedLayout#CCM}
     * @param memory where the message is
     * @param at its offset there, and that of clear bytes, ciphertext and tag in {@code into}
     * @param clear how many of its bytes are copied as they are
     * @param length its length in bytes
     */
    void encrypt(DataCipher key, int mode, MemorySegment memory, long at, int clear, int length, MemorySegment into)
            throws GeneralSecurityException {
        grow(length + EncryptedLayout.TAG_BYTES);
        if (clear > 0) {
            MemorySegment.copy(memory, ValueLayout.JAVA_BYTE, at, plain, 0, clear);
            MemorySegment.copy(plain, 0, into, ValueLayout.JAVA_BYTE, at, clear);
        }
        int bytes = length - clear;
        if (mode == EncryptedLayout.CCM) {
            ccm.begin(counter, associated, plain, clear, bytes);
            ccm.encrypt(key, counter, memory, at + clear, bytes, into);
        } else {
            MemorySegment.copy(memory, ValueLayout.JAVA_BYTE, at + clear, plain, clear, bytes);
            begin(key, Cipher.ENCRYPT_MODE, clear);
            int made = key.gcm().doFinal(plain, clear, bytes, encrypted, 0);
            MemorySegment.copy(encrypted, 0, into, ValueLayout.JAVA_BYTE, at + clear, made);
        }
    }

    /**
     * Puts what is in the clear of a message into {@link #plain()}.
     *
     * @param at where in {@code memory} its clear bytes begin
     * @param clear how many they are
     * @param length how long the whole message is in bytes
     */
    void readClear(MemorySegment memory, long at, int clear, int length) {
        grow(length + EncryptedLayout.TAG_BYTES);
        MemorySegment.copy(memory, ValueLayout.JAVA_BYTE, at, plain, 0, clear);
    }

    /**
     * Decrypts a message into {@link #plain()}, where {@link #readClear} has put its beginning.
     *
     * @param at where in {@code memory} its clear bytes begin
     * @param clear how many they are
     * @param length how long the whole message is in bytes
     * @param mode the mark in its frame: {@link EncryptedLayout#GCM} or {@link EncryptedLayout#CCM}
     * @throws javax.crypto.AEADBadTagException if it is not what was encrypted for this place
     */
    void decrypt(DataCipher key, int mode, MemorySegment memory, long at, int clear, int length)
            throws GeneralSecurityException {
        if (mode == EncryptedLayout.CCM) {
            ccm.begin(counter, associated, plain, clear, length - clear);
            ccm.decrypt(key, counter, memory, at + clear, length - clear, plain, clear);
        } else {
            int bytes = length - clear + EncryptedLayout.TAG_BYTES;
            MemorySegment.copy(memory, ValueLayout.JAVA_BYTE, at + clear, encrypted, 0, bytes);
            begin(key, Cipher.DECRYPT_MODE, clear);
            key.gcm().doFinal(encrypted, 0, bytes, plain, clear);
        }
    }

    private void begin(DataCipher key, int mode, int clear) throws GeneralSecurityException {
        setNonce();
        key.gcm().init(mode, key.key(), new GCMParameterSpec(TAG_BITS, nonce));
        key.gcm().updateAAD(associated);
        if (clear > 0) {
            key.gcm().updateAAD(plain, 0, clear);
        }
    }

    private void grow(int needed) {
        if (needed > plain.length) {
            clear();
            plain = new byte[2 * needed];
            encrypted = new byte[2 * needed];
            plainMemory = MemorySegment.ofArray(plain);
        }
    }

    /** Returns the memory that begins with the message that was decrypted last; another one replaces it. */
    MemorySegment plain() {
        return plainMemory;
    }

    /** Overwrites what is left of the last message. */
    void clear() {
        Arrays.fill(plain, (byte) 0);
        ccm.clear();
    }
}
