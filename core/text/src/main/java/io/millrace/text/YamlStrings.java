package io.millrace.text;

import io.millrace.wire.ScalarText;
import io.millrace.wire.WireFormatException;
import java.nio.charset.StandardCharsets;

/**
 * Strings in text: plain if every reader of YAML 1.1 or 1.2 takes them for strings, several lines as a literal block if
 * that loses nothing, otherwise in double quotes with escapes.
 */
final class YamlStrings {
    /** The surroundings of a string, which decide whether it needs quotes. */
    enum Context {
        /** The value of a key, an element on a line of its own, or a key. */
        BLOCK,
        /** An element between brackets. */
        FLOW,
        /** A key, up to its colon. */
        KEY
    }

    /** A longer key needs a line of its own; YAML allows 1,024 characters before a colon on one line. */
    static final int MAX_KEY_CHARS = 1_000;

    /** The length of the longest word that is not a string. */
    private static final int MAX_OTHER_TYPE_CHARS = 5;

    static final int FLOW_INDICATOR = 1;
    static final int COLON = 2;
    static final int HASH = 4;
    static final int CONTROL = 8;
    static final int NEWLINE = 16;
    private static final int WIDE = 32;
    private static final int NEVER_FIRST = 64;
    private static final int OTHER_TYPE_FIRST = 128;
    private static final int UNSAFE = CONTROL | NEWLINE;

    private static final int[] TRAITS = traits();

    private YamlStrings() {}

    private static int[] traits() {
        int[] traits = new int[128];
        for (int c = 0; c < 0x20; c++) {
            traits[c] = CONTROL;
        }
        traits[0x7F] = CONTROL;
        traits['\n'] = NEWLINE;
        traits[':'] = COLON;
        traits['#'] = HASH;
        mark(traits, ",[]{}", FLOW_INDICATOR);
        mark(traits, " -?:,[]{}#&*!|>'\"%@`", NEVER_FIRST);
        mark(traits, "0123456789+.~nNtTfFyYoO=<", OTHER_TYPE_FIRST);
        return traits;
    }

    private static void mark(int[] traits, String chars, int trait) {
        for (int i = 0; i < chars.length(); i++) {
            traits[chars.charAt(i)] |= trait;
        }
    }

    /** Returns the text of a string of one line, or of a character that may be half of a surrogate pair. */
    static String text(String value, Context context) {
        Utf8Output text = Utf8Output.ofAnyLength();
        if (value.length() == 1) {
            appendChar(text, value.charAt(0), context);
        } else {
            append(text, value, context);
        }
        return text.toString();
    }

    /** Returns the text of a string of one line as UTF-8. */
    static byte[] bytes(String value, Context context) {
        return text(value, context).getBytes(StandardCharsets.UTF_8);
    }

    /** Returns the text of a key and its colon as UTF-8. */
    static byte[] key(String name) {
        return (text(name, Context.BLOCK) + ':').getBytes(StandardCharsets.UTF_8);
    }

    /**
     * Returns whether the bytes are certainly a string that may be plain; if they are not, {@link #isPlain} decides.
     */
    static boolean isSurelyPlain(byte[] bytes, int from, int end, Context context) {
        if (from == end) {
            return false;
        }
        int seen = 0;
        for (int i = from; i < end; i++) {
            byte c = bytes[i];
            seen |= c < 0 ? WIDE : TRAITS[c];
        }
        int first = bytes[from] < 0 ? WIDE : TRAITS[bytes[from]];
        int special = UNSAFE | WIDE | COLON | HASH | (context == Context.FLOW ? FLOW_INDICATOR : 0);
        boolean simple = (seen & special) == 0 && (first & NEVER_FIRST) == 0 && bytes[end - 1] != ' ';
        boolean isWord = (first & OTHER_TYPE_FIRST) == 0 || (bytes[from] > '9' && end - from > MAX_OTHER_TYPE_CHARS);
        return simple && isWord;
    }

    /** Appends the string on one line. */
    static void append(Utf8Output out, String value, Context context) {
        if (isPlain(value, context)) {
            out.put(value, Utf8Output.Escapes.NONE);
        } else {
            appendQuoted(out, value);
        }
    }

    /** Returns the special properties of a character of ASCII. */
    static int traits(byte ascii) {
        return TRAITS[ascii];
    }

    /** Returns whether the string may be plain; throws {@link WireFormatException} for an unpaired surrogate. */
    static boolean isPlain(String value, Context context) {
        int length = value.length();
        if (length == 0) {
            return false;
        }
        int seen = 0;
        for (int i = 0; i < length; i++) {
            char c = value.charAt(i);
            seen |= c < 0x80 ? TRAITS[c] : WIDE;
        }
        if ((seen & WIDE) != 0 && !isVisible(value)) {
            return false;
        }
        char last = value.charAt(length - 1);
        if ((seen & UNSAFE) != 0
                || last == ' '
                || last == ':'
                || (context == Context.FLOW && (seen & FLOW_INDICATOR) != 0)
                || ((seen & COLON) != 0 && value.contains(": "))
                || ((seen & HASH) != 0 && value.contains(" #"))) {
            return false;
        }
        char first = value.charAt(0);
        int traits = first < 0x80 ? TRAITS[first] : 0;
        return (traits & NEVER_FIRST) == 0 && ((traits & OTHER_TYPE_FIRST) == 0 || !isOtherType(value));
    }

    /** Returns whether YAML 1.1 or 1.2 takes the plain text for something else than a string. */
    static boolean isOtherType(String value) {
        char first = value.charAt(0);
        if ((first >= '0' && first <= '9') || first == '+' || first == '.') {
            return isNumberLike(value) || isDateLike(value) || value.startsWith("...") || ScalarText.isFloat(value);
        }
        if (value.length() > MAX_OTHER_TYPE_CHARS) {
            return false;
        }
        return switch (value) {
            case "~", "null", "Null", "NULL", "true", "True", "TRUE", "false", "False", "FALSE" -> true;
            case "yes", "Yes", "YES", "no", "No", "NO", "on", "On", "ON", "off", "Off", "OFF", "=", "<<" -> true;
            default -> false;
        };
    }

    /**
     * Returns whether it is an integer, a float, or one of the forms of YAML 1.1 with underscores, in base 2 or in base
     * 60.
     */
    private static boolean isNumberLike(String value) {
        int length = value.length();
        int first = value.charAt(0) == '+' ? 1 : 0;
        if (length > first + 2 && value.charAt(first) == '0' && "xXoObB".indexOf(value.charAt(first + 1)) >= 0) {
            return allIn(value, first + 2, "0123456789abcdefABCDEF_");
        }
        int dots = 0;
        for (int i = first; i < length; i++) {
            char c = value.charAt(i);
            if (c == '.') {
                dots++;
            } else if ((c | 0x20) == 'e') {
                int digits = i + 1 < length && "+-".indexOf(value.charAt(i + 1)) >= 0 ? i + 2 : i + 1;
                return dots <= 1 && allIn(value, digits, "0123456789");
            } else if ((c < '0' || c > '9') && c != '_' && c != ':') {
                return false;
            }
        }
        return dots <= 1;
    }

    /** Returns whether it begins as a timestamp of YAML 1.1: four digits, a month and a day, with or without a time. */
    private static boolean isDateLike(String value) {
        int month = digitsEnd(value, 0);
        if (month != 4 || !isAt(value, month, '-')) {
            return false;
        }
        int day = digitsEnd(value, month + 1);
        if (day == month + 1 || !isAt(value, day, '-')) {
            return false;
        }
        int end = digitsEnd(value, day + 1);
        return end > day + 1 && (end == value.length() || "Tt \t".indexOf(value.charAt(end)) >= 0);
    }

    private static boolean isAt(String value, int index, char c) {
        return index < value.length() && value.charAt(index) == c;
    }

    private static int digitsEnd(String value, int from) {
        int i = from;
        while (i < value.length() && value.charAt(i) >= '0' && value.charAt(i) <= '9') {
            i++;
        }
        return i;
    }

    private static boolean allIn(String value, int from, String chars) {
        for (int i = from; i < value.length(); i++) {
            if (chars.indexOf(value.charAt(i)) < 0) {
                return false;
            }
        }
        return true;
    }

    /**
     * Returns whether the char can be seen as it is. Characters that format text cannot: those without a width, such as
     * U+200B, and those that turn the direction of what follows, such as U+202E, which make a text look like another.
     */
    private static boolean isVisible(char c) {
        return isPrintable(c) && (c < 0xA0 || Character.getType(c) != Character.FORMAT);
    }

    private static boolean isVisible(String value) {
        for (int i = 0; i < value.length(); i++) {
            char c = value.charAt(i);
            if (Character.isSurrogate(c)) {
                requirePair(value, i);
                i++;
            } else if (!isVisible(c)) {
                return false;
            }
        }
        return true;
    }

    /** Returns whether the char is allowed unescaped; line breaks of YAML 1.1 and the byte order mark are not. */
    static boolean isPrintable(char c) {
        if (c < 0xA0) {
            return c >= 0x20 && c < 0x7F;
        }
        return c != 0x2028 && c != 0x2029 && c != 0xFEFF && c < 0xFFFE;
    }

    /** Returns whether a plain scalar may begin with the char. */
    static boolean mayBeFirst(char c) {
        return c >= 0x80 || (TRAITS[c] & NEVER_FIRST) == 0;
    }

    private static void requirePair(String value, int index) {
        if (!Character.isHighSurrogate(value.charAt(index))
                || index + 1 == value.length()
                || !Character.isLowSurrogate(value.charAt(index + 1))) {
            throw new WireFormatException("an unpaired surrogate has no text char=U+"
                    + Integer.toHexString(value.charAt(index)) + " index=" + index);
        }
    }

    private static void appendQuoted(Utf8Output out, String value) {
        out.put('"');
        for (int i = 0; i < value.length(); i++) {
            char c = value.charAt(i);
            if (c == '"' || c == '\\') {
                out.put('\\');
                out.put(c);
            } else if (Character.isSurrogate(c)) {
                requirePair(value, i);
                out.putPair(c, value.charAt(++i));
            } else if (isVisible(c)) {
                out.putCharacter(c);
            } else {
                appendEscaped(out, c);
            }
        }
        out.put('"');
    }

    /** Appends one UTF-16 unit as a string; half of a surrogate pair is an escape, which only this reader accepts. */
    static void appendChar(Utf8Output out, char value, Context context) {
        if (value >= '0' && value <= '9') {
            out.put('"');
            out.put(value);
            out.put('"');
        } else if (value >= 'A' && value <= 'z' && (TRAITS[value] & (FLOW_INDICATOR | NEVER_FIRST)) == 0) {
            out.put(value); // a single letter is never anything else than a string
        } else if (Character.isSurrogate(value)) {
            out.put('"');
            appendEscaped(out, value);
            out.put('"');
        } else {
            append(out, String.valueOf(value), context);
        }
    }

    private static void appendEscaped(Utf8Output out, char c) {
        switch (c) {
            case '\n' -> out.putAscii("\\n");
            case '\t' -> out.putAscii("\\t");
            case '\r' -> out.putAscii("\\r");
            case 0 -> out.putAscii("\\0");
            default -> {
                out.putAscii(c < 0x100 ? "\\x" : "\\u");
                for (int shift = c < 0x100 ? 4 : 12; shift >= 0; shift -= 4) {
                    out.put(Character.forDigit(c >>> shift & 0xF, 16));
                }
            }
        }
    }

    /**
     * Returns whether the string may be a literal block: at least two lines, at most one line break at the end, and no
     * line whose indentation or end an editor or a reader could lose.
     */
    static boolean isLiteral(String value) {
        int length = value.length();
        int firstBreak = value.indexOf('\n');
        if (firstBreak <= 0 || firstBreak == length - 1 || value.charAt(0) == ' ' || value.charAt(0) == '\t') {
            return false;
        }
        for (int i = 0; i < length; i++) {
            char c = value.charAt(i);
            if (c == '\n') {
                char before = value.charAt(i - 1);
                if (before == ' ' || before == '\t') {
                    return false;
                }
            } else if (Character.isSurrogate(c)) {
                requirePair(value, i);
                i++;
            } else if (!isVisible(c) && c != '\t') {
                return false;
            }
        }
        char last = value.charAt(length - 1);
        return last != ' ' && last != '\t' && !value.endsWith("\n\n");
    }

    /** Appends a literal block, from its {@code |} to the line break at its end. */
    static void appendLiteral(Utf8Output out, String value, int indent) {
        boolean closed = value.charAt(value.length() - 1) == '\n';
        out.putAscii(closed ? "|\n" : "|-\n");
        int end = closed ? value.length() - 1 : value.length();
        for (int start = 0; start <= end; ) {
            int next = value.indexOf('\n', start);
            int stop = next < 0 || next > end ? end : next;
            if (stop > start) {
                out.put(' ', indent);
                out.put(value.substring(start, stop), Utf8Output.Escapes.NONE);
            }
            out.put('\n');
            start = stop + 1;
        }
    }
}
