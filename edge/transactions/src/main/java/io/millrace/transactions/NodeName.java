package io.millrace.transactions;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * The name of a transaction manager among all that use the same resources: 1 to 16 printable ASCII characters. Two
 * managers of one name would roll back each other's transactions.
 */
public final class NodeName {

    /** How many bytes a name takes in an Xid, padded with zeros. */
    static final int BYTES = 16;

    private final byte[] bytes;
    private final String text;

    private NodeName(String text) {
        this.text = text;
        this.bytes = Arrays.copyOf(text.getBytes(StandardCharsets.US_ASCII), BYTES);
    }

    /**
     * Returns a name.
     *
     * @throws IllegalArgumentException if it is empty, too long, or has other characters than printable ASCII
     */
    public static NodeName of(String text) {
        if (text.isEmpty() || text.length() > BYTES || !text.chars().allMatch(c -> c > ' ' && c < 127)) {
            throw new IllegalArgumentException(
                    "a node name has 1 to " + BYTES + " printable ASCII characters name=" + text);
        }
        return new NodeName(text);
    }

    /** Copies the padded name to the start of {@code target}. */
    void copyTo(byte[] target) {
        System.arraycopy(bytes, 0, target, 0, BYTES);
    }

    /** Returns whether {@code globalId} starts with this name. */
    boolean starts(byte[] globalId) {
        return globalId.length >= BYTES && Arrays.equals(globalId, 0, BYTES, bytes, 0, BYTES);
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof NodeName name && name.text.equals(text);
    }

    @Override
    public int hashCode() {
        return text.hashCode();
    }

    @Override
    public String toString() {
        return text;
    }
}
