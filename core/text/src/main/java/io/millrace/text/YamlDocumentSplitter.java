package io.millrace.text;

import io.millrace.wire.WireLimitException;
import java.io.IOException;
import java.io.Reader;
import java.io.StringReader;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;

/**
 * Splits a stream into documents at the lines that begin with {@code ---} or {@code ...}, which YAML allows nowhere
 * else. So a document is complete, and can be used, as soon as the next marker has been read; the memory holds one
 * document. Documents without content are skipped. A comment before a marker, from the first column on, belongs to the
 * document after the marker.
 */
final class YamlDocumentSplitter {
    private static final int BUFFER_CHARS = 8_192;
    private static final int MAX_HELD_CHARS = 1 << 20;
    private static final Pattern VERSION = Pattern.compile("%YAML[ \\t]+1\\.[0-9]+[ \\t]*(?:[ \\t]#.*)?");
    private static final char BYTE_ORDER_MARK = '\uFEFF';

    private final Reader reader;
    private final int maxChars;
    private final char[] buffer;
    private int next;
    private int end;
    private boolean afterReturn;

    private final StringBuilder line = new StringBuilder();
    /** The current document, in memory that is reused. */
    private StringBuilder held = new StringBuilder();

    private int lineNumber;
    /** The content of the line of a marker, with blanks instead of the marker; null if no marker has been read. */
    private String markerLine;

    private final List<String> pendingComments = new ArrayList<>();
    /** The first character of the newest marker, or 0. */
    private char lastMarker;

    private int documents;
    /** The line of a directive that no marker has followed yet, or 0. */
    private int directiveLine;

    YamlDocumentSplitter(Reader reader, int maxChars) {
        this(reader, maxChars, BUFFER_CHARS);
    }

    YamlDocumentSplitter(String text, int maxChars) {
        this(new StringReader(text), maxChars, Math.clamp(text.length(), 1, BUFFER_CHARS));
    }

    private YamlDocumentSplitter(Reader reader, int maxChars, int bufferChars) {
        this.reader = reader;
        this.maxChars = maxChars;
        this.buffer = new char[bufferChars];
    }

    /** Returns the next document that has content, or null at the end. */
    YamlDocument next() {
        while (true) {
            StringBuilder text = emptyText();
            int firstLine = lineNumber + 1;
            boolean content = false;
            if (markerLine != null) {
                firstLine = lineNumber;
                content = isContent(markerLine);
                text.append(markerLine).append('\n');
                markerLine = null;
            }
            boolean more;
            while ((more = readLine()) && !isMarker(content)) {
                content = content || isContent(line);
                append(text, content, firstLine);
            }
            requireNoLoneDirective(content, more);
            if (more) {
                beginAtMarker();
            }
            if (content) {
                List<String> comments = List.copyOf(pendingComments);
                pendingComments.clear();
                cutTrailingComments(text);
                return new YamlDocument(++documents, text.toString(), firstLine, comments);
            }
            if (!more) {
                return null;
            }
        }
    }

    /** Checks that a marker follows a directive, which is about the document that the next {@code ---} begins. */
    private void requireNoLoneDirective(boolean content, boolean more) {
        if (directiveLine == 0) {
            return;
        }
        if (content || !more || line.charAt(0) == '.') {
            throw new TextException(
                    "no document begins with --- after the directive", documents + 1, directiveLine, 1, null);
        }
        directiveLine = 0;
    }

    /**
     * Starts a document at its marker. After {@code ---} a value may follow on the same line, but no mapping, which the
     * parser checks. After {@code ...} only a comment may follow.
     */
    private void beginAtMarker() {
        lastMarker = line.charAt(0);
        String rest = "   " + line.substring(3);
        if (!isContent(rest)) {
            markerLine = rest;
            return;
        }
        if (line.charAt(0) == '.') {
            throw new TextException(
                    "text follows the end of a document value="
                            + line.substring(3).strip(),
                    documents,
                    lineNumber,
                    rest.length() - rest.stripLeading().length() + 1,
                    null);
        }
        markerLine = line.toString();
    }

    private StringBuilder emptyText() {
        if (held.capacity() > MAX_HELD_CHARS) {
            held = new StringBuilder();
        }
        held.setLength(0);
        return held;
    }

    /** Returns the comments after the last document, once {@link #next} has returned null. */
    List<String> remainingComments() {
        return List.copyOf(pendingComments);
    }

    /**
     * Appends a line. Before the content, only its comment is kept, apart from the text, which gets an empty line.
     */
    private void append(StringBuilder text, boolean content, int firstLine) {
        if (!content) {
            int hash = line.indexOf("#");
            if (hash >= 0) {
                pendingComments.add(line.substring(hash).stripTrailing());
            }
            text.append('\n');
        } else if (text.length() + line.length() >= maxChars) {
            throw new WireLimitException(
                    "a document is too long limit=" + maxChars + " document=" + (documents + 1) + " line=" + firstLine);
        } else {
            text.append(line).append('\n');
        }
    }

    private boolean isContent(CharSequence text) {
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (c == '#') {
                return false;
            }
            if (c == '%' && i == 0) {
                requireVersion(text);
                return false;
            }
            if (c != ' ' && c != '\t') {
                return true;
            }
        }
        return false;
    }

    private void requireVersion(CharSequence directive) {
        if (!VERSION.matcher(directive).matches()) {
            throw new TextException(
                    "the only directive is %YAML 1.x value=" + directive, documents + 1, lineNumber, 1, null);
        }
        if (directiveLine != 0) {
            throw new TextException("a directive appears twice value=" + directive, documents + 1, lineNumber, 1, null);
        }
        directiveLine = lineNumber;
    }

    /** Returns whether the line is a marker, without the byte order mark that another document may begin with. */
    private boolean isMarker(boolean content) {
        boolean mayBegin = !content && lastMarker != '-';
        if (!line.isEmpty() && line.charAt(0) == BYTE_ORDER_MARK && (mayBegin || line.indexOf("---") == 1)) {
            line.deleteCharAt(0);
        }
        return isMarker();
    }

    private boolean isMarker() {
        if (line.length() < 3 || (line.length() > 3 && line.charAt(3) != ' ' && line.charAt(3) != '\t')) {
            return false;
        }
        char c = line.charAt(0);
        return (c == '-' || c == '.') && line.charAt(1) == c && line.charAt(2) == c;
    }

    private void cutTrailingComments(StringBuilder text) {
        int cut = text.length();
        while (cut > 0) {
            int start = text.lastIndexOf("\n", cut - 2) + 1;
            if (text.charAt(start) == '#') {
                pendingComments.addFirst(text.substring(start, cut - 1).stripTrailing());
            } else if (start != cut - 1) {
                return;
            }
            cut = start;
        }
    }

    /** Reads a line with any line break into {@link #line}; returns false at the end of the stream. */
    private boolean readLine() {
        line.setLength(0);
        boolean any = false;
        while (fill()) {
            boolean isSecondOfBreak = afterReturn && buffer[next] == '\n';
            afterReturn = false;
            any = !isSecondOfBreak || !line.isEmpty();
            if (isSecondOfBreak) {
                next++;
                continue;
            }
            int from = next;
            while (next < end && buffer[next] != '\n' && buffer[next] != '\r') {
                next++;
            }
            if (line.length() + next - from > maxChars) {
                throw new WireLimitException("a line is too long limit=" + maxChars + " line=" + (lineNumber + 1));
            }
            line.append(buffer, from, next - from);
            if (next < end) {
                afterReturn = buffer[next++] == '\r';
                break;
            }
        }
        if (any) {
            lineNumber++;
        }
        return any;
    }

    private boolean fill() {
        if (next < end) {
            return true;
        }
        try {
            end = reader.read(buffer, 0, buffer.length);
        } catch (IOException e) {
            throw new UncheckedIOException("the text cannot be read line=" + (lineNumber + 1), e);
        }
        next = 0;
        return end > 0;
    }
}
