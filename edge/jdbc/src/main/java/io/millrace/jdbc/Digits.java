package io.millrace.jdbc;

import java.math.BigDecimal;

/**
 * Bounds the digits of a decimal number. A {@code BigDecimal} of one digit may stand for two thousand million of them,
 * and writing those out, which drivers and conversions do, takes more memory than there is.
 */
final class Digits {
    /** Before the point, and after it. PostgreSQL keeps 131,072 and 16,383, H2 100,000 in all. */
    static final int MAX = 131_072;

    private Digits() {}

    /** Returns the number itself; {@link IllegalArgumentException} where it has more digits than any database keeps. */
    static BigDecimal checked(BigDecimal number) {
        long before = (long) number.precision() - number.scale();
        if (before > MAX || number.scale() > MAX) {
            throw new IllegalArgumentException("has too many digits beforePoint=" + Math.max(0, before) + " afterPoint="
                    + Math.max(0, number.scale()) + " limit=" + MAX);
        }
        return number;
    }
}
