package io.millrace.journal;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.io.ByteArrayOutputStream;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.Random;
import javax.crypto.AEADBadTagException;
import org.bouncycastle.crypto.engines.AESEngine;
import org.bouncycastle.crypto.modes.OCBBlockCipher;
import org.bouncycastle.crypto.params.AEADParameters;
import org.bouncycastle.crypto.params.KeyParameter;
import org.junit.jupiter.api.Test;

/** The cipher is OCB of RFC 7253, according to its vectors and to another library. */
class OcbCipherTest {

    private static final int TAG_BYTES = OcbCipher.TAG_BYTES;
    private static final byte[] NOTHING = new byte[0];

    /** Lengths around whole blocks, and around the length of one call of the block cipher. */
    private static final int[] LENGTHS = {0, 1, 7, 8, 9, 15, 16, 17, 31, 32, 40, 4_063, 4_080, 4_096, 4_097, 8_209};

    private static final int[] ASSOCIATED = {0, 1, 8, 15, 16, 17, 44, 2_048, 2_064, 4_080, 4_095, 4_112, 65_535};

    private final OcbCipher cipher = new OcbCipher();

    private static OcbKey key(byte[] bytes) throws Exception {
        return new OcbKey(new AesKey(bytes));
    }

    private byte[] encrypt(OcbKey by, long number, byte[] associated, byte[] text) throws Exception {
        byte[] encrypted = new byte[text.length + TAG_BYTES];
        cipher.begin(by, number);
        cipher.associate(MemorySegment.ofArray(associated), 0, associated.length);
        cipher.encrypt(MemorySegment.ofArray(text), 0, text.length, MemorySegment.ofArray(encrypted));
        return encrypted;
    }

    private static byte[] decrypt(OcbCipher by, OcbKey key, long number, byte[] associated, byte[] encrypted)
            throws Exception {
        byte[] text = new byte[encrypted.length - TAG_BYTES];
        by.begin(key, number);
        by.associate(MemorySegment.ofArray(associated), 0, associated.length);
        by.decrypt(MemorySegment.ofArray(encrypted), 0, text.length, text, 0);
        return text;
    }

    private static byte[] reference(byte[] key, long number, byte[] associated, byte[] text) throws Exception {
        byte[] nonce = ByteBuffer.allocate(12).putLong(4, number).array();
        OCBBlockCipher ocb = new OCBBlockCipher(AESEngine.newInstance(), AESEngine.newInstance());
        ocb.init(true, new AEADParameters(new KeyParameter(key), TAG_BYTES * Byte.SIZE, nonce, associated));
        byte[] out = new byte[ocb.getOutputSize(text.length)];
        int at = ocb.processBytes(text, 0, text.length, out, 0);
        assertEquals(out.length, at + ocb.doFinal(out, at));
        return out;
    }

    /** RFC 7253, appendix A: everything of 0 to 127 bytes, folded into one tag, for AES-256. */
    @Test
    void theTagOverAllShortTextsIsThatOfTheStandard() throws Exception {
        byte[] keyBytes = new byte[32];
        keyBytes[31] = (byte) (TAG_BYTES * Byte.SIZE);
        OcbKey key = key(keyBytes);
        ByteArrayOutputStream all = new ByteArrayOutputStream();
        for (int i = 0; i < 128; i++) {
            byte[] zeros = new byte[i];
            all.writeBytes(encrypt(key, 3L * i + 1, zeros, zeros));
            all.writeBytes(encrypt(key, 3L * i + 2, NOTHING, zeros));
            all.writeBytes(encrypt(key, 3L * i + 3, zeros, NOTHING));
        }
        byte[] tag = encrypt(key, 385, all.toByteArray(), NOTHING);
        assertEquals(
                "D90EB8E9C977C88B79DD793D7FFA161C",
                HexFormat.of().withUpperCase().formatHex(tag));
    }

    @Test
    void equalsTheOcbOfAnotherLibraryAtEveryLength() throws Exception {
        byte[] keyBytes = Bytes.random(1, 32);
        OcbKey key = key(keyBytes);
        OcbCipher reader = new OcbCipher();
        long number = (1L << 48) - 150;
        for (int length : LENGTHS) {
            for (int associatedLength : ASSOCIATED) {
                number++;
                byte[] text = Bytes.random(number, length);
                byte[] associated = Bytes.random(number + 1, associatedLength);
                byte[] encrypted = encrypt(key, number, associated, text);
                String place = "length=" + length + " associated=" + associatedLength;
                assertArrayEquals(reference(keyBytes, number, associated, text), encrypted, place);
                assertArrayEquals(text, decrypt(reader, key, number, associated, encrypted), place);
            }
        }
    }

    @Test
    void equalsTheOcbOfAnotherLibraryWhateverCameBefore() throws Exception {
        long seed = System.nanoTime();
        Random random = new Random(seed);
        byte[][] keyBytes = {Bytes.random(seed, 32), Bytes.random(seed + 1, 32)};
        OcbKey[] keys = {key(keyBytes[0]), key(keyBytes[1])};
        long[] numbers = {1, random.nextLong() >>> 16};
        for (int i = 0; i < 2_000; i++) {
            int used = random.nextInt(2);
            numbers[used] += random.nextInt(20) == 0 ? random.nextInt(200) : 1;
            byte[] text = Bytes.random(random.nextLong(), random.nextInt(300));
            byte[] associated = Bytes.random(random.nextLong(), random.nextInt(100));
            byte[] encrypted = encrypt(keys[used], numbers[used], associated, text);
            String place = "seed=" + seed + " message=" + i;
            assertArrayEquals(reference(keyBytes[used], numbers[used], associated, text), encrypted, place);
            assertArrayEquals(text, decrypt(cipher, keys[used], numbers[used], associated, encrypted), place);
        }
    }

    @Test
    void whatWasChangedInAnyBitIsRefusedAndLeavesNothingToRead() throws Exception {
        OcbKey key = key(Bytes.random(2, 32));
        byte[] text = Bytes.random(3, 40);
        byte[] associated = Bytes.random(4, 21);
        byte[] encrypted = encrypt(key, 9, associated, text);
        for (int bit = 0; bit < Byte.SIZE * encrypted.length; bit++) {
            byte[] changed = flipped(encrypted, bit);
            byte[] into = Bytes.random(5, text.length);
            cipher.begin(key, 9);
            cipher.associate(MemorySegment.ofArray(associated), 0, associated.length);
            assertThrows(
                    AEADBadTagException.class,
                    () -> cipher.decrypt(MemorySegment.ofArray(changed), 0, text.length, into, 0));
            assertArrayEquals(new byte[text.length], into);
        }
        for (int bit = 0; bit < Byte.SIZE * associated.length; bit++) {
            byte[] changed = flipped(associated, bit);
            assertThrows(AEADBadTagException.class, () -> decrypt(cipher, key, 9, changed, encrypted));
        }
        for (int bit = 0; bit < Long.SIZE; bit++) {
            long number = 9 ^ (1L << bit);
            assertThrows(AEADBadTagException.class, () -> decrypt(cipher, key, number, associated, encrypted));
        }
        byte[] shorter = Arrays.copyOf(encrypted, encrypted.length - 1);
        assertThrows(AEADBadTagException.class, () -> decrypt(cipher, key, 9, associated, shorter));
        assertArrayEquals(text, decrypt(cipher, key, 9, associated, encrypted));
    }

    private static byte[] flipped(byte[] bytes, int bit) {
        byte[] changed = bytes.clone();
        changed[bit / Byte.SIZE] ^= (byte) (1 << (bit % Byte.SIZE));
        return changed;
    }
}
