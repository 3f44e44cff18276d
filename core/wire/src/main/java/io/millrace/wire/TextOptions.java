package io.millrace.wire;

import java.util.Objects;

/**
 * How text is read.
 *
 * @param unknownKeys what to do about a key that the schema does not have
 * @param limits the bounds for what is read; one document has at most {@code maxMessageBytes} characters
 */
public record TextOptions(UnknownKeys unknownKeys, WireLimits limits) {
    private static final TextOptions STRICT = new TextOptions(UnknownKeys.REFUSE, WireLimits.defaults());

    /** Refuses nulls. */
    public TextOptions {
        Objects.requireNonNull(unknownKeys, "unknownKeys");
        Objects.requireNonNull(limits, "limits");
    }

    /** Unknown keys are refused, and the default limits hold. */
    public static TextOptions strict() {
        return STRICT;
    }

    /** Unknown keys are ignored, and the default limits hold. */
    public static TextOptions lenient() {
        return STRICT.withUnknownKeys(UnknownKeys.IGNORE);
    }

    /** These options with another {@code unknownKeys}. */
    public TextOptions withUnknownKeys(UnknownKeys keys) {
        return new TextOptions(keys, limits);
    }

    /** These options with other limits. */
    public TextOptions withLimits(WireLimits other) {
        return new TextOptions(unknownKeys, other);
    }
}
