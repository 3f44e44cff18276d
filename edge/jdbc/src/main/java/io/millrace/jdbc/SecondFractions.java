package io.millrace.jdbc;

/** What a gateway does with an argument that has more digits of a second than the database keeps. */
public enum SecondFractions {
    /** The request is refused, so that what is stored is what was given. */
    EXACT,
    /**
     * The further digits are cut off, as of {@code Instant.now()}, which has nanoseconds: to microseconds on
     * PostgreSQL, on H2 to the digits of the column that the argument goes into.
     */
    ROUND_DOWN
}
