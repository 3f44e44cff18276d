package io.millrace.wire;

/**
 * How much {@link WireFormat#DELTA} remembers, and how often it writes a message in full.
 *
 * @param maxKeys how many keys are remembered at most, 1 to 16,777,216. A writer that meets one more forgets the one
 *     that it has numbered longest ago, whose next message is then a key frame; a reader refuses numbers beyond it. A
 *     reader needs at least the writer's
 * @param keyFrameInterval every so many messages of a key one is a key frame, from which a reader can start; 1 to
 *     1,073,741,824
 */
public record DeltaOptions(int maxKeys, int keyFrameInterval) {
    private static final DeltaOptions DEFAULTS = new DeltaOptions(65_536, 256);

    /** Refuses what is outside the ranges. */
    public DeltaOptions {
        require("maxKeys", maxKeys, 1 << 24);
        require("keyFrameInterval", keyFrameInterval, 1 << 30);
    }

    /** Up to 65,536 keys, and every 256th message of a key in full. */
    public static DeltaOptions defaults() {
        return DEFAULTS;
    }

    /** These options with another {@code maxKeys}. */
    public DeltaOptions withMaxKeys(int keys) {
        return new DeltaOptions(keys, keyFrameInterval);
    }

    /** These options with another {@code keyFrameInterval}. */
    public DeltaOptions withKeyFrameInterval(int messages) {
        return new DeltaOptions(maxKeys, messages);
    }

    private static void require(String name, int value, int most) {
        if (value < 1 || value > most) {
            throw new IllegalArgumentException(name + "=" + value + " least=1 most=" + most);
        }
    }
}
