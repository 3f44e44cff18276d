package io.millrace.ledger;

/**
 * An implementation of Ed25519. It need not refuse what the strict rule refuses before it is asked; {@link Signatures}
 * does that. It must compare the bytes of {@code R} with those that it computes (no cofactor), which {@link Signatures}
 * tests before it uses an implementation. Thread-safe.
 */
public interface SignatureBackend {
    /** Returns its name and, where known, its version. */
    String name();

    /**
     * Returns whether a signature is right.
     *
     * @param publicKey 32 bytes, the canonical encoding of a point
     * @param message the signed bytes
     * @param signature 64 bytes
     */
    boolean verify(byte[] publicKey, byte[] message, byte[] signature);

    /**
     * Returns the signature of a message, 64 bytes.
     *
     * @param seed the private key, 32 bytes
     * @param message the bytes to sign
     */
    byte[] sign(byte[] seed, byte[] message);
}
