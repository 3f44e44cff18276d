package io.millrace.wire;

import java.util.Objects;
import java.util.Optional;

/**
 * Options for reading text.
 *
 * @param unknownKeys what happens with a key that the schema does not have
 * @param limits the limits of what is read; a document has at most {@code maxMessageBytes} characters
 * @param observer is notified of keys that are ignored
 */
public record TextOptions(UnknownKeys unknownKeys, WireLimits limits, Optional<WireObserver> observer) {
    /** What a reader of text does with a key that its schema does not have. */
    public enum UnknownKeys {
        /** Throws an error that names the most similar known key. */
        REFUSE,
        /** Skips the key and its value, as BINARY skips a field that the reader does not have. */
        IGNORE,
        /**
         * Skips it like {@link #IGNORE}, but throws an error where an object in JSON has keys and none that the schema
         * has: it is something else.
         */
        IGNORE_BESIDE_KNOWN
    }

    private static final TextOptions STRICT = new TextOptions(UnknownKeys.REFUSE, WireLimits.defaults());

    /** Refuses nulls. */
    public TextOptions {
        Objects.requireNonNull(unknownKeys, "unknownKeys");
        Objects.requireNonNull(limits, "limits");
        Objects.requireNonNull(observer, "observer");
    }

    /** Creates options without an observer. */
    public TextOptions(UnknownKeys unknownKeys, WireLimits limits) {
        this(unknownKeys, limits, Optional.empty());
    }

    /** Returns options that refuse unknown keys, with the default limits. */
    public static TextOptions strict() {
        return STRICT;
    }

    /** Returns options that ignore unknown keys, with the default limits. */
    public static TextOptions lenient() {
        return STRICT.withUnknownKeys(UnknownKeys.IGNORE);
    }

    /** Returns these options with another {@code unknownKeys}. */
    public TextOptions withUnknownKeys(UnknownKeys keys) {
        return new TextOptions(keys, limits, observer);
    }

    /** Returns these options with other limits. */
    public TextOptions withLimits(WireLimits other) {
        return new TextOptions(unknownKeys, other, observer);
    }

    /** Returns these options with an observer that is notified of unknown keys, which are ignored. */
    public TextOptions observed(WireObserver by) {
        return new TextOptions(UnknownKeys.IGNORE, limits, Optional.of(by));
    }
}
