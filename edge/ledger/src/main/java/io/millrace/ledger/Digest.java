package io.millrace.ledger;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.HexFormat;

/**
 * The name of a block: 1 to 64 bytes, for signed blocks the 32 bytes of SHA-256 over the header. Ordered by unsigned
 * bytes, a shorter digest before a longer one that begins with it. Immutable and thread-safe.
 */
public final class Digest implements Comparable<Digest> {
    /** The most bytes of a digest. */
    public static final int MAX_BYTES = 64;

    private final byte[] bytes;
    private final int hash;

    private Digest(byte[] bytes) {
        this.bytes = bytes;
        this.hash = Arrays.hashCode(bytes);
    }

    /**
     * Returns the digest of these bytes, which are copied.
     *
     * @throws LedgerException if there are none, or more than {@link #MAX_BYTES}
     */
    public static Digest of(byte[] bytes) {
        if (bytes.length == 0 || bytes.length > MAX_BYTES) {
            throw new LedgerException("a digest has 1 to " + MAX_BYTES + " bytes bytes=" + bytes.length);
        }
        return new Digest(bytes.clone());
    }

    /** Returns the digest of these bytes, 1 to {@link #MAX_BYTES}, which must not be changed later. */
    static Digest ofOwn(byte[] bytes) {
        return new Digest(bytes);
    }

    /**
     * Returns the digest whose bytes are a text in UTF-8, as files of {@code millrace ledger decide} name blocks.
     *
     * @throws LedgerException if the text is empty or longer than {@link #MAX_BYTES} bytes
     */
    public static Digest ofText(String text) {
        return of(text.getBytes(StandardCharsets.UTF_8));
    }

    /** Returns a copy of the bytes. */
    public byte[] bytes() {
        return bytes.clone();
    }

    /** Returns the bytes themselves, which must not be changed. */
    byte[] rawBytes() {
        return bytes;
    }

    /** Returns the text that {@link #ofText} was given. */
    public String text() {
        return new String(bytes, StandardCharsets.UTF_8);
    }

    @Override
    public int compareTo(Digest other) {
        return Arrays.compareUnsigned(bytes, other.bytes);
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof Digest that && hash == that.hash && Arrays.equals(bytes, that.bytes);
    }

    @Override
    public int hashCode() {
        return hash;
    }

    /** Returns the bytes in hexadecimal. */
    @Override
    public String toString() {
        return HexFormat.of().formatHex(bytes);
    }
}
