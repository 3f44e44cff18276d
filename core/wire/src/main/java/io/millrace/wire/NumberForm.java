package io.millrace.wire;

/**
 * How a whole number looks in text; in the binary forms it is a number whatever its form. The order is the number in
 * encoded schemas and never changes; new forms are added at the end.
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

    /** The number in encoded schemas. */
    @SuppressWarnings("EnumOrdinal") // the order is part of the format, as the class says
    int number() {
        return ordinal();
    }

    /** The form with this number in encoded schemas, or null where there is none. */
    static NumberForm numbered(int number) {
        return number >= 0 && number < FORMS.length ? FORMS[number] : null;
    }

    /** Whether numbers of a kind can be shown so. */
    boolean fits(ScalarKind kind) {
        return switch (kind) {
            case LONG -> true;
            case BYTE, SHORT, INT -> this == DECIMAL || this == HEX;
            default -> this == DECIMAL;
        };
    }

    /** How many units of a moment are in a second; {@link IllegalStateException} where this is no moment. */
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
