package io.millrace.text;

/** Finds the ends of tokens of canonical YAML; it does not accept a token that may be something else. */
final class YamlScanner {
    private static final int SPECIAL = YamlStrings.FLOW_INDICATOR
            | YamlStrings.COLON
            | YamlStrings.HASH
            | YamlStrings.CONTROL
            | YamlStrings.NEWLINE;

    private YamlScanner() {}

    /** Returns the position after the plain scalar that begins here, or -1 if there is none or it may continue. */
    static int plainEnd(Utf8Input text, YamlStrings.Context context) {
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

    /** Returns whether a plain scalar may begin here; a minus only begins a number. */
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

    /** Returns whether a special character is an ordinary one at this position. */
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

    /**
     * Returns the position of the closing quote of the string that begins here, or -1 if it is not closed or has an
     * escape.
     */
    static int quotedEnd(Utf8Input text) {
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

    /** Returns the position after the characters beyond ASCII, or -1 if one of them is not allowed in YAML. */
    private static int printableEnd(Utf8Input text, int from) {
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

    /** Returns the position after the tag that begins here, at a blank, a line break or the end. */
    static int tagEnd(Utf8Input text) {
        int i = text.at;
        while (text.bytes[i] > ' ') {
            i++;
        }
        return i;
    }

    /** Returns whether a plain scalar is null. */
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
