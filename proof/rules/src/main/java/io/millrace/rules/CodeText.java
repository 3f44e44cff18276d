package io.millrace.rules;

/** Splits Java text into code, comments and strings; what is left out becomes blanks, so that offsets stay. */
final class CodeText {

    private static final String TEXT_BLOCK = "\"\"\"";

    private enum Part {
        CODE,
        COMMENT,
        STRING
    }

    private final String source;
    private final Part wanted;
    private final StringBuilder kept;

    private CodeText(String source, Part wanted) {
        this.source = source;
        this.wanted = wanted;
        this.kept = new StringBuilder(source);
    }

    /** Returns the code without comments, strings and characters. */
    static String of(String source) {
        return keep(source, Part.CODE);
    }

    /** Returns the comments, with their marks. */
    static String comments(String source) {
        return keep(source, Part.COMMENT);
    }

    /** Returns the strings, text blocks and characters, with their quotes. */
    static String strings(String source) {
        return keep(source, Part.STRING);
    }

    private static String keep(String source, Part wanted) {
        CodeText text = new CodeText(source, wanted);
        int position = 0;
        while (position < source.length()) {
            position = text.next(position);
        }
        return text.kept.toString();
    }

    private int next(int position) {
        int end = position;
        while (end < source.length() && !mayBegin(source.charAt(end))) {
            end++;
        }
        if (end > position) {
            return pass(Part.CODE, position, end);
        }
        if (source.startsWith("//", position)) {
            int newline = source.indexOf('\n', position);
            return pass(Part.COMMENT, position, newline < 0 ? source.length() : newline);
        }
        if (source.startsWith("/*", position)) {
            return pass(Part.COMMENT, position, endOf("*/", position + 2));
        }
        if (source.startsWith(TEXT_BLOCK, position)) {
            return pass(Part.STRING, position, endOf(TEXT_BLOCK, position + TEXT_BLOCK.length()));
        }
        char c = source.charAt(position);
        return c == '"' || c == '\''
                ? pass(Part.STRING, position, endOf(String.valueOf(c), position + 1))
                : pass(Part.CODE, position, position + 1);
    }

    /** Returns whether a comment, a string or a character may begin with it. */
    private static boolean mayBegin(char c) {
        return c == '/' || c == '"' || c == '\'';
    }

    /** Returns the position after the next unescaped {@code mark}; a comment has no escapes. */
    private int endOf(String mark, int from) {
        boolean escapes = mark.charAt(0) == '"' || mark.charAt(0) == '\'';
        int position = from;
        while (position < source.length()) {
            if (escapes && source.charAt(position) == '\\') {
                position += 2;
            } else if (source.startsWith(mark, position)) {
                return position + mark.length();
            } else {
                position++;
            }
        }
        return source.length();
    }

    private int pass(Part part, int from, int to) {
        if (part != wanted) {
            for (int i = from; i < to; i++) {
                if (source.charAt(i) != '\n') {
                    kept.setCharAt(i, ' ');
                }
            }
        }
        return Math.max(to, from + 1);
    }
}
