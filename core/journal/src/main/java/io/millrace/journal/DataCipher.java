package io.millrace.journal;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.util.Arrays;
import javax.crypto.Cipher;
import javax.crypto.KDF;
import javax.crypto.SecretKey;
import javax.crypto.spec.HKDFParameterSpec;
import javax.crypto.spec.IvParameterSpec;

/**
 * The ciphers of one data key of a journal: AES-256-OCB under a key that is derived from the data key and the journal.
 * Older messages are read by AES-256-GCM under the data key itself, and by AES-256-CCM under another derived key. For
 * one thread. Closing overwrites all keys, except for copies that the JDK may have made during derivation.
 */
final class DataCipher implements AutoCloseable {

    private static final byte[] OCB_INFO = "millrace OCB".getBytes(StandardCharsets.US_ASCII);
    private static final byte[] CCM_INFO = "millrace CCM".getBytes(StandardCharsets.US_ASCII);

    private final AesKey key;
    private final JournalId journal;
    private OcbKey ocb;
    private Cipher gcm;
    private Cipher blocks;
    private Cipher chain;

    DataCipher(byte[] key, JournalId journal) {
        this.key = new AesKey(key);
        this.journal = journal;
    }

    SecretKey key() {
        return key;
    }

    OcbKey ocb() throws GeneralSecurityException {
        if (ocb == null) {
            ByteBuffer info = ByteBuffer.allocate(OCB_INFO.length + 2 * Long.BYTES)
                    .order(ByteOrder.LITTLE_ENDIAN)
                    .put(OCB_INFO)
                    .putLong(journal.high())
                    .putLong(journal.low());
            try (AesKey derived = derive(info.array())) {
                ocb = new OcbKey(derived);
            }
        }
        return ocb;
    }

    /** Returns a cipher that is used only with {@link #key}, so that its round keys are not computed again. */
    Cipher gcm() throws GeneralSecurityException {
        if (gcm == null) {
            gcm = Cipher.getInstance("AES/GCM/NoPadding");
        }
        return gcm;
    }

    /** Returns the block cipher under the key of CCM, which encrypts each block by itself. */
    Cipher blocks() throws GeneralSecurityException {
        if (blocks == null) {
            makeCcm();
        }
        return blocks;
    }

    /** Returns cipher block chaining under the key of CCM, which starts from zero after each {@code doFinal}. */
    Cipher chain() throws GeneralSecurityException {
        if (chain == null) {
            makeCcm();
        }
        return chain;
    }

    @SuppressWarnings("InsecureCryptoUsage") // encrypts only the counters of CCM, no message
    private void makeCcm() throws GeneralSecurityException {
        Cipher each = Cipher.getInstance("AES/ECB/NoPadding");
        Cipher chained = Cipher.getInstance("AES/CBC/NoPadding");
        try (AesKey derived = derive(CCM_INFO)) {
            each.init(Cipher.ENCRYPT_MODE, derived);
            chained.init(Cipher.ENCRYPT_MODE, derived, new IvParameterSpec(new byte[CcmCipher.BLOCK_BYTES]));
        }
        blocks = each;
        chain = chained;
    }

    private AesKey derive(byte[] info) throws GeneralSecurityException {
        byte[] bytes = KDF.getInstance("HKDF-SHA256")
                .deriveData(HKDFParameterSpec.expandOnly(key, info, EncryptedLayout.DATA_KEY_BYTES));
        AesKey derived = new AesKey(bytes);
        Arrays.fill(bytes, (byte) 0);
        return derived;
    }

    /** Overwrites the keys; this object can no longer be used. */
    @Override
    public void close() {
        key.close();
        if (ocb != null) {
            ocb.close();
            ocb = null;
        }
        for (Cipher cipher : new Cipher[] {gcm, blocks, chain}) {
            if (cipher != null) {
                AesKey.forget(cipher);
            }
        }
        gcm = null;
        blocks = null;
        chain = null;
    }
}
