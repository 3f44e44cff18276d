package io.millrace.wire;

import java.util.Objects;

/**
 * How text is read.
 *
 * @param unknownKeys what to do about a key that the schema does not have
 * @param limits the bounds for what is read; one document has at most {@code maxMessageBytes} characters
 */
public record YamlOptions(UnknownKeys unknownKeys, WireLimits limits) {
    private static final YamlOptions STRICT = new YamlOptions(UnknownKeys.REFUSE, WireLimits.defaults());

    /** Refuses nulls. */
    public YamlOptions {
        Objects.requireNonNull(unknownKeys, "unknownKeys");
        Objects.requireNonNull(limits, "limits");
    }

    /** Unknown keys are refused, and the default limits hold. */
    public static YamlOptions strict() {
        return STRICT;
    }

    /** Unknown keys are ignored, and the default limits hold. */
    public static YamlOptions lenient() {
        return STRICT.withUnknownKeys(UnknownKeys.IGNORE);
    }

    /** These options with another {@code unknownKeys}. */
    public YamlOptions withUnknownKeys(UnknownKeys keys) {
        return new YamlOptions(keys, limits);
    }

    /** These options with other limits. */
    public YamlOptions withLimits(WireLimits other) {
        return new YamlOptions(unknownKeys, other);
    }
}
