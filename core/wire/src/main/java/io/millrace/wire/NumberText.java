package io.millrace.wire;

/** Numbers in the forms of YAML's core schema, read from text. */
public final class NumberText {
    private NumberText() {}

    /** Returns whether the text is an integer of YAML's core schema. */
    public static boolean isInteger(String text) {
        int radix = radix(text);
        int i = radix == 10 ? signLength(text) : 2;
        if (i == text.length()) {
            return false;
        }
        for (; i < text.length(); i++) {
            if (digit(text.charAt(i), radix) < 0) {
                return false;
            }
        }
        return true;
    }

    /** Returns the radix of an integer of the core schema: 8 after {@code 0o}, 16 after {@code 0x}, else 10. */
    static int radix(String text) {
        if (text.length() > 2 && text.charAt(0) == '0') {
            return text.charAt(1) == 'x' ? 16 : text.charAt(1) == 'o' ? 8 : 10;
        }
        return 10;
    }

    /** Returns the value of an ASCII digit, or -1; {@link Character#digit} accepts digits of all scripts. */
    private static int digit(char c, int radix) {
        return c < 0x80 ? Character.digit(c, radix) : -1;
    }

    private static int signLength(String text) {
        return !text.isEmpty() && (text.charAt(0) == '-' || text.charAt(0) == '+') ? 1 : 0;
    }

    /** Returns whether the text is a floating-point number of YAML's core schema; decimal integers are. */
    public static boolean isFloat(String text) {
        return isFinite(text) || isInfinite(text) || isNan(text);
    }

    /** Returns whether the text is a finite number in decimal. */
    public static boolean isFinite(String text) {
        int i = signLength(text);
        int whole = digits(text, i);
        i += whole;
        int fraction = 0;
        if (i < text.length() && text.charAt(i) == '.') {
            fraction = digits(text, i + 1);
            i += 1 + fraction;
        }
        if (whole + fraction == 0) {
            return false;
        }
        if (i < text.length() && (text.charAt(i) | 0x20) == 'e') {
            i++;
            if (i < text.length() && (text.charAt(i) == '+' || text.charAt(i) == '-')) {
                i++;
            }
            int exponent = digits(text, i);
            if (exponent == 0) {
                return false;
            }
            i += exponent;
        }
        return i == text.length();
    }

    private static int digits(String text, int from) {
        int i = from;
        while (i < text.length() && text.charAt(i) >= '0' && text.charAt(i) <= '9') {
            i++;
        }
        return i - from;
    }

    static boolean isInfinite(String text) {
        return switch (text.substring(signLength(text))) {
            case ".inf", ".Inf", ".INF" -> true;
            default -> false;
        };
    }

    static boolean isNan(String text) {
        return text.equals(".nan") || text.equals(".NaN") || text.equals(".NAN");
    }

    /** Parses an integer that {@link #isInteger} has accepted; throws {@link NumberFormatException} if it needs more than 64 bits. */
    public static long parseLong(String text) {
        int radix = radix(text);
        return radix == 10 ? Long.parseLong(text) : Long.parseLong(text, 2, text.length(), radix);
    }

    /** Parses a number of YAML's core schema; throws {@link NumberFormatException} for any other text, and for a number that is too large. */
    public static double parseDouble(String text) {
        if (isFinite(text)) {
            double value = Double.parseDouble(text);
            if (!Double.isInfinite(value)) {
                return value;
            }
        } else if (isInfinite(text)) {
            return text.charAt(0) == '-' ? Double.NEGATIVE_INFINITY : Double.POSITIVE_INFINITY;
        } else if (isNan(text)) {
            return Double.NaN;
        }
        throw new NumberFormatException(text);
    }

    /** Parses a number of YAML's core schema; throws {@link NumberFormatException} for any other text, and for a number that is too large. */
    public static float parseFloat(String text) {
        if (isFinite(text)) {
            float value = Float.parseFloat(text);
            if (!Float.isInfinite(value)) {
                return value;
            }
            throw new NumberFormatException(text);
        }
        return (float) parseDouble(text);
    }
}
