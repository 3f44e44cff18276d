package io.millrace.journal;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.util.Arrays;
import javax.crypto.KDF;
import javax.crypto.spec.HKDFParameterSpec;

/**
 * The cipher of one data key of a journal: AES-256-OCB under a key that is derived from the data key and the journal.
 * For one thread. Closing overwrites all keys, except for copies that the JDK may have made during derivation.
 */
final class DataCipher implements AutoCloseable {

    private static final byte[] OCB_INFO = "millrace OCB".getBytes(StandardCharsets.US_ASCII);

    private final AesKey key;
    private final JournalId journal;
    private OcbKey ocb;

    DataCipher(byte[] key, JournalId journal) {
        this.key = new AesKey(key);
        this.journal = journal;
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
    }
}
