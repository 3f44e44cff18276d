package io.millrace.ledger;

import java.util.Arrays;
import java.util.HexFormat;
import java.util.Optional;

/**
 * A public key of Ed25519 that has passed the tests of a registration: 32 bytes that are the only encoding of a point,
 * whose order is that of keys. With such keys all implementations agree about every signature. Immutable and
 * thread-safe.
 */
public final class VerificationKey {
    private final byte[] bytes;

    private VerificationKey(byte[] bytes) {
        this.bytes = bytes;
    }

    /**
     * Returns the key of these bytes, which are copied. Takes about ten milliseconds of processor time.
     *
     * @throws LedgerException if they are no key; the message says why
     */
    public static VerificationKey register(byte[] bytes) {
        Optional<String> refusal = refusal(bytes);
        if (refusal.isPresent()) {
            throw new LedgerException(refusal.get() + " key="
                    + HexFormat.of().formatHex(Arrays.copyOf(bytes, Math.min(bytes.length, 64))));
        }
        return new VerificationKey(bytes.clone());
    }

    /** Returns why bytes are no key, or nothing. */
    static Optional<String> refusal(byte[] bytes) {
        if (bytes.length != EdwardsPoint.BYTES) {
            return Optional.of("a key has 32 bytes length=" + bytes.length);
        }
        Optional<EdwardsPoint> point = EdwardsPoint.decode(bytes);
        if (point.isEmpty()) {
            return Optional.of("a key is not the canonical encoding of a point of the curve");
        }
        if (point.get().hasSmallOrder()) {
            return Optional.of("a key is a point of small order");
        }
        return point.get().isInMainGroup() ? Optional.empty() : Optional.of("a key has a part of small order");
    }

    /** Returns a copy of the 32 bytes. */
    public byte[] bytes() {
        return bytes.clone();
    }

    /** Returns the bytes themselves, which must not be changed. */
    byte[] rawBytes() {
        return bytes;
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof VerificationKey that && Arrays.equals(bytes, that.bytes);
    }

    @Override
    public int hashCode() {
        return Arrays.hashCode(bytes);
    }

    /** Returns the bytes in hexadecimal. */
    @Override
    public String toString() {
        return HexFormat.of().formatHex(bytes);
    }
}
