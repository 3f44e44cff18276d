package io.millrace.journal;

import java.security.GeneralSecurityException;
import javax.crypto.Cipher;
import javax.crypto.KDF;
import javax.crypto.SecretKey;
import javax.crypto.spec.HKDFParameterSpec;
import javax.crypto.spec.IvParameterSpec;
import javax.crypto.spec.SecretKeySpec;

/**
 * What one data key encrypts with. Long messages go through the JDK's AES-256-GCM under the data key itself; short ones
 * through AES-256-CCM under a key that is derived from it, made of two modes that the JDK can go on with without being
 * told the key again. For one thread.
 */
final class DataCipher {

    private static final byte[] CCM_INFO = {'m', 'i', 'l', 'l', 'r', 'a', 'c', 'e', ' ', 'C', 'C', 'M'};

    private final SecretKey key;
    private Cipher gcm;
    private Cipher blocks;
    private Cipher chain;

    DataCipher(byte[] key) {
        this.key = new SecretKeySpec(key, "AES");
    }

    SecretKey key() {
        return key;
    }

    /** Returns a cipher that is used with {@link #key} alone, which spares making its round keys again. */
    Cipher gcm() throws GeneralSecurityException {
        if (gcm == null) {
            gcm = Cipher.getInstance("AES/GCM/NoPadding");
        }
        return gcm;
    }

    /** Returns the block cipher under the derived key, which encrypts each block by itself. */
    @SuppressWarnings("InsecureCryptoUsage") // no message goes through it, but the counters of CCM, each once
    Cipher blocks() throws GeneralSecurityException {
        if (blocks == null) {
            derive();
        }
        return blocks;
    }

    /** Returns cipher block chaining under the derived key, which starts from zero after each {@code doFinal}. */
    Cipher chain() throws GeneralSecurityException {
        if (chain == null) {
            derive();
        }
        return chain;
    }

    @SuppressWarnings("InsecureCryptoUsage")
    private void derive() throws GeneralSecurityException {
        SecretKey derived = KDF.getInstance("HKDF-SHA256")
                .deriveKey("AES", HKDFParameterSpec.expandOnly(key, CCM_INFO, EncryptedLayout.DATA_KEY_BYTES));
        Cipher each = Cipher.getInstance("AES/ECB/NoPadding");
        each.init(Cipher.ENCRYPT_MODE, derived);
        Cipher chained = Cipher.getInstance("AES/CBC/NoPadding");
        chained.init(Cipher.ENCRYPT_MODE, derived, new IvParameterSpec(new byte[CcmCipher.BLOCK_BYTES]));
        blocks = each;
        chain = chained;
    }
}
