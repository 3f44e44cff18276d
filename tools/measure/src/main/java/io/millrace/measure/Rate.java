package io.millrace.measure;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * How often something should happen, as an exact fraction: {@code count} times in {@code perNs} nanoseconds, in lowest
 * terms. The n-th time is arithmetic, floor(n * perNs / count), so it neither drifts nor depends on those before it.
 *
 * @param count how many times, from 1
 * @param perNs in how many nanoseconds, from 1
 */
public record Rate(long count, long perNs) {
    private static final long SECOND_NS = 1_000_000_000L;
    private static final int LONGEST_TEXT = 64;
    private static final Pattern TEXT =
            Pattern.compile("(\\d+(?:\\.\\d+)?)\\s*/\\s*(\\d*)\\s*(ns|us|ms|s|sec|min|m|h)", Pattern.CASE_INSENSITIVE);

    /**
     * Brings the fraction to lowest terms.
     *
     * @throws MeasureException if a number is not positive, or the rate is above one a nanosecond
     */
    public Rate {
        if (count < 1 || perNs < 1 || count > perNs) {
            throw new MeasureException("rate out of range count=" + count + " perNs=" + perNs);
        }
        long divisor = BigInteger.valueOf(count).gcd(BigInteger.valueOf(perNs)).longValueExact();
        count /= divisor;
        perNs /= divisor;
    }

    /**
     * Returns a whole number of times a second.
     *
     * @throws MeasureException if it is not from 1 to 1,000,000,000
     */
    public static Rate perSecond(long times) {
        return new Rate(times, SECOND_NS);
    }

    /**
     * Reads a rate such as {@code 10000/s}, {@code 33333.333/s}, {@code 600/min} or {@code 1/10s}: a decimal number,
     * then optionally a whole number, of the units ns, us, ms, s, min or h.
     *
     * @throws MeasureException if the text is none, or the rate is not above 0 and at most one a nanosecond
     */
    public static Rate parse(String text) {
        Matcher matcher = TEXT.matcher(text.strip());
        if (text.length() > LONGEST_TEXT || !matcher.matches()) {
            throw new MeasureException("not a rate text=" + text + " example=10000/s");
        }
        BigDecimal count = new BigDecimal(matcher.group(1));
        BigDecimal units = matcher.group(2).isEmpty() ? BigDecimal.ONE : new BigDecimal(matcher.group(2));
        BigDecimal perNs = units.multiply(BigDecimal.valueOf(unitNs(matcher.group(3))));
        int scale = Math.max(0, count.scale());
        BigInteger numerator = count.movePointRight(scale).toBigIntegerExact();
        BigInteger denominator = perNs.movePointRight(scale).toBigIntegerExact();
        BigInteger divisor = numerator.gcd(denominator).max(BigInteger.ONE);
        try {
            return new Rate(
                    numerator.divide(divisor).longValueExact(),
                    denominator.divide(divisor).longValueExact());
        } catch (ArithmeticException e) {
            throw new MeasureException("rate has too many digits text=" + text, e);
        }
    }

    private static long unitNs(String unit) {
        return switch (unit.toLowerCase(Locale.ROOT)) {
            case "ns" -> 1;
            case "us" -> 1_000;
            case "ms" -> 1_000_000;
            case "s", "sec" -> SECOND_NS;
            case "m", "min" -> 60 * SECOND_NS;
            case "h" -> 3600 * SECOND_NS;
            default -> throw new MeasureException("not a unit of time unit=" + unit);
        };
    }

    /**
     * Returns floor(n * perNs / count): when, after the start, number n is due.
     *
     * @param n from 0
     * @throws ArithmeticException if that is more than 292 years
     */
    public long offsetNs(long n) {
        // Split, so that the product of nearly all rates fits a long.
        return Math.addExact(
                Math.multiplyExact(n / count, perNs), WideArithmetic.multiplyDivide(n % count, perNs, count));
    }

    /** Returns how many are due before a duration is over: those n for which {@code offsetNs(n) < durationNs}. */
    public long countWithin(long durationNs) {
        if (durationNs <= 0) {
            return 0;
        }
        long rest = durationNs % perNs;
        long partial = WideArithmetic.multiplyDivide(rest, count, perNs);
        boolean exact =
                Math.multiplyHigh(rest, count) == Math.multiplyHigh(partial, perNs) && rest * count == partial * perNs;
        return durationNs / perNs * count + partial + (exact ? 0 : 1);
    }

    /** Returns the rate as times a second. */
    public double perSecond() {
        return (double) count / (double) perNs * SECOND_NS;
    }

    /** Returns the text that {@link #parse} reads back to the same rate. */
    @Override
    public String toString() {
        if (SECOND_NS % perNs == 0 && count <= Long.MAX_VALUE / (SECOND_NS / perNs)) {
            return count * (SECOND_NS / perNs) + "/s";
        }
        return count + "/" + perNs + "ns";
    }
}
