package io.millrace.text;

/**
 * Shows text that came from outside to people, in an error, a log or a terminal. A character that cannot be seen, or
 * that turns the direction of what follows, would let a message look like another one; so it is shown by its number.
 */
public final class VisibleText {

    private VisibleText() {}

    /**
     * Returns the text with control characters, except line breaks and tabs, and with characters that only format text
     * (Unicode category Cf) as {@code \\u} and their number.
     */
    public static String of(String text) {
        for (int i = 0; i < text.length(); ) {
            int c = text.codePointAt(i);
            if (!isVisible(c)) {
                return escaped(text, i);
            }
            i += Character.charCount(c);
        }
        return text;
    }

    private static String escaped(String text, int first) {
        StringBuilder out = new StringBuilder(text.length() + 16).append(text, 0, first);
        text.codePoints().skip(text.codePointCount(0, first)).forEach(c -> {
            if (isVisible(c)) {
                out.appendCodePoint(c);
            } else {
                String digits = Integer.toHexString(c);
                out.append("\\u").repeat('0', Math.max(0, 4 - digits.length())).append(digits);
            }
        });
        return out.toString();
    }

    private static boolean isVisible(int c) {
        if (c >= 0x20 && c < 0x7F) {
            return true;
        }
        return c == '\n' || c == '\t' || (!Character.isISOControl(c) && Character.getType(c) != Character.FORMAT);
    }
}
