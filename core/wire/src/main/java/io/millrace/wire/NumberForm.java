package io.millrace.wire;

/**
 * The form of a whole number in text; the binary formats do not depend on it. Encoded schemas contain the ordinal, so
 * the order never changes, and new forms are added at the end.
 */
public enum NumberForm {
    /** Decimal digits. */
    DECIMAL,
    /** Hexadecimal, {@code 0x1f}; negative numbers in two's complement. */
    HEX,
    /** Seconds since 1970 as a moment in ISO 8601, {@code 2024-02-29T12:00:00Z}. */
    EPOCH_SECONDS,
    /** Milliseconds since 1970 as a moment in ISO 8601. */
    EPOCH_MILLIS,
    /** Microseconds since 1970 as a moment in ISO 8601. */
    EPOCH_MICROS,
    /** Nanoseconds since 1970 as a moment in ISO 8601, from 1677 to 2262. */
    EPOCH_NANOS,
    /** Up to ten characters in a {@code long}; see {@link ShortText}. */
    SHORT_TEXT;

    private static final NumberForm[] FORMS = values();

    /** Returns the number in encoded schemas. */
    @SuppressWarnings("EnumOrdinal") // the order is part of the format, as the class says
    int number() {
        return ordinal();
    }

    /** Returns the form with this number in encoded schemas, or null if there is none. */
    static NumberForm numbered(int number) {
        return number >= 0 && number < FORMS.length ? FORMS[number] : null;
    }

    /** Returns whether numbers of a kind can have this form. */
    boolean fits(ScalarKind kind) {
        return switch (kind) {
            case LONG -> true;
            case BYTE, SHORT, INT -> this == DECIMAL || this == HEX;
            default -> this == DECIMAL;
        };
    }

    /**
     * Returns how many units of a moment are in a second; throws {@link IllegalStateException} if this form is not a
     * moment.
     */
    public long perSecond() {
        return switch (this) {
            case EPOCH_SECONDS -> 1;
            case EPOCH_MILLIS -> 1_000;
            case EPOCH_MICROS -> 1_000_000;
            case EPOCH_NANOS -> 1_000_000_000;
            default -> throw new IllegalStateException("form=" + this);
        };
    }
}
