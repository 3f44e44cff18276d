package io.millrace.text;

import io.millrace.wire.BinaryOutput;
import java.util.Arrays;

/**
 * The encoded form of a key or an element, by which equal ones are found whatever their form in text. Its order keeps a
 * hash table fast if a hostile text makes hash codes equal.
 */
final class EncodedKey implements Comparable<EncodedKey> {
    private final byte[] bytes;

    private EncodedKey(byte[] bytes) {
        this.bytes = bytes;
    }

    /** Returns the bytes written since the message had this length. */
    static EncodedKey since(int length, BinaryOutput out) {
        return new EncodedKey(out.toByteArray(length));
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof EncodedKey that && Arrays.equals(bytes, that.bytes);
    }

    @Override
    public int hashCode() {
        return Arrays.hashCode(bytes);
    }

    @Override
    public int compareTo(EncodedKey other) {
        return Arrays.compare(bytes, other.bytes);
    }
}
