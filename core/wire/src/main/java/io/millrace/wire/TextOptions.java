package io.millrace.wire;

import java.util.Objects;
import java.util.Optional;

/**
 * How text is read.
 *
 * @param unknownKeys what to do about a key that the schema does not have
 * @param limits the bounds for what is read; one document has at most {@code maxMessageBytes} characters
 * @param observer who is told of keys that are ignored
 */
public record TextOptions(UnknownKeys unknownKeys, WireLimits limits, Optional<WireObserver> observer) {
    private static final TextOptions STRICT = new TextOptions(UnknownKeys.REFUSE, WireLimits.defaults());

    /** Refuses nulls. */
    public TextOptions {
        Objects.requireNonNull(unknownKeys, "unknownKeys");
        Objects.requireNonNull(limits, "limits");
        Objects.requireNonNull(observer, "observer");
    }

    /** Options without an observer. */
    public TextOptions(UnknownKeys unknownKeys, WireLimits limits) {
        this(unknownKeys, limits, Optional.empty());
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
        return new TextOptions(keys, limits, observer);
    }

    /** These options with other limits. */
    public TextOptions withLimits(WireLimits other) {
        return new TextOptions(unknownKeys, other, observer);
    }

    /** These options, under which unknown keys are ignored and the observer is told of each. */
    public TextOptions observed(WireObserver by) {
        return new TextOptions(UnknownKeys.IGNORE, limits, Optional.of(by));
    }
}
