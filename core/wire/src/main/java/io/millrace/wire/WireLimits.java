package io.millrace.wire;

/**
 * The bounds that hold for every message, written or read. A text has at most {@code maxMessageBytes} characters where
 * it is read. Besides them, a set or a map of more than 1,024 elements is refused where more than 1,024 of them would
 * share a bucket of a hash table, so that nobody can make reading one slow.
 *
 * @param maxMessageBytes the longest encoded message in bytes, at least 1,024
 * @param maxStringBytes the longest encoded string in bytes, at least 128
 * @param maxCount the most elements of one list, set, map or array, at least 1
 * @param maxDepth the deepest nesting of messages and collections, 1 to 1,000
 */
public record WireLimits(int maxMessageBytes, int maxStringBytes, int maxCount, int maxDepth) {
    /** The longest YAML that a message becomes, in bytes of UTF-8; indentation can make it much longer than BINARY. */
    public static final int MAX_TEXT_BYTES = 1 << 28;

    private static final WireLimits DEFAULTS = new WireLimits(16 << 20, 4 << 20, 1 << 20, 64);

    /** Refuses limits outside their ranges. */
    public WireLimits {
        require("maxMessageBytes", maxMessageBytes, 1_024, Integer.MAX_VALUE - 64);
        require("maxStringBytes", maxStringBytes, 128, Integer.MAX_VALUE - 64);
        require("maxCount", maxCount, 1, Integer.MAX_VALUE - 64);
        require("maxDepth", maxDepth, 1, 1_000);
    }

    /** Messages of 16 MiB, strings of 4 MiB, 1,048,576 elements, depth 64. */
    public static WireLimits defaults() {
        return DEFAULTS;
    }

    /** These limits with another {@code maxMessageBytes}. */
    public WireLimits withMaxMessageBytes(int bytes) {
        return new WireLimits(bytes, maxStringBytes, maxCount, maxDepth);
    }

    /** These limits with another {@code maxStringBytes}. */
    public WireLimits withMaxStringBytes(int bytes) {
        return new WireLimits(maxMessageBytes, bytes, maxCount, maxDepth);
    }

    /** These limits with another {@code maxCount}. */
    public WireLimits withMaxCount(int count) {
        return new WireLimits(maxMessageBytes, maxStringBytes, count, maxDepth);
    }

    /** These limits with another {@code maxDepth}. */
    public WireLimits withMaxDepth(int depth) {
        return new WireLimits(maxMessageBytes, maxStringBytes, maxCount, depth);
    }

    private static void require(String name, int value, int least, int most) {
        if (value < least || value > most) {
            throw new IllegalArgumentException(name + "=" + value + " least=" + least + " most=" + most);
        }
    }
}
