package io.millrace.wire;

import java.util.Arrays;

/**
 * Encodes a short text, such as a symbol of up to ten characters, as a {@code long}, so that it needs no object. The
 * characters are those of ASCII from {@code !} to {@code ~} without {@code " # ' , [ \ ] ` { }}. The number is the
 * value of the text in bijective base 84, so every text has exactly one number, and the empty text has 0. Fields that
 * hold such numbers are annotated {@code @TextForm(NumberForm.SHORT_TEXT)}.
 */
public final class ShortText {
    /** The longest text in characters. */
    public static final int MAX_CHARS = 10;

    private static final String ALPHABET =
            "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz" + ".-_/+=:;@$%&*!?~^|()<>";
    private static final int BASE = ALPHABET.length();
    private static final byte[] DIGITS = digits();
    private static final long MOST = most();

    private ShortText() {}

    private static byte[] digits() {
        byte[] digits = new byte[128];
        Arrays.fill(digits, (byte) -1);
        for (int i = 0; i < BASE; i++) {
            digits[ALPHABET.charAt(i)] = (byte) (i + 1);
        }
        return digits;
    }

    private static long most() {
        long most = 0;
        for (int i = 0; i < MAX_CHARS; i++) {
            most = most * BASE + BASE;
        }
        return most;
    }

    /**
     * Returns the number of a text.
     *
     * @throws IllegalArgumentException if it has more than {@link #MAX_CHARS} characters or one outside the alphabet
     */
    public static long encode(CharSequence text) {
        if (text.length() > MAX_CHARS) {
            throw new IllegalArgumentException(
                    "a short text is too long chars=" + text.length() + " limit=" + MAX_CHARS);
        }
        long number = 0;
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            int digit = c < DIGITS.length ? DIGITS[c] : -1;
            if (digit < 0) {
                throw new IllegalArgumentException("a character is not allowed in a short text char=U+"
                        + Integer.toHexString(c) + " index=" + i + " allowed=" + ALPHABET);
            }
            number = number * BASE + digit;
        }
        return number;
    }

    /** Returns whether the number encodes a text. */
    public static boolean isText(long number) {
        return Long.compareUnsigned(number, MOST) <= 0;
    }

    /**
     * Appends the text of a number.
     *
     * @throws IllegalArgumentException if it does not encode a text; see {@link #isText}
     */
    public static void append(StringBuilder out, long number) {
        if (!isText(number)) {
            throw new IllegalArgumentException("a number does not encode a short text number=" + number);
        }
        int start = out.length();
        long left = number;
        while (left != 0) {
            long digit = Long.remainderUnsigned(left - 1, BASE);
            out.append(ALPHABET.charAt((int) digit));
            left = Long.divideUnsigned(left - 1, BASE);
        }
        for (int i = start, j = out.length() - 1; i < j; i++, j--) {
            char c = out.charAt(i);
            out.setCharAt(i, out.charAt(j));
            out.setCharAt(j, c);
        }
    }

    /** Returns the text of a number; throws {@link IllegalArgumentException} if it does not encode a text. */
    public static String decode(long number) {
        StringBuilder text = new StringBuilder(MAX_CHARS);
        append(text, number);
        return text.toString();
    }
}
