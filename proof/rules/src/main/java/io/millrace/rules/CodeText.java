package io.millrace.rules;

/** Blanks the comments, strings and characters of Java text, so that a search finds code and positions stay. */
final class CodeText {

    private static final String TEXT_BLOCK = "\"\"\"";

    private final String source;
    private final StringBuilder code;

    private CodeText(String source) {
        this.source = source;
        this.code = new StringBuilder(source);
    }

    static String of(String source) {
        CodeText text = new CodeText(source);
        int position = 0;
        while (position < source.length()) {
            position = text.next(position);
        }
        return text.code.toString();
    }

    private int next(int position) {
        if (source.startsWith("//", position)) {
            int newline = source.indexOf('\n', position);
            return blank(position, newline < 0 ? source.length() : newline);
        }
        if (source.startsWith("/*", position)) {
            return blank(position, endOf("*/", position + 2));
        }
        if (source.startsWith(TEXT_BLOCK, position)) {
            return blank(position, endOf(TEXT_BLOCK, position + TEXT_BLOCK.length()));
        }
        char c = source.charAt(position);
        return c == '"' || c == '\'' ? blank(position, endOf(String.valueOf(c), position + 1)) : position + 1;
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

    private int blank(int from, int to) {
        for (int i = from; i < to; i++) {
            if (source.charAt(i) != '\n') {
                code.setCharAt(i, ' ');
            }
        }
        return Math.max(to, from + 1);
    }
}
