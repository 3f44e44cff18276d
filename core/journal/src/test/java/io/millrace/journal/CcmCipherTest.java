package io.millrace.journal;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import javax.crypto.AEADBadTagException;
import org.bouncycastle.crypto.digests.SHA256Digest;
import org.bouncycastle.crypto.engines.AESEngine;
import org.bouncycastle.crypto.generators.HKDFBytesGenerator;
import org.bouncycastle.crypto.modes.CCMBlockCipher;
import org.bouncycastle.crypto.params.AEADParameters;
import org.bouncycastle.crypto.params.HKDFParameters;
import org.bouncycastle.crypto.params.KeyParameter;
import org.junit.jupiter.api.Test;

/** Messages that another library has encrypted with CCM are decrypted. */
class CcmCipherTest {

    private static final int TAG_BYTES = EncryptedLayout.TAG_BYTES;
    private static final int[] LENGTHS = {0, 1, 7, 8, 15, 16, 17, 31, 40, 48, 100, 511, 512, 513, 2_000, 5_000};
    private static final int[] CLEAR = {0, 1, 17, 0xff00 - 29, 0xff00 - 28, 0xff00 - 27, 0xffff};

    private final byte[] keyBytes = Bytes.random(1, EncryptedLayout.DATA_KEY_BYTES);
    private final byte[] associated = Bytes.random(2, EncryptedLayout.ASSOCIATED_BYTES);
    private final DataCipher key = new DataCipher(keyBytes, JournalId.random());
    private final CcmCipher cipher = new CcmCipher();

    private byte[] decrypt(CcmCipher by, long counter, byte[] clear, byte[] encrypted) throws Exception {
        byte[] text = new byte[encrypted.length - TAG_BYTES];
        by.begin(counter, associated, clear, clear.length, text.length);
        by.decrypt(key, counter, MemorySegment.ofArray(encrypted), 0, text.length, text, 0);
        return text;
    }

    /** Returns the result of another library. */
    private byte[] reference(byte[] dataKey, long counter, byte[] clear, byte[] text) throws Exception {
        HKDFBytesGenerator derivation = new HKDFBytesGenerator(new SHA256Digest());
        derivation.init(HKDFParameters.skipExtractParameters(dataKey, "millrace CCM".getBytes(StandardCharsets.UTF_8)));
        byte[] derived = new byte[32];
        derivation.generateBytes(derived, 0, derived.length);
        byte[] nonce = ByteBuffer.allocate(11).putLong(3, counter).array();
        byte[] all = Arrays.copyOf(associated, associated.length + clear.length);
        System.arraycopy(clear, 0, all, associated.length, clear.length);
        var ccm = CCMBlockCipher.newInstance(AESEngine.newInstance());
        ccm.init(true, new AEADParameters(new KeyParameter(derived), TAG_BYTES * Byte.SIZE, nonce, all));
        byte[] out = new byte[text.length + TAG_BYTES];
        int at = ccm.processBytes(text, 0, text.length, out, 0);
        assertEquals(out.length, at + ccm.doFinal(out, at));
        return out;
    }

    @Test
    void readsTheCcmOfAnotherLibraryAtEveryLength() throws Exception {
        long counter = 0x7FFF_FFFF_FFF0L;
        for (int length : LENGTHS) {
            for (int clearLength : CLEAR) {
                counter++;
                byte[] text = Bytes.random(counter, length);
                byte[] clear = Bytes.random(counter + 1, clearLength);
                byte[] encrypted = reference(keyBytes, counter, clear, text);
                String place = "length=" + length + " clear=" + clearLength;
                assertArrayEquals(text, decrypt(cipher, counter, clear, encrypted), place);
            }
        }
    }

    @Test
    void whatWasChangedAnywhereIsRefused() throws Exception {
        byte[] text = Bytes.random(6, 40);
        byte[] clear = Bytes.random(7, 5);
        byte[] encrypted = reference(keyBytes, 9, clear, text);
        for (int i = 0; i < encrypted.length; i++) {
            byte[] changed = encrypted.clone();
            changed[i] ^= (byte) (1 << (i & 7));
            assertThrows(AEADBadTagException.class, () -> decrypt(new CcmCipher(), 9, clear, changed));
        }
        byte[] otherClear = clear.clone();
        otherClear[4] ^= 1;
        assertThrows(AEADBadTagException.class, () -> decrypt(cipher, 9, otherClear, encrypted));
        assertThrows(AEADBadTagException.class, () -> decrypt(cipher, 10, clear, encrypted));
        associated[0] ^= 1;
        assertThrows(AEADBadTagException.class, () -> decrypt(cipher, 9, clear, encrypted));
        associated[0] ^= 1;
        assertArrayEquals(text, decrypt(cipher, 9, clear, encrypted));
    }
}
