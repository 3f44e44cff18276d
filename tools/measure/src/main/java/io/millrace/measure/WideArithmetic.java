package io.millrace.measure;

/** Products of two {@code long}s that are too wide for one, divided again. */
final class WideArithmetic {
    private static final int HALF_BITS = 32;
    private static final long HALF_MASK = 0xFFFF_FFFFL;

    private WideArithmetic() {}

    /**
     * Returns floor(a * b / divisor), exactly, for a and b from 0 and a divisor from 1.
     *
     * @throws ArithmeticException if the quotient is no {@code long}
     */
    static long multiplyDivide(long a, long b, long divisor) {
        long high = Math.multiplyHigh(a, b);
        long low = a * b;
        if (high == 0 && low >= 0) {
            return low / divisor;
        }
        if (high >= divisor) {
            throw new ArithmeticException("quotient out of range a=" + a + " b=" + b + " divisor=" + divisor);
        }
        long quotient = divide(high, low, divisor);
        if (quotient < 0) {
            throw new ArithmeticException("quotient out of range a=" + a + " b=" + b + " divisor=" + divisor);
        }
        return quotient;
    }

    /** Divides 128 by 64 bits in digits of 32 (Knuth, TAOCP 2, 4.3.1, algorithm D); high < divisor. */
    private static long divide(long high, long low, long divisor) {
        int shift = Long.numberOfLeadingZeros(divisor);
        long scaled = divisor << shift;
        long divisorHigh = scaled >>> HALF_BITS;
        long divisorLow = scaled & HALF_MASK;
        long top = shift == 0 ? high : high << shift | low >>> (Long.SIZE - shift);
        long rest = low << shift;
        long firstDigit = digit(top, rest >>> HALF_BITS, divisorHigh, divisorLow);
        long middle = (top << HALF_BITS | rest >>> HALF_BITS) - firstDigit * scaled;
        long secondDigit = digit(middle, rest & HALF_MASK, divisorHigh, divisorLow);
        return (firstDigit << HALF_BITS) + secondDigit;
    }

    private static long digit(long top, long next, long divisorHigh, long divisorLow) {
        long digit = Long.divideUnsigned(top, divisorHigh);
        long rest = top - digit * divisorHigh;
        while (digit > HALF_MASK || Long.compareUnsigned(digit * divisorLow, rest << HALF_BITS | next) > 0) {
            digit--;
            rest += divisorHigh;
            if (rest > HALF_MASK) {
                break;
            }
        }
        return digit;
    }
}
