package io.millrace.wire;

/**
 * The limits of every message that is written or read. A text that is read has at most {@code maxMessageBytes}
 * characters. In addition, a set or a map is refused if more than 1,024 of its elements fall into one bucket of a hash
 * table, so that an attacker cannot make reading slow.
 *
 * @param maxMessageBytes the longest encoded message in bytes, at least 1,024
 * @param maxStringBytes the longest encoded string in bytes, at least 128
 * @param maxCount the most elements of one list, set, map or array, at least 1
 * @param maxDepth the deepest nesting of messages and collections, 1 to 1,000
 */
public record WireLimits(int maxMessageBytes, int maxStringBytes, int maxCount, int maxDepth) {
    /** The most bytes of a message in YAML; with indentation it can be much longer than in BINARY. */
    public static final int MAX_TEXT_BYTES = 1 << 28;

    private static final WireLimits DEFAULTS = new WireLimits(16 << 20, 4 << 20, 1 << 20, 64);

    /** Refuses limits outside their ranges. */
    public WireLimits {
        require("maxMessageBytes", maxMessageBytes, 1_024, Integer.MAX_VALUE - 64);
        require("maxStringBytes", maxStringBytes, 128, Integer.MAX_VALUE - 64);
        require("maxCount", maxCount, 1, Integer.MAX_VALUE - 64);
        require("maxDepth", maxDepth, 1, 1_000);
    }

    /** Returns the defaults: messages of 16 MiB, strings of 4 MiB, 1,048,576 elements, depth 64. */
    public static WireLimits defaults() {
        return DEFAULTS;
    }

    /** Returns these limits with another {@code maxMessageBytes}. */
    public WireLimits withMaxMessageBytes(int bytes) {
        return new WireLimits(bytes, maxStringBytes, maxCount, maxDepth);
    }

    /** Returns these limits with another {@code maxStringBytes}. */
    public WireLimits withMaxStringBytes(int bytes) {
        return new WireLimits(maxMessageBytes, bytes, maxCount, maxDepth);
    }

    /** Returns these limits with another {@code maxCount}. */
    public WireLimits withMaxCount(int count) {
        return new WireLimits(maxMessageBytes, maxStringBytes, count, maxDepth);
    }

    /** Returns these limits with another {@code maxDepth}. */
    public WireLimits withMaxDepth(int depth) {
        return new WireLimits(maxMessageBytes, maxStringBytes, maxCount, depth);
    }

    private static void require(String name, int value, int least, int most) {
        if (value < least || value > most) {
            throw new IllegalArgumentException(name + "=" + value + " least=" + least + " most=" + most);
        }
    }
}
