package io.millrace.wire;

/**
 * The kinds of scalars. Encoded schemas contain the ordinal, so the order never changes, and new kinds are added at the
 * end. {@code docs/format/wire.md} describes the encoding of each.
 */
public enum ScalarKind {
    /** {@code boolean}: one byte, 0 or 1. */
    BOOLEAN,
    /** {@code byte}: one byte. */
    BYTE,
    /** {@code short}: zigzag varint. */
    SHORT,
    /** {@code char}, one UTF-16 unit: varint. */
    CHAR,
    /** {@code int}: zigzag varint. */
    INT,
    /** {@code long}: zigzag varint. */
    LONG,
    /** {@code float}: four bytes. */
    FLOAT,
    /** {@code double}: eight bytes. */
    DOUBLE,
    /** {@link String}: varint of length + 1, 0 for null, then strict UTF-8. */
    STRING,
    /** {@code byte[]}: varint of length + 1, 0 for null, then the bytes. */
    BYTES,
    /** {@link java.time.Instant}: seconds as zigzag varint, nanoseconds as varint. */
    INSTANT,
    /** {@link java.time.LocalDate}: epoch day as zigzag varint. */
    LOCAL_DATE,
    /** {@link java.time.LocalTime}: second of day as varint, nanoseconds as varint. */
    LOCAL_TIME,
    /** {@link java.time.LocalDateTime}: date, time. */
    LOCAL_DATE_TIME,
    /** {@link java.time.OffsetDateTime}: date, time, offset. */
    OFFSET_DATE_TIME,
    /** {@link java.time.OffsetTime}: time, offset. */
    OFFSET_TIME,
    /** {@link java.time.ZonedDateTime}: date, time, offset, zone id as string. */
    ZONED_DATE_TIME,
    /** {@link java.time.Duration}: seconds as zigzag varint, nanoseconds as varint. */
    DURATION,
    /** {@link java.time.Period}: years, months, days as zigzag varints. */
    PERIOD,
    /** {@link java.time.Year}: zigzag varint. */
    YEAR,
    /** {@link java.time.YearMonth}: year as zigzag varint, month as varint. */
    YEAR_MONTH,
    /** {@link java.time.MonthDay}: month and day as varints. */
    MONTH_DAY,
    /** {@link java.time.ZoneId}: its id as string. */
    ZONE_ID,
    /** {@link java.time.ZoneOffset}: total seconds as zigzag varint. */
    ZONE_OFFSET,
    /** {@link java.math.BigDecimal}: scale as zigzag varint, then the unscaled value as BIG_INTEGER. */
    BIG_DECIMAL,
    /** {@link java.math.BigInteger}: varint of length, then two's complement, most significant byte first. */
    BIG_INTEGER,
    /** {@link java.util.UUID}: sixteen bytes in the order of its text form. */
    UUID;

    private static final ScalarKind[] KINDS = values();

    /** Returns the number in encoded schemas. */
    @SuppressWarnings("EnumOrdinal") // the order is part of the format, as the class says
    int number() {
        return ordinal();
    }

    /** Returns the kind with this number in encoded schemas, or null if there is none. */
    static ScalarKind numbered(long number) {
        return number >= 0 && number < KINDS.length ? KINDS[(int) number] : null;
    }
}
