package io.millrace.text;

import io.millrace.wire.BinaryOutput;
import java.util.Arrays;

/**
 * The encoded form of a key or an element, by which equal ones are found however they were written in text. They have
 * an order, so that a hash table stays fast where a hostile text makes their hash codes equal.
 */
final class YamlBytes implements Comparable<YamlBytes> {
    private final byte[] bytes;

    private YamlBytes(byte[] bytes) {
        this.bytes = bytes;
    }

    /** What has been written since the message had this length. */
    static YamlBytes since(int length, BinaryOutput out) {
        return new YamlBytes(out.toByteArray(length));
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof YamlBytes that && Arrays.equals(bytes, that.bytes);
    }

    @Override
    public int hashCode() {
        return Arrays.hashCode(bytes);
    }

    @Override
    public int compareTo(YamlBytes other) {
        return Arrays.compare(bytes, other.bytes);
    }
}
