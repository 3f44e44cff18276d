package io.millrace.text;

/** Finds where the pieces of YAML end that are written here; what may be something else is nowhere found. */
final class YamlPieces {
    private static final int SPECIAL = YamlStrings.FLOW_INDICATOR
            | YamlStrings.COLON
            | YamlStrings.HASH
            | YamlStrings.CONTROL
            | YamlStrings.NEWLINE;

    private YamlPieces() {}

    /** The place behind the plain scalar that begins here, or -1 where there is none or it may go on. */
    static int plainEnd(TextBytes text, YamlStrings.Context context) {
        byte[] bytes = text.bytes;
        int from = text.at;
        int i = from;
        if (!mayBegin(bytes, from)) {
            return -1;
        }
        while (true) {
            byte c = bytes[i];
            if (c < 0) {
                i = printableEnd(text, i);
                if (i < 0) {
                    return -1;
                }
            } else if ((YamlStrings.traits(c) & SPECIAL) == 0) {
                i++;
            } else if (isEnd(bytes, i, context)) {
                return i > from && bytes[i - 1] != ' ' ? i : -1;
            } else if (isWithin(bytes, i, context)) {
                i++;
            } else {
                return -1;
            }
        }
    }

    /** A minus begins a number here, and nothing else. */
    private static boolean mayBegin(byte[] bytes, int at) {
        byte first = bytes[at];
        if (first == '-') {
            byte second = bytes[at + 1];
            return (second >= '0' && second <= '9') || second == '.';
        }
        return first < 0 || YamlStrings.mayBeFirst((char) first);
    }

    private static boolean isEnd(byte[] bytes, int at, YamlStrings.Context context) {
        byte c = bytes[at];
        return switch (context) {
            case BLOCK -> c == '\n';
            case FLOW -> c == ',' || c == ']';
            case KEY -> c == ':' && isBlank(bytes[at + 1]);
        };
    }

    /** Whether a special character is an ordinary one in this place. */
    private static boolean isWithin(byte[] bytes, int at, YamlStrings.Context context) {
        byte c = bytes[at];
        if (c == ':') {
            byte next = bytes[at + 1];
            return !isBlank(next) && !(context == YamlStrings.Context.FLOW && isIndicator(next));
        }
        return c == '#' ? bytes[at - 1] != ' ' : context != YamlStrings.Context.FLOW && isIndicator(c);
    }

    private static boolean isIndicator(byte c) {
        return c > 0 && (YamlStrings.traits(c) & YamlStrings.FLOW_INDICATOR) != 0;
    }

    private static boolean isBlank(byte c) {
        return c == ' ' || c == '\n';
    }

    /** The closing quote of the string that begins here, or -1 where it is not closed or has an escape. */
    static int quotedEnd(TextBytes text) {
        byte[] bytes = text.bytes;
        int i = text.at;
        while (i >= 0 && bytes[i] != '"') {
            byte c = bytes[i];
            if (c < 0) {
                i = printableEnd(text, i);
            } else if (c < ' ' || c == '\\' || c == 0x7F) {
                return -1;
            } else {
                i++;
            }
        }
        return i;
    }

    /** The place behind the characters beyond ASCII, or -1 where one of them may not stand in YAML. */
    private static int printableEnd(TextBytes text, int from) {
        int end = text.wide(from);
        String wide = end < 0 ? "" : text.text(from, end);
        for (int i = 0; i < wide.length(); i++) {
            char c = wide.charAt(i);
            if (!Character.isSurrogate(c) && !YamlStrings.isPrintable(c)) {
                return -1;
            }
        }
        return end;
    }

    /** The place behind the tag that begins here, at a blank, a line break or the end. */
    static int tagEnd(TextBytes text) {
        int i = text.at;
        while (text.bytes[i] > ' ') {
            i++;
        }
        return i;
    }

    /** Whether a plain scalar stands for nothing. */
    static boolean isNull(byte[] bytes, int from, int to) {
        int first = bytes[from] | 0x20;
        return (to - from == 1 && bytes[from] == '~')
                || (to - from == 4
                        && first == 'n'
                        && (bytes[from + 1] | 0x20) == 'u'
                        && (bytes[from + 2] | 0x20) == 'l'
                        && (bytes[from + 3] | 0x20) == 'l');
    }
}
