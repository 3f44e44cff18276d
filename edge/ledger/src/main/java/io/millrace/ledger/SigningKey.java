package io.millrace.ledger;

import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.security.SecureRandom;
import java.util.Arrays;

/** A private key of Ed25519: a seed of 32 bytes (RFC 8032, section 5.1.5). Immutable and thread-safe. */
public final class SigningKey {
    /** The length of a seed. */
    public static final int SEED_BYTES = 32;

    private final byte[] seed;
    private final VerificationKey verificationKey;

    private SigningKey(byte[] seed) {
        this.seed = seed;
        this.verificationKey = VerificationKey.register(publicKey(seed));
    }

    /** Returns a new key of the platform's secure random numbers. */
    public static SigningKey generate() {
        byte[] seed = new byte[SEED_BYTES];
        new SecureRandom().nextBytes(seed);
        return new SigningKey(seed);
    }

    /**
     * Returns the key of a seed, which is copied.
     *
     * @throws LedgerException if the seed has not 32 bytes
     */
    public static SigningKey ofSeed(byte[] seed) {
        if (seed.length != SEED_BYTES) {
            throw new LedgerException("a seed has " + SEED_BYTES + " bytes length=" + seed.length);
        }
        return new SigningKey(seed.clone());
    }

    /** Returns a copy of the seed. */
    public byte[] seed() {
        return seed.clone();
    }

    /** Returns the seed itself, which must not be changed. */
    byte[] rawSeed() {
        return seed;
    }

    /** Returns the public key. */
    public VerificationKey verificationKey() {
        return verificationKey;
    }

    /** Returns the name of the public key; the seed is never shown. */
    @Override
    public String toString() {
        return "key=" + verificationKey;
    }

    private static byte[] publicKey(byte[] seed) {
        byte[] scalar = Arrays.copyOf(sha512(seed), EdwardsPoint.BYTES);
        scalar[0] &= (byte) 0xF8;
        scalar[EdwardsPoint.BYTES - 1] &= 0x7F;
        scalar[EdwardsPoint.BYTES - 1] |= 0x40;
        return EdwardsPoint.ofBase(EdwardsPoint.littleEndian(scalar, EdwardsPoint.BYTES))
                .encode();
    }

    private static byte[] sha512(byte[] bytes) {
        try {
            return MessageDigest.getInstance("SHA-512").digest(bytes);
        } catch (NoSuchAlgorithmException e) {
            throw new LedgerException("the platform has no SHA-512", e);
        }
    }
}
