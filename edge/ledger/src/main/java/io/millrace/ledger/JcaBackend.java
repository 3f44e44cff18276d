package io.millrace.ledger;

import java.security.GeneralSecurityException;
import java.security.InvalidKeyException;
import java.security.KeyFactory;
import java.security.NoSuchAlgorithmException;
import java.security.PrivateKey;
import java.security.Provider;
import java.security.PublicKey;
import java.security.Signature;
import java.security.SignatureException;
import java.security.spec.InvalidKeySpecException;
import java.security.spec.PKCS8EncodedKeySpec;
import java.security.spec.X509EncodedKeySpec;
import java.util.HexFormat;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** Ed25519 of a security provider of Java. Keeps the keys that it has read, up to a bound. Thread-safe. */
final class JcaBackend implements SignatureBackend {
    private static final String ALGORITHM = "Ed25519";
    private static final int MAX_KEYS = 4_096;

    /** What stands before the 32 bytes of a key in the encodings of RFC 8410. */
    private static final byte[] PUBLIC_PREFIX = HexFormat.of().parseHex("302a300506032b6570032100");

    private static final byte[] PRIVATE_PREFIX = HexFormat.of().parseHex("302e020100300506032b657004220420");

    private final Provider provider;
    private final Map<Digest, PublicKey> keys = new ConcurrentHashMap<>();

    JcaBackend(Provider provider) {
        this.provider = provider;
    }

    @Override
    public String name() {
        return provider.getName() + " " + provider.getVersionStr();
    }

    @Override
    public boolean verify(byte[] publicKey, byte[] message, byte[] signature) {
        try {
            Signature verifier = Signature.getInstance(ALGORITHM, provider);
            verifier.initVerify(key(publicKey));
            verifier.update(message);
            return verifier.verify(signature);
        } catch (InvalidKeyException | InvalidKeySpecException | SignatureException e) {
            return false;
        } catch (GeneralSecurityException e) {
            throw new LedgerException("the provider cannot verify signatures provider=" + name(), e);
        }
    }

    @Override
    public byte[] sign(byte[] seed, byte[] message) {
        try {
            PrivateKey key = keyFactory().generatePrivate(new PKCS8EncodedKeySpec(joined(PRIVATE_PREFIX, seed)));
            Signature signer = Signature.getInstance(ALGORITHM, provider);
            signer.initSign(key);
            signer.update(message);
            return signer.sign();
        } catch (GeneralSecurityException e) {
            throw new LedgerException("the provider cannot sign provider=" + name(), e);
        }
    }

    private PublicKey key(byte[] bytes) throws GeneralSecurityException {
        Digest name = Digest.of(bytes);
        PublicKey known = keys.get(name);
        if (known != null) {
            return known;
        }
        PublicKey read = keyFactory().generatePublic(new X509EncodedKeySpec(joined(PUBLIC_PREFIX, bytes)));
        if (keys.size() < MAX_KEYS) {
            keys.put(name, read);
        }
        return read;
    }

    /** Returns what reads keys: the provider, or the JDK where the provider takes the keys of others. */
    private KeyFactory keyFactory() throws NoSuchAlgorithmException {
        return provider.getService("KeyFactory", ALGORITHM) == null
                ? KeyFactory.getInstance(ALGORITHM)
                : KeyFactory.getInstance(ALGORITHM, provider);
    }

    private static byte[] joined(byte[] prefix, byte[] key) {
        byte[] encoded = new byte[prefix.length + key.length];
        System.arraycopy(prefix, 0, encoded, 0, prefix.length);
        System.arraycopy(key, 0, encoded, prefix.length, key.length);
        return encoded;
    }
}
