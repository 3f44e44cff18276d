package io.millrace.text;

/**
 * Parses the subset of YAML that Millrace writes, an order of magnitude faster than a parser of the whole language. If
 * anything is outside the subset, or may mean something else, it gives up, and {@link YamlParser} takes over. Where
 * both accept a text, they must return the same, including lines and columns. Giving up is not an error, and this class
 * reports none.
 *
 * <p>The subset: block mappings with simple or quoted keys, block sequences (also compact ones), sequences of scalars
 * between brackets, {@code {}}, tags, plain and double-quoted scalars on one line, literal blocks, and comment lines.
 */
final class YamlCanonicalParser {
    private static final int MAX_DEPTH = 200;
    private static final int UNUSUAL = Integer.MAX_VALUE;
    private static final char END = '\n';

    private final String text;
    private int position;
    private int lineStart;
    private int line;
    private int depth;

    private YamlCanonicalParser(YamlDocument document) {
        this.text = document.text();
        this.line = document.line();
    }

    /** Returns the root, or null if the document is not in the subset. */
    static YamlNode parse(YamlDocument document) {
        return document.text().endsWith("\n") ? new YamlCanonicalParser(document).root() : null;
    }

    private YamlNode root() {
        if (indent() != 0) {
            return null;
        }
        YamlNode node = peek() == '!' ? tagged(-1) : startsBlock() ? block(0, null) : null;
        return node != null && indent() < 0 ? node : null;
    }

    private char peek() {
        return text.charAt(position);
    }

    private int column(int at) {
        return text.codePointCount(lineStart, at) + 1;
    }

    /**
     * Advances to the next line that has content, and returns its indentation; -1 at the end. The line breaks that only
     * YAML 1.1 knows give an indentation that fits no block.
     */
    private int indent() {
        while (lineStart < text.length()) {
            int i = lineStart;
            while (text.charAt(i) == ' ') {
                i++;
            }
            char c = text.charAt(i);
            if (c != END && c != '#') {
                position = i;
                return i - lineStart;
            }
            int end = text.indexOf(END, i);
            if (!isPrintable(i, end)) {
                return UNUSUAL;
            }
            nextLine(end);
        }
        return -1;
    }

    private void nextLine(int end) {
        lineStart = end + 1;
        line++;
    }

    private boolean isDash() {
        return peek() == '-' && text.charAt(position + 1) == ' ';
    }

    private boolean startsBlock() {
        return isDash() || keyEnd(position) > 0;
    }

    /**
     * Returns a collection whose first key or dash is at the cursor, in this column from 0; {@code tagged} is the node
     * if it has a tag.
     */
    private YamlNode block(int indent, YamlNode tagged) {
        if (++depth > MAX_DEPTH) {
            return null;
        }
        YamlNode node = isDash() ? sequence(indent) : mapping(indent, tagged);
        depth--;
        return node;
    }

    private YamlNode sequence(int indent) {
        YamlNode node = YamlNode.collection(YamlNode.Kind.SEQUENCE, null, line, column(position));
        while (true) {
            position += 2;
            YamlNode element = startsBlock() ? block(position - lineStart, null) : value(indent);
            if (element == null) {
                return null;
            }
            node.children.add(element);
            int next = indent();
            if (next < indent) {
                return node;
            }
            if (next > indent || !isDash()) {
                return null;
            }
        }
    }

    private YamlNode mapping(int indent, YamlNode tagged) {
        YamlNode node =
                tagged == null ? YamlNode.collection(YamlNode.Kind.MAPPING, null, line, column(position)) : tagged;
        int keyEnd = keyEnd(position);
        while (keyEnd > 0) {
            YamlNode key = peek() == '"' ? quoted(null, position, keyEnd) : scalar(null, position, keyEnd);
            if (key == null) {
                return null;
            }
            position = keyEnd + 1;
            YamlNode value;
            if (peek() == END) {
                value = nested(indent, null);
            } else {
                position++;
                value = value(indent);
            }
            if (value == null) {
                return null;
            }
            node.children.add(key);
            node.children.add(value);
            int next = indent();
            if (next < indent) {
                return node;
            }
            keyEnd = next > indent ? -1 : keyEnd(position);
        }
        return null;
    }

    /** Returns the position of the colon after the key at this position, or -1 if there is no simple key. */
    private int keyEnd(int start) {
        int i = start;
        if (text.charAt(i) == '"') {
            i = quoteEnd(i);
            if (i < 0) {
                return -1;
            }
        } else {
            while (isKeyChar(text.charAt(i), i == start)) {
                i++;
            }
        }
        boolean key = i > start
                && i - start <= YamlStrings.MAX_KEY_CHARS
                && text.charAt(i) == ':'
                && (text.charAt(i + 1) == ' ' || text.charAt(i + 1) == END);
        return key ? i : -1;
    }

    private static boolean isKeyChar(char c, boolean first) {
        return (c >= 'a' && c <= 'z')
                || (c >= 'A' && c <= 'Z')
                || (c >= '0' && c <= '9')
                || c == '_'
                || c == '$'
                || (!first && (c == '.' || c == '-'));
    }

    /** Returns the block on the lines that follow, which must have a deeper indentation than this. */
    private YamlNode nested(int indent, YamlNode tagged) {
        nextLine(position);
        int inner = indent();
        // a sequence in the column of its key, a tagged one and an empty value are left to the general parser
        boolean inside = inner > indent && inner < UNUSUAL && startsBlock() && (tagged == null || !isDash());
        return inside ? block(inner, tagged) : null;
    }

    /**
     * Returns a value at the cursor that is not a compact collection, of a key or dash in this column, and ends the
     * line.
     */
    private YamlNode value(int indent) {
        return switch (peek()) {
            case '!' -> tagged(indent);
            case '|' -> literal(indent, null, position);
            case '[' -> ended(flow(), indent);
            case '{' -> ended(emptyMapping(null, position), indent);
            default -> ended(inline(null, position), indent);
        };
    }

    /** Advances to the next line and returns the node; null if this line has more or the next one may continue it. */
    private YamlNode ended(YamlNode node, int indent) {
        if (node == null || peek() != END) {
            return null;
        }
        nextLine(position);
        return indent() <= indent ? node : null;
    }

    private YamlNode tagged(int indent) {
        int start = position;
        String tag = tag();
        if (tag == null) {
            return null;
        }
        if (peek() == END) {
            return nested(indent, YamlNode.collection(YamlNode.Kind.MAPPING, tag, line, column(start)));
        }
        position++;
        return switch (peek()) {
            case '|' -> literal(indent, tag, start);
            case '{' -> ended(emptyMapping(tag, start), indent);
            default -> ended(inline(tag, start), indent);
        };
    }

    /**
     * Returns the tag at the cursor, and moves the cursor after it, to a blank or the end of the line; null for unusual
     * tags.
     */
    private String tag() {
        int start = position;
        int end = start + 1;
        boolean binary = text.startsWith("!!binary", start);
        if (binary) {
            end = start + 8;
        } else {
            while (isKeyChar(text.charAt(end), end == start + 1)) {
                end++;
            }
        }
        position = end;
        if (end == start + 1 || (peek() != ' ' && peek() != END)) {
            return null;
        }
        return binary ? YamlTags.BINARY : text.substring(start, end);
    }

    private YamlNode emptyMapping(String tag, int start) {
        if (text.charAt(position + 1) != '}') {
            return null;
        }
        position += 2;
        return YamlNode.collection(YamlNode.Kind.MAPPING, tag, line, column(start));
    }

    /** Returns a scalar at the cursor, up to the end of the line. */
    private YamlNode inline(String tag, int start) {
        if (peek() == '"') {
            int end = quoteEnd(position);
            return end < 0 ? null : quoted(tag, start, end);
        }
        int end = text.indexOf(END, position);
        return isPlain(position, end, false) ? scalar(tag, start, end) : null;
    }

    private YamlNode flow() {
        YamlNode node = YamlNode.collection(YamlNode.Kind.SEQUENCE, null, line, column(position));
        position++;
        if (peek() == ']') {
            position++;
            return node;
        }
        while (true) {
            YamlNode element = flowElement();
            if (element == null) {
                return null;
            }
            node.children.add(element);
            char c = peek();
            if (c == ']') {
                position++;
                return node;
            }
            if (c != ',' || text.charAt(position + 1) != ' ') {
                return null;
            }
            position += 2;
        }
    }

    private YamlNode flowElement() {
        int start = position;
        String tag = null;
        if (peek() == '!') {
            tag = tag();
            if (tag == null || peek() == END) {
                return null;
            }
            position++;
        }
        if (peek() == '"') {
            int end = quoteEnd(position);
            return end < 0 ? null : quoted(tag, start, end);
        }
        int end = position;
        while (",]\n".indexOf(text.charAt(end)) < 0) {
            end++;
        }
        return isPlain(position, end, true) ? scalar(tag, start, end) : null;
    }

    private boolean isPlain(int start, int end, boolean flow) {
        if (start >= end || text.charAt(end - 1) == ' ') {
            return false;
        }
        char first = text.charAt(start);
        if (first == '-' ? !isKeyChar(text.charAt(start + 1), false) : !YamlStrings.mayBeFirst(first)) {
            return false;
        }
        for (int i = start; i < end; i++) {
            char c = text.charAt(i);
            if (c == ':') {
                char next = text.charAt(i + 1);
                if (i + 1 == end || next == ' ' || (flow && "[]{},".indexOf(next) >= 0)) {
                    return false;
                }
            } else if (c == '#' ? text.charAt(i - 1) == ' ' : flow && (c == '[' || c == '{' || c == '}')) {
                return false;
            } else if (!YamlStrings.isPrintable(c)) {
                return false;
            } else if (Character.isSurrogate(c)) {
                if (!Character.isHighSurrogate(c) || !Character.isLowSurrogate(text.charAt(++i))) {
                    return false;
                }
            }
        }
        return true;
    }

    /**
     * Returns a plain scalar from the cursor to {@code end}; {@code start} is the position of the scalar or its tag.
     */
    private YamlNode scalar(String tag, int start, int end) {
        YamlNode node = YamlNode.scalar(tag, text.substring(position, end), true, line, column(start));
        position = end;
        return node;
    }

    /** Returns the position after the closing quote, or -1 if the string is not closed on this line. */
    private int quoteEnd(int start) {
        for (int i = start + 1; ; i++) {
            char c = text.charAt(i);
            if (c == '"') {
                return i + 1;
            }
            if (c == '\\') {
                i++;
            }
            if (c == END || text.charAt(i) == END) {
                return -1;
            }
        }
    }

    /** Returns a string in quotes from the cursor to {@code end}, which is after the closing quote. */
    private YamlNode quoted(String tag, int start, int end) {
        StringBuilder value = new StringBuilder(end - position);
        for (int i = position + 1; i < end - 1; i++) {
            char c = text.charAt(i);
            if (c == '\\') {
                i = escape(i + 1, end - 1, value);
                if (i < 0) {
                    return null;
                }
            } else if (YamlStrings.isPrintable(c)) {
                value.append(c);
                if (Character.isSurrogate(c)) {
                    char low = text.charAt(++i);
                    if (!Character.isHighSurrogate(c) || !Character.isLowSurrogate(low)) {
                        return null;
                    }
                    value.append(low);
                }
            } else {
                return null;
            }
        }
        YamlNode node = YamlNode.scalar(tag, value.toString(), false, line, column(start));
        position = end;
        return node;
    }

    /** Appends the character of the escape at this position, and returns the position of its last character, or -1. */
    private int escape(int at, int end, StringBuilder value) {
        int digits = 0;
        switch (text.charAt(at)) {
            case '"' -> value.append('"');
            case '\\' -> value.append('\\');
            case 'n' -> value.append('\n');
            case 't' -> value.append('\t');
            case 'r' -> value.append('\r');
            case '0' -> value.append('\0');
            case 'L' -> value.append('\u2028'); // the general parser knows neither
            case 'P' -> value.append('\u2029');
            case 'x' -> digits = 2;
            case 'u' -> digits = 4;
            default -> {
                return -1;
            }
        }
        if (at + digits >= end) {
            return -1;
        }
        int unit = 0;
        for (int i = 1; i <= digits; i++) {
            char c = text.charAt(at + i);
            int digit = c < 0x80 ? Character.digit(c, 16) : -1;
            if (digit < 0) {
                return -1;
            }
            unit = unit << 4 | digit;
        }
        if (digits > 0) {
            value.append((char) unit);
        }
        return at + digits;
    }

    /** Returns a literal block, and moves the cursor to the line after it. */
    private YamlNode literal(int indent, String tag, int start) {
        boolean keepBreak = text.startsWith("|\n", position);
        if (!keepBreak && !text.startsWith("|-\n", position)) {
            return null;
        }
        int nodeLine = line;
        int nodeColumn = column(start);
        nextLine(text.indexOf(END, position));
        int inner = leadingSpaces(lineStart);
        if (lineStart == text.length() || inner <= indent || inner == 0 || text.charAt(lineStart + inner) <= ' ') {
            return null;
        }
        StringBuilder value = new StringBuilder();
        int blankLines = 0;
        while (lineStart < text.length()) {
            int end = text.indexOf(END, lineStart);
            if (end == lineStart) {
                blankLines++;
            } else {
                int spaces = leadingSpaces(lineStart);
                if (lineStart + spaces == end) {
                    return null;
                }
                if (spaces < inner) {
                    break;
                }
                value.repeat('\n', value.isEmpty() ? 0 : blankLines + 1);
                blankLines = 0;
                if (!isPrintable(lineStart + inner, end)) {
                    return null;
                }
                value.append(text, lineStart + inner, end);
            }
            nextLine(end);
        }
        if (keepBreak) {
            value.append('\n');
        }
        return indent() <= indent ? YamlNode.scalar(tag, value.toString(), false, nodeLine, nodeColumn) : null;
    }

    private int leadingSpaces(int from) {
        int i = from;
        while (i < text.length() && text.charAt(i) == ' ') {
            i++;
        }
        return i - from;
    }

    private boolean isPrintable(int from, int end) {
        for (int i = from; i < end; i++) {
            char c = text.charAt(i);
            if (!YamlStrings.isPrintable(c) && c != '\t') {
                return false;
            }
            if (Character.isSurrogate(c)) {
                if (!Character.isHighSurrogate(c) || !Character.isLowSurrogate(text.charAt(++i))) {
                    return false;
                }
            }
        }
        return true;
    }
}
