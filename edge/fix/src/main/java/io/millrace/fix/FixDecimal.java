package io.millrace.fix;

import java.math.BigDecimal;
import java.util.Objects;

/**
 * A decimal number, exactly: a whole number divided by ten to the power of a scale. It can be set again, so that
 * reading messages allocates nothing. Numbers of the same value are equal, whatever their scales. One thread at a time.
 */
public final class FixDecimal implements Comparable<FixDecimal> {

    static final int MOST_PLACES = 18;
    static final long NONE = Long.MIN_VALUE;

    private static final int BASE = 10;

    private long unscaled;
    private int scale;

    /** Creates zero. */
    public FixDecimal() {}

    /** Returns {@code unscaled} divided by ten to the power of {@code scale}, which is from 0 to 18. */
    public static FixDecimal of(long unscaled, int scale) {
        return new FixDecimal().set(unscaled, scale);
    }

    /**
     * Sets the value to {@code unscaled} divided by ten to the power of {@code scale}, which is from 0 to 18.
     *
     * @throws IllegalArgumentException if {@code unscaled} is the least {@code long}
     */
    public FixDecimal set(long unscaled, int scale) {
        Objects.checkIndex(scale, MOST_PLACES + 1);
        if (unscaled == NONE) {
            throw new IllegalArgumentException("a number is too small unscaled=" + unscaled);
        }
        this.unscaled = unscaled;
        this.scale = scale;
        return this;
    }

    /** Returns the whole number. */
    public long unscaled() {
        return unscaled;
    }

    /** Returns the decimal places of the whole number, from 0 to 18. */
    public int scale() {
        return scale;
    }

    /**
     * Returns the number times ten to the power of {@code decimals}, from 0 to 18.
     *
     * @throws ArithmeticException if it has more decimals, or does not fit
     */
    public long unscaled(int decimals) {
        Objects.checkIndex(decimals, MOST_PLACES + 1);
        long power = power(Math.abs(decimals - scale));
        if (decimals >= scale) {
            return Math.multiplyExact(unscaled, power);
        }
        if (unscaled % power != 0) {
            throw new ArithmeticException("a number has more decimals number=" + this + " decimals=" + decimals);
        }
        return unscaled / power;
    }

    /** Returns the number with its scale. */
    public BigDecimal toBigDecimal() {
        return BigDecimal.valueOf(unscaled, scale);
    }

    /** Compares the values; 1.10 is the same as 1.1. */
    @Override
    public int compareTo(FixDecimal other) {
        return scale <= other.scale
                ? compare(unscaled, power(other.scale - scale), other.unscaled)
                : -compare(other.unscaled, power(scale - other.scale), unscaled);
    }

    /** Compares a product that may need more than 64 bits with a number. */
    private static int compare(long one, long power, long other) {
        long product = one * power;
        return Math.multiplyHigh(one, power) == product >> (Long.SIZE - 1)
                ? Long.compare(product, other)
                : Long.signum(one);
    }

    private static long power(int exponent) {
        long power = 1;
        for (int i = 0; i < exponent; i++) {
            power *= BASE;
        }
        return power;
    }

    /** Returns whether the other is a number of the same value. */
    @Override
    public boolean equals(Object other) {
        return other instanceof FixDecimal that && compareTo(that) == 0;
    }

    @Override
    public int hashCode() {
        long rest = unscaled;
        int places = scale;
        while (places > 0 && rest % BASE == 0) {
            rest /= BASE;
            places--;
        }
        return Long.hashCode(rest) * 31 + places;
    }

    /** Returns the digits, with as many after the point as the scale says. */
    @Override
    public String toString() {
        return toBigDecimal().toPlainString();
    }

    /** Returns a number that {@link FixText#isDecimal} accepts, times ten to the power of {@code decimals}. */
    static long parse(byte[] bytes, int start, int end, int decimals) {
        boolean negative = bytes[start] == '-';
        long value = 0;
        int left = decimals;
        boolean point = false;
        for (int i = negative ? start + 1 : start; i < end; i++) {
            if (bytes[i] == '.') {
                point = true;
            } else {
                if (point && left-- == 0) {
                    if (bytes[i] != '0') {
                        return NONE;
                    }
                    left = 0;
                } else {
                    int digit = bytes[i] - '0';
                    if (value > (Long.MAX_VALUE - digit) / 10) {
                        return NONE;
                    }
                    value = value * 10 + digit;
                }
            }
        }
        for (; left > 0; left--) {
            if (value > Long.MAX_VALUE / 10) {
                return NONE;
            }
            value *= 10;
        }
        return negative ? -value : value;
    }

    /** Returns how many digits are after the point, at most 18: further ones may only be zeros. */
    static int places(byte[] bytes, int start, int end) {
        for (int i = start; i < end; i++) {
            if (bytes[i] == '.') {
                return Math.min(MOST_PLACES, end - i - 1);
            }
        }
        return 0;
    }

    /** Writes {@code value} divided by ten to the power of {@code decimals}, without needless zeros. */
    static int write(byte[] bytes, int offset, long value, int decimals) {
        int at = offset;
        long rest = value;
        int left = decimals;
        while (left > 0 && rest % 10 == 0) {
            rest /= 10;
            left--;
        }
        if (left == 0) {
            return FixText.write(bytes, at, rest);
        }
        long unit = 1;
        for (int i = 0; i < left; i++) {
            unit *= 10;
        }
        if (rest < 0) {
            bytes[at++] = '-';
        }
        at = FixText.write(bytes, at, Math.abs(rest / unit));
        bytes[at++] = '.';
        return FixText.writeDigits(bytes, at, Math.abs(rest % unit), left);
    }
}
