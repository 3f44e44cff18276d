package io.millrace.journal;

import java.security.GeneralSecurityException;
import java.util.Arrays;
import javax.crypto.Cipher;
import javax.crypto.SecretKey;

/**
 * An AES key that can be overwritten, unlike the keys of the JDK. After that, access to its bytes throws an exception,
 * so that no data is ever encrypted under zeros by mistake.
 */
final class AesKey implements SecretKey, AutoCloseable {

    private static final long serialVersionUID = 1L;

    private static final int BYTES = 32;

    private final byte[] bytes;
    private boolean closed;

    /** Copies the bytes, which the caller overwrites. */
    AesKey(byte[] bytes) {
        this.bytes = bytes.clone();
    }

    /** Makes a cipher overwrite the key that it was initialised with, by initialising it with another key. */
    static void forget(Cipher cipher) {
        try {
            cipher.init(Cipher.ENCRYPT_MODE, new AesKey(new byte[BYTES]));
        } catch (GeneralSecurityException e) {
            throw new JournalException("cannot overwrite key of cipher cipher=" + cipher.getAlgorithm(), e);
        }
    }

    @Override
    public String getAlgorithm() {
        return "AES";
    }

    @Override
    public String getFormat() {
        return "RAW";
    }

    @Override
    public byte[] getEncoded() {
        if (closed) {
            throw new JournalException("key is no longer in use and was overwritten");
        }
        return bytes.clone();
    }

    /** Overwrites the key. */
    @Override
    public void close() {
        closed = true;
        Arrays.fill(bytes, (byte) 0);
    }
}
