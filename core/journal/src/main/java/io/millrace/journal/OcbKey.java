package io.millrace.journal;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.security.GeneralSecurityException;
import java.util.Arrays;
import javax.crypto.Cipher;

/**
 * A key of {@link OcbCipher}: the block cipher under it, and the values that RFC 7253 derives from it once: L_*, L_$
 * and L_0 and following, each the double of the one before. Also keeps the derivation of the last nonce, which 64
 * consecutive numbers share. Halves of blocks are little-endian. For one thread.
 */
final class OcbKey implements AutoCloseable {

    static final int BLOCK_BYTES = 16;

    private static final VarHandle WORDS = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);

    private static final int RUN_BITS = 7;

    /** Length of a run of blocks, the first run without block 0: inside a run, all steps are known in advance. */
    static final int RUN_BLOCKS = 1 << RUN_BITS;

    /** Power of two of the number of runs of a text of 2^31 bytes. */
    private static final int RUNS_BITS = 21;

    private static final int NONCES_BITS = 6;
    private static final long NO_NUMBERS = -1;

    /** A nonce of 12 bytes and a tag of 16: a one bit, followed by the nonce. */
    private static final long NONCE_MARK = 1L << Integer.SIZE;

    /** Added by a doubling with carry: x^7 + x^2 + x + 1. */
    private static final long CARRY = 0x87;

    private final AesKey key;
    private final Cipher encryption;
    private Cipher decryption;

    long restLow;
    long restHigh;
    long tagLow;
    long tagHigh;

    /** Added to the mask of a run at each of its blocks: the exclusive or of L_ntz(1), L_ntz(2) and so on. */
    private final long[] steps = new long[2 * RUN_BLOCKS];

    /** Added between the first blocks of two runs, by the number of trailing zeros of the second run's number. */
    private final long[] runs = new long[2 * RUNS_BITS];

    private final byte[] block = new byte[BLOCK_BYTES];
    private final byte[] made = new byte[BLOCK_BYTES];
    private long numbers = NO_NUMBERS;
    private long stretchHigh;
    private long stretchLow;
    private long stretchMore;

    @SuppressWarnings("InsecureCryptoUsage") // blocks go through it with the masks of OCB
    OcbKey(AesKey from) throws GeneralSecurityException {
        byte[] bytes = from.getEncoded();
        key = new AesKey(bytes);
        Arrays.fill(bytes, (byte) 0);
        encryption = Cipher.getInstance("AES/ECB/NoPadding");
        encryption.init(Cipher.ENCRYPT_MODE, key);
        encryption.update(block, 0, BLOCK_BYTES, made, 0);
        restLow = (long) WORDS.get(made, 0);
        restHigh = (long) WORDS.get(made, Long.BYTES);
        long[] doubled = {restLow, restHigh};
        twice(doubled);
        tagLow = doubled[0];
        tagHigh = doubled[1];
        for (int bit = 0; bit < RUN_BITS; bit++) {
            twice(doubled);
            for (int i = 1 << bit; i < RUN_BLOCKS; i += 2 << bit) { // the blocks whose number ends with so many zeros
                steps[2 * i] = doubled[0];
                steps[2 * i + 1] = doubled[1];
            }
        }
        for (int i = 2; i < 2 * RUN_BLOCKS; i++) {
            steps[i] ^= steps[i - 2];
        }
        for (int i = 0; i < 2 * RUNS_BITS; i += 2) {
            twice(doubled);
            runs[i] = doubled[0] ^ steps[2 * RUN_BLOCKS - 2];
            runs[i + 1] = doubled[1] ^ steps[2 * RUN_BLOCKS - 1];
        }
    }

    private static void twice(long[] block) {
        long high = Long.reverseBytes(block[0]);
        long low = Long.reverseBytes(block[1]);
        long carry = -(high >>> (Long.SIZE - 1)) & CARRY;
        block[0] = Long.reverseBytes((high << 1) | (low >>> (Long.SIZE - 1)));
        block[1] = Long.reverseBytes((low << 1) ^ carry);
    }

    /**
     * Returns halves of the values that each block of a run adds to the mask of the run, from block 0, which is zero.
     */
    long[] steps() {
        return steps;
    }

    /**
     * Returns the first half of the value that the mask of a run adds to the mask of the run before; runs count from 0.
     */
    long runLow(int run) {
        return runs[2 * Integer.numberOfTrailingZeros(run)];
    }

    /** Returns the second half of it. */
    long runHigh(int run) {
        return runs[2 * Integer.numberOfTrailingZeros(run) + 1];
    }

    /** Sets the nonce number for {@link #startLow} and {@link #startHigh}. */
    void nonce(long number) throws GeneralSecurityException {
        if (number >>> NONCES_BITS == numbers) {
            return;
        }
        WORDS.set(block, 0, Long.reverseBytes(NONCE_MARK));
        WORDS.set(block, Long.BYTES, Long.reverseBytes(number & -1L << NONCES_BITS));
        encryption.update(block, 0, BLOCK_BYTES, made, 0);
        stretchHigh = Long.reverseBytes((long) WORDS.get(made, 0));
        stretchLow = Long.reverseBytes((long) WORDS.get(made, Long.BYTES));
        stretchMore = stretchHigh ^ ((stretchHigh << Byte.SIZE) | (stretchLow >>> (Long.SIZE - Byte.SIZE)));
        numbers = number >>> NONCES_BITS;
    }

    /** Returns the first half of the mask that a text begins with. */
    long startLow(long number) {
        return Long.reverseBytes(shifted(stretchHigh, stretchLow, number));
    }

    /** Returns the second half of it. */
    long startHigh(long number) {
        return Long.reverseBytes(shifted(stretchLow, stretchMore, number));
    }

    private static long shifted(long first, long second, long number) {
        int bits = (int) number & ((1 << NONCES_BITS) - 1);
        return (first << bits) | (second >>> 1 >>> (Long.SIZE - 1 - bits));
    }

    /** Encrypts whole blocks, each by itself. */
    void encrypt(byte[] from, int at, int bytes, byte[] into) throws GeneralSecurityException {
        encryption.update(from, at, bytes, into, at);
    }

    /** Decrypts whole blocks, each by itself. */
    @SuppressWarnings("InsecureCryptoUsage")
    void decrypt(byte[] from, int at, int bytes, byte[] into) throws GeneralSecurityException {
        if (decryption == null) {
            Cipher cipher = Cipher.getInstance("AES/ECB/NoPadding");
            cipher.init(Cipher.DECRYPT_MODE, key);
            decryption = cipher;
        }
        decryption.update(from, at, bytes, into, at);
    }

    /** Overwrites the key and all that was derived from it. */
    @Override
    public void close() {
        key.close();
        AesKey.forget(encryption);
        if (decryption != null) {
            AesKey.forget(decryption);
        }
        Arrays.fill(steps, 0);
        Arrays.fill(runs, 0);
        Arrays.fill(made, (byte) 0);
        restLow = 0;
        restHigh = 0;
        tagLow = 0;
        tagHigh = 0;
        numbers = NO_NUMBERS;
        stretchHigh = 0;
        stretchLow = 0;
        stretchMore = 0;
    }
}
