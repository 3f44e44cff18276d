package io.millrace.wire;

/**
 * Numbers in the forms of YAML's core schema. Floating-point numbers have the fewest digits that read back to the same
 * number, and stand without an exponent between a millionth and ten to the sixteenth.
 */
final class YamlNumbers {
    private static final double EXACT = 1e15;
    private static final int LEAST_EXPONENT = -6;
    private static final int MOST_EXPONENT = 15;
    private static final double LEAST_WITH_EXPONENT = 1e16;
    private static final byte[] PLUS = Utf8Text.ascii("+");
    private static final byte[] POINT = Utf8Text.ascii(".");

    private YamlNumbers() {}

    static void append(Utf8Text out, double value) {
        if (!appendSpecial(out, value)) {
            int start = out.length();
            out.putFinite(value);
            signExponent(out, start, value);
        }
    }

    static void append(Utf8Text out, float value) {
        if (!appendSpecial(out, value)) {
            int start = out.length();
            out.putFinite(value);
            signExponent(out, start, value);
        }
    }

    /** A number of YAML 1.1 has a sign in its exponent; without one it is text there. */
    private static void signExponent(Utf8Text out, int start, double value) {
        if (Math.abs(value) >= LEAST_WITH_EXPONENT) {
            insertBehind(out, start, 'E', PLUS);
        }
    }

    /** A number of YAML 1.1 has a point; {@code 1E+3} is text there, and {@code 1.E+3} the same decimal. */
    static void pointExponent(Utf8Text out, int start) {
        boolean hasPoint = false;
        for (int i = start; i < out.length(); i++) {
            hasPoint |= out.at(i) == '.';
            if (out.at(i) == 'E' && !hasPoint) {
                out.insert(i, POINT);
                return;
            }
        }
    }

    private static void insertBehind(Utf8Text out, int start, char letter, byte[] inserted) {
        for (int i = start; i < out.length(); i++) {
            if (out.at(i) == letter) {
                out.insert(i + 1, inserted);
                return;
            }
        }
    }

    /** Appends a finite number in the digits that the JDK finds. */
    static void appendDigits(StringBuilder out, double value) {
        out.append(value);
        withoutExponent(out);
    }

    /** Appends a finite number in the digits that the JDK finds. */
    static void appendDigits(StringBuilder out, float value) {
        out.append(value);
        withoutExponent(out);
    }

    /** The number in millionths where their decimal is its shortest text, else {@link Long#MIN_VALUE}. */
    static long millionths(double value) {
        double scaled = value * 1e6;
        if (Math.abs(scaled) < EXACT) {
            // A decimal of at most fifteen digits is the only one so short for its double, hence the shortest: where
            // the correctly rounded quotient gives the number back, these are its digits.
            long millionths = Math.round(scaled);
            if (millionths / 1e6 == value && millionths != 0) {
                return millionths;
            }
        }
        return Long.MIN_VALUE;
    }

    private static boolean appendSpecial(Utf8Text out, double value) {
        if (Double.isFinite(value)) {
            return false;
        }
        out.putAscii(Double.isNaN(value) ? ".nan" : value > 0 ? ".inf" : "-.inf");
        return true;
    }

    /** Rewrites {@code d.dddE±xx} where the number is neither very large nor very small. */
    private static void withoutExponent(StringBuilder out) {
        int e = out.length() - 1;
        int lowest = Math.max(0, e - 4);
        while (e >= lowest && out.charAt(e) != 'E') {
            e--;
        }
        if (e < lowest) {
            return;
        }
        int exponent = Integer.parseInt(out, e + 1, out.length(), 10);
        if (exponent < LEAST_EXPONENT || exponent > MOST_EXPONENT) {
            return;
        }
        int first = out.charAt(0) == '-' ? 1 : 0;
        String digits = out.charAt(first) + out.substring(first + 2, e);
        if (digits.endsWith("0")) {
            digits = digits.substring(0, digits.length() - 1);
        }
        out.setLength(first);
        if (exponent < 0) {
            out.append("0.").repeat('0', -exponent - 1).append(digits);
        } else if (digits.length() <= exponent + 1) {
            out.append(digits).repeat('0', exponent + 1 - digits.length()).append(".0");
        } else {
            out.append(digits, 0, exponent + 1).append('.').append(digits, exponent + 1, digits.length());
        }
    }

    /** Whether the text is an integer of the core schema. */
    static boolean isInteger(String text) {
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

    /** The radix of an integer of the core schema: 8 after {@code 0o}, 16 after {@code 0x}, else 10. */
    static int radix(String text) {
        if (text.length() > 2 && text.charAt(0) == '0') {
            return text.charAt(1) == 'x' ? 16 : text.charAt(1) == 'o' ? 8 : 10;
        }
        return 10;
    }

    /** The value of an ASCII digit; {@link Character#digit} takes those of every script. */
    private static int digit(char c, int radix) {
        return c < 0x80 ? Character.digit(c, radix) : -1;
    }

    private static int signLength(String text) {
        return !text.isEmpty() && (text.charAt(0) == '-' || text.charAt(0) == '+') ? 1 : 0;
    }

    /** Whether the text is a floating-point number of the core schema; integers in decimal are. */
    static boolean isFloat(String text) {
        return isFinite(text) || isInfinite(text) || isNan(text);
    }

    static boolean isFinite(String text) {
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

    /** Reads an integer that {@link #isInteger} has accepted; {@link NumberFormatException} beyond 64 bits. */
    static long parseLong(String text) {
        int radix = radix(text);
        return radix == 10 ? Long.parseLong(text) : Long.parseLong(text, 2, text.length(), radix);
    }

    /** Reads a number of the core schema; {@link NumberFormatException} for anything else, and for one too large. */
    static double parseDouble(String text) {
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

    /** Reads a number of the core schema; {@link NumberFormatException} for anything else, and for one too large. */
    static float parseFloat(String text) {
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
