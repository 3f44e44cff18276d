package io.millrace.fix;

/** Decimal numbers as whole numbers of a power of ten. */
final class FixDecimal {

    static final int MOST_PLACES = 18;
    static final long NONE = Long.MIN_VALUE;

    private FixDecimal() {}

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
