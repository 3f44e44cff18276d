package io.millrace.text;

/**
 * Numbers in the forms of YAML's core schema. Floating-point numbers have the fewest digits that read back to the same
 * number, and have no exponent between a millionth and ten to the sixteenth.
 */
final class YamlNumbers {
    private static final double EXACT = 1e15;
    private static final int LEAST_EXPONENT = -6;
    private static final int MOST_EXPONENT = 15;
    private static final double LEAST_WITH_EXPONENT = 1e16;
    private static final byte[] PLUS = Utf8Output.ascii("+");
    private static final byte[] POINT = Utf8Output.ascii(".");

    private YamlNumbers() {}

    static void append(Utf8Output out, double value) {
        if (!appendSpecial(out, value)) {
            int start = out.length();
            out.putFinite(value);
            signExponent(out, start, value);
        }
    }

    static void append(Utf8Output out, float value) {
        if (!appendSpecial(out, value)) {
            int start = out.length();
            out.putFinite(value);
            signExponent(out, start, value);
        }
    }

    /** Adds a sign to the exponent: without one the text is a string in YAML 1.1. */
    private static void signExponent(Utf8Output out, int start, double value) {
        if (Math.abs(value) >= LEAST_WITH_EXPONENT) {
            insertBehind(out, start, 'E', PLUS);
        }
    }

    /** Adds a point: {@code 1E+3} is a string in YAML 1.1, and {@code 1.E+3} the same decimal. */
    static void pointExponent(Utf8Output out, int start) {
        boolean hasPoint = false;
        for (int i = start; i < out.length(); i++) {
            hasPoint |= out.at(i) == '.';
            if (out.at(i) == 'E' && !hasPoint) {
                out.insert(i, POINT);
                return;
            }
        }
    }

    private static void insertBehind(Utf8Output out, int start, char letter, byte[] inserted) {
        for (int i = start; i < out.length(); i++) {
            if (out.at(i) == letter) {
                out.insert(i + 1, inserted);
                return;
            }
        }
    }

    /** Appends a finite number with the digits of the JDK. */
    static void appendDigits(StringBuilder out, double value) {
        out.append(value);
        withoutExponent(out);
    }

    /** Appends a finite number with the digits of the JDK. */
    static void appendDigits(StringBuilder out, float value) {
        out.append(value);
        withoutExponent(out);
    }

    /** Returns the number in millionths if that decimal is its shortest text, otherwise {@link Long#MIN_VALUE}. */
    static long millionths(double value) {
        double scaled = value * 1e6;
        if (Math.abs(scaled) < EXACT) {
            // A decimal of at most fifteen digits is the only one of its length for its double, hence the shortest: if
            // the correctly rounded quotient equals the number, these are its digits.
            long millionths = Math.round(scaled);
            if (millionths / 1e6 == value && millionths != 0) {
                return millionths;
            }
        }
        return Long.MIN_VALUE;
    }

    private static boolean appendSpecial(Utf8Output out, double value) {
        if (Double.isFinite(value)) {
            return false;
        }
        out.putAscii(Double.isNaN(value) ? ".nan" : value > 0 ? ".inf" : "-.inf");
        return true;
    }

    /** Rewrites {@code d.dddE±xx} if the number is neither very large nor very small. */
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
}
