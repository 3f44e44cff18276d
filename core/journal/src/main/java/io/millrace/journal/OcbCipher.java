package io.millrace.journal;

import io.millrace.memory.Memory;
import java.lang.foreign.MemorySegment;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.security.GeneralSecurityException;
import java.util.Arrays;
import javax.crypto.AEADBadTagException;

/**
 * AES-256-OCB of RFC 7253, with a nonce of 12 bytes, of which the first four are zero and the rest a number, and a tag
 * of 16 bytes. For one thread.
 *
 * <p>No block depends on another block: the associated data, the text and the tag of a message go through the block
 * cipher side by side, in one call. The work here is the exclusive or with masks, which {@link OcbKey} has.
 *
 * <pre>
 *  associated data   sum = E(A1 ^ m1) ^ E(A2 ^ m2) ^ ...              m0 = 0, mi = m(i-1) ^ L_ntz(i)
 *  a rest of it      sum ^ E((A* 1 0 ...) ^ mn ^ L_*)
 *  text              Ci  = E(Pi ^ oi) ^ oi                            o0 from the nonce, oi = o(i-1) ^ L_ntz(i)
 *  a rest of it      C*  = P* ^ E(o*), o* = on ^ L_*
 *  tag               E(P1 ^ P2 ^ ... ^ (P* 1 0 ...) ^ o* ^ L_$) ^ sum, without a rest on for o*
 * </pre>
 *
 * <p>A message is {@link #begin}, {@link #associate} as often as wanted, of all but the last with whole blocks, then
 * {@link #encrypt} or {@link #decrypt}. Blocks are two longs, as little-endian loads give them.
 */
final class OcbCipher {

    static final int BLOCK_BYTES = OcbKey.BLOCK_BYTES;
    static final int TAG_BYTES = BLOCK_BYTES;

    private static final int RUN_BLOCKS = OcbKey.RUN_BLOCKS;

    /** A run of associated data, a run of text, the rest of the text, and the tag. */
    private static final int CALL_BLOCKS = 2 * RUN_BLOCKS + 2;

    private static final long PAD = 0x80;
    private static final VarHandle WORDS = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);

    /** The blocks of the next call with their masks: first those of associated data, then those of the text. */
    private final byte[] input = new byte[CALL_BLOCKS * BLOCK_BYTES];

    private final byte[] output = new byte[CALL_BLOCKS * BLOCK_BYTES];

    private OcbKey key;
    private long number;
    private int blocks;
    private int associated;

    /** For the associated data or the text: number of the run, its mask, and the next block in it. */
    private int run;

    private long runLow;
    private long runHigh;
    private int next;

    private long sumLow;
    private long sumHigh;
    private long checkLow;
    private long checkHigh;
    private long openLow;
    private long openHigh;

    /**
     * Begins a message.
     *
     * @param by the key
     * @param messageNumber its nonce, never used twice with one key
     */
    void begin(OcbKey by, long messageNumber) throws GeneralSecurityException {
        by.nonce(messageNumber);
        key = by;
        number = messageNumber;
        blocks = 0;
        associated = 0;
        sumLow = 0;
        sumHigh = 0;
        start(0, 0);
    }

    /** Begins the blocks of the associated data or of the text. */
    private void start(long maskLow, long maskHigh) {
        run = 0;
        runLow = maskLow;
        runHigh = maskHigh;
        next = 1;
        checkLow = 0;
        checkHigh = 0;
    }

    private void nextRun() {
        run++;
        runLow ^= key.runLow(run);
        runHigh ^= key.runHigh(run);
        next = 0;
    }

    /** Authenticates a block with the text. */
    void associate(long low, long high) throws GeneralSecurityException {
        if (next == RUN_BLOCKS) {
            sumUp();
            nextRun();
        }
        long[] steps = key.steps();
        add(low ^ runLow ^ steps[2 * next], high ^ runHigh ^ steps[2 * next + 1]);
        next++;
        associated = blocks;
    }

    /** Authenticates bytes with the text. */
    void associate(MemorySegment from, long at, int bytes) throws GeneralSecurityException {
        int left = bytes / BLOCK_BYTES;
        long readAt = at;
        while (left > 0) {
            if (next == RUN_BLOCKS) {
                sumUp();
                nextRun();
            }
            int count = Math.min(left, RUN_BLOCKS - next);
            fill(from, readAt, count);
            associated = blocks;
            readAt += (long) count * BLOCK_BYTES;
            left -= count;
        }
        int rest = bytes % BLOCK_BYTES;
        if (rest > 0) {
            long low = load(from, readAt, rest) | padLow(rest);
            long high = load(from, readAt + Long.BYTES, rest - Long.BYTES) | padHigh(rest);
            add(low ^ endLow() ^ key.restLow, high ^ endHigh() ^ key.restHigh);
            associated = blocks;
        }
    }

    /** Encrypts the collected associated data, and starts to collect again. */
    private void sumUp() throws GeneralSecurityException {
        key.encrypt(input, 0, blocks * BLOCK_BYTES, output);
        takeSum();
        blocks = 0;
        associated = 0;
    }

    private void takeSum() {
        long low = sumLow;
        long high = sumHigh;
        for (int at = 0; at < associated * BLOCK_BYTES; at += BLOCK_BYTES) {
            low ^= (long) WORDS.get(output, at);
            high ^= (long) WORDS.get(output, at + Long.BYTES);
        }
        sumLow = low;
        sumHigh = high;
    }

    /**
     * Encrypts the text of the message that was begun.
     *
     * @param from the memory of the text
     * @param at where it begins there, and where ciphertext and tag begin in {@code into}
     * @param bytes its length
     */
    void encrypt(MemorySegment from, long at, int bytes, MemorySegment into) throws GeneralSecurityException {
        start(key.startLow(number), key.startHigh(number));
        int rest = bytes % BLOCK_BYTES;
        int whole = bytes - rest;
        int done = 0;
        long to = at;
        while (done < whole) {
            if (next == RUN_BLOCKS) {
                key.encrypt(input, 0, blocks * BLOCK_BYTES, output);
                to = storeText(into, to, blocks);
                blocks = 0;
                associated = 0;
                nextRun();
            }
            int count = Math.min((whole - done) / BLOCK_BYTES, RUN_BLOCKS - next);
            fill(from, at + done, count);
            done += count * BLOCK_BYTES;
        }
        int last = blocks;
        long low = load(from, at + whole, rest);
        long high = load(from, at + whole + Long.BYTES, rest - Long.BYTES);
        addRestAndTag(rest, low, high);
        key.encrypt(input, 0, blocks * BLOCK_BYTES, output);
        to = storeText(into, to, last);
        int restAt = last * BLOCK_BYTES;
        store(into, to, rest, low ^ (long) WORDS.get(output, restAt));
        store(into, to + Long.BYTES, rest - Long.BYTES, high ^ (long) WORDS.get(output, restAt + Long.BYTES));
        int tagAt = (blocks - 1) * BLOCK_BYTES;
        Memory.setLongPlain(into, to + rest, (long) WORDS.get(output, tagAt) ^ sumLow);
        Memory.setLongPlain(into, to + rest + Long.BYTES, (long) WORDS.get(output, tagAt + Long.BYTES) ^ sumHigh);
    }

    private void addRestAndTag(int rest, long low, long high) {
        long maskLow = endLow();
        long maskHigh = endHigh();
        if (rest > 0) {
            checkLow ^= low | padLow(rest);
            checkHigh ^= high | padHigh(rest);
            maskLow ^= key.restLow;
            maskHigh ^= key.restHigh;
            add(maskLow, maskHigh);
        }
        add(checkLow ^ maskLow ^ key.tagLow, checkHigh ^ maskHigh ^ key.tagHigh);
    }

    /** Adds the next whole blocks, which are in one run. */
    private void fill(MemorySegment from, long at, int count) {
        long[] steps = key.steps();
        long low = runLow;
        long high = runHigh;
        long allLow = checkLow;
        long allHigh = checkHigh;
        int into = blocks * BLOCK_BYTES;
        int step = 2 * next;
        for (int i = 0; i < count; i++) {
            long textAt = at + (long) i * BLOCK_BYTES;
            long textLow = Memory.getLongPlain(from, textAt);
            long textHigh = Memory.getLongPlain(from, textAt + Long.BYTES);
            allLow ^= textLow;
            allHigh ^= textHigh;
            WORDS.set(input, into + i * BLOCK_BYTES, textLow ^ low ^ steps[step + 2 * i]);
            WORDS.set(input, into + i * BLOCK_BYTES + Long.BYTES, textHigh ^ high ^ steps[step + 2 * i + 1]);
        }
        checkLow = allLow;
        checkHigh = allHigh;
        blocks += count;
        next += count;
    }

    /** Stores the encrypted text, adds up the associated data, and returns where the text continues. */
    private long storeText(MemorySegment into, long at, int last) {
        takeSum();
        long[] steps = key.steps();
        long low = runLow;
        long high = runHigh;
        int from = associated * BLOCK_BYTES;
        int step = run == 0 ? 2 : 0;
        int count = last - associated;
        for (int i = 0; i < count; i++) {
            long textLow = (long) WORDS.get(output, from + i * BLOCK_BYTES);
            long textHigh = (long) WORDS.get(output, from + i * BLOCK_BYTES + Long.BYTES);
            long textAt = at + (long) i * BLOCK_BYTES;
            Memory.setLongPlain(into, textAt, textLow ^ low ^ steps[step + 2 * i]);
            Memory.setLongPlain(into, textAt + Long.BYTES, textHigh ^ high ^ steps[step + 2 * i + 1]);
        }
        return at + (long) count * BLOCK_BYTES;
    }

    /**
     * Decrypts the text of the message that was begun.
     *
     * @param from the memory of ciphertext and tag
     * @param at where they begin there
     * @param bytes length of the text
     * @param into receives the text, or zeros if it is not authentic
     * @param intoAt where it begins there
     * @throws AEADBadTagException if it is not authentic
     */
    void decrypt(MemorySegment from, long at, int bytes, byte[] into, int intoAt) throws GeneralSecurityException {
        start(key.startLow(number), key.startHigh(number));
        openLow = 0;
        openHigh = 0;
        int rest = bytes % BLOCK_BYTES;
        int whole = bytes - rest;
        int done = 0;
        while (done < whole) {
            if (next == RUN_BLOCKS) {
                nextRun();
            }
            int count = Math.min((whole - done) / BLOCK_BYTES, RUN_BLOCKS - next);
            fill(from, at + done, count);
            key.decrypt(input, associated * BLOCK_BYTES, count * BLOCK_BYTES, output);
            openText(into, intoAt + done, count);
            done += count * BLOCK_BYTES;
        }
        checkLow = openLow;
        checkHigh = openHigh;
        openRest(from, at + whole, rest, into, intoAt + whole);
        key.encrypt(input, 0, BLOCK_BYTES, output);
        long low = (long) WORDS.get(output, 0) ^ sumLow ^ Memory.getLongPlain(from, at + bytes);
        long high = (long) WORDS.get(output, Long.BYTES) ^ sumHigh ^ Memory.getLongPlain(from, at + bytes + Long.BYTES);
        if ((low | high) != 0) {
            Arrays.fill(into, intoAt, intoAt + bytes, (byte) 0);
            throw new AEADBadTagException("tag mismatch");
        }
    }

    /** Stores the decrypted text and removes the masks of its blocks. */
    private void openText(byte[] into, int at, int count) {
        long[] steps = key.steps();
        blocks = associated;
        int from = associated * BLOCK_BYTES;
        int step = 2 * (next - count);
        for (int i = 0; i < count; i++) {
            long low = (long) WORDS.get(output, from + i * BLOCK_BYTES) ^ runLow ^ steps[step + 2 * i];
            long high =
                    (long) WORDS.get(output, from + i * BLOCK_BYTES + Long.BYTES) ^ runHigh ^ steps[step + 2 * i + 1];
            openLow ^= low;
            openHigh ^= high;
            WORDS.set(into, at + i * BLOCK_BYTES, low);
            WORDS.set(into, at + i * BLOCK_BYTES + Long.BYTES, high);
        }
    }

    /** Decrypts an incomplete last block in one call with the associated data, and adds the block of the tag. */
    private void openRest(MemorySegment from, long at, int rest, byte[] into, int to) throws GeneralSecurityException {
        long maskLow = endLow();
        long maskHigh = endHigh();
        if (rest > 0) {
            maskLow ^= key.restLow;
            maskHigh ^= key.restHigh;
            add(maskLow, maskHigh);
        }
        int restAt = associated * BLOCK_BYTES;
        if (blocks > 0) {
            sumUp();
        }
        if (rest > 0) {
            long low = (load(from, at, rest) ^ (long) WORDS.get(output, restAt)) & mask(rest);
            long high = load(from, at + Long.BYTES, rest - Long.BYTES) ^ (long) WORDS.get(output, restAt + Long.BYTES);
            high &= mask(rest - Long.BYTES);
            checkLow ^= low | padLow(rest);
            checkHigh ^= high | padHigh(rest);
            for (int i = 0; i < rest; i++) {
                into[to + i] = (byte) ((i < Long.BYTES ? low : high) >>> (i * Byte.SIZE));
            }
        }
        add(checkLow ^ maskLow ^ key.tagLow, checkHigh ^ maskHigh ^ key.tagHigh);
    }

    private void add(long low, long high) {
        WORDS.set(input, blocks * BLOCK_BYTES, low);
        WORDS.set(input, blocks * BLOCK_BYTES + Long.BYTES, high);
        blocks++;
    }

    /** Returns the first half of the mask of the block before the next one. */
    private long endLow() {
        return runLow ^ key.steps()[2 * next - 2];
    }

    private long endHigh() {
        return runHigh ^ key.steps()[2 * next - 1];
    }

    /** Returns up to eight bytes as a little-endian long. */
    private static long load(MemorySegment from, long at, int bytes) {
        if (bytes >= Long.BYTES) {
            return Memory.getLongPlain(from, at);
        }
        long value = 0;
        for (int i = 0; i < bytes; i++) {
            value |= (Memory.getByte(from, at + i) & 0xffL) << (i * Byte.SIZE);
        }
        return value;
    }

    private static void store(MemorySegment into, long at, int bytes, long value) {
        if (bytes >= Long.BYTES) {
            Memory.setLongPlain(into, at, value);
        } else {
            for (int i = 0; i < bytes; i++) {
                Memory.setByte(into, at + i, (byte) (value >>> (i * Byte.SIZE)));
            }
        }
    }

    /** Returns ones in the first bytes of a long; negative counts as none. */
    private static long mask(int bytes) {
        return bytes >= Long.BYTES ? -1 : bytes <= 0 ? 0 : (1L << (bytes * Byte.SIZE)) - 1;
    }

    private static long padLow(int rest) {
        return rest < Long.BYTES ? PAD << (rest * Byte.SIZE) : 0;
    }

    private static long padHigh(int rest) {
        return rest >= Long.BYTES ? PAD << ((rest - Long.BYTES) * Byte.SIZE) : 0;
    }

    /** Overwrites the remains of messages. */
    void clear() {
        Arrays.fill(input, (byte) 0);
        Arrays.fill(output, (byte) 0);
        checkLow = 0;
        checkHigh = 0;
        key = null;
    }
}
