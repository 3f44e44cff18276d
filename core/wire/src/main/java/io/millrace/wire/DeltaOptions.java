package io.millrace.wire;

/**
 * How many keys {@link WireFormat#DELTA} stores, and how often it writes a complete message.
 *
 * @param maxKeys the most keys that are stored, 1 to 16,777,216. When a writer needs a slot for one more, it removes
 *     the key that it numbered longest ago, and the next message of that key is a key frame. A reader refuses higher
 *     numbers, so its limit must be at least the writer's
 * @param keyFrameInterval one of so many messages of a key is a key frame, from which a reader can start; 1 to
 *     1,073,741,824
 */
public record DeltaOptions(int maxKeys, int keyFrameInterval) {
    private static final DeltaOptions DEFAULTS = new DeltaOptions(65_536, 256);

    /** Refuses values outside the ranges. */
    public DeltaOptions {
        require("maxKeys", maxKeys, 1 << 24);
        require("keyFrameInterval", keyFrameInterval, 1 << 30);
    }

    /** Returns the defaults: up to 65,536 keys, and every 256th message of a key is complete. */
    public static DeltaOptions defaults() {
        return DEFAULTS;
    }

    /** Returns these options with another {@code maxKeys}. */
    public DeltaOptions withMaxKeys(int keys) {
        return new DeltaOptions(keys, keyFrameInterval);
    }

    /** Returns these options with another {@code keyFrameInterval}. */
    public DeltaOptions withKeyFrameInterval(int messages) {
        return new DeltaOptions(maxKeys, messages);
    }

    private static void require(String name, int value, int most) {
        if (value < 1 || value > most) {
            throw new IllegalArgumentException(name + "=" + value + " least=1 most=" + most);
        }
    }
}
