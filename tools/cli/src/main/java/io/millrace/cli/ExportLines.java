package io.millrace.cli;

import java.io.IOException;
import java.io.Reader;
import java.io.UncheckedIOException;

/**
 * The lines of an export. A row of CSV may have line breaks within quotes, and is one line then. For one thread.
 */
final class ExportLines {
    /** Whether a line break within quotes belongs to the line. */
    enum Quotes {
        PLAIN,
        CSV
    }

    private final Reader reader;
    private final Quotes quotes;
    private final int maxChars;
    private long number;
    private long breaks;
    private boolean isCut;

    ExportLines(Reader reader, Quotes quotes, int maxChars) {
        this.reader = reader;
        this.quotes = quotes;
        this.maxChars = maxChars;
    }

    /** Returns the next line without its break, or null at the end. */
    String next() {
        StringBuilder line = new StringBuilder();
        boolean isQuoted = false;
        try {
            int next = reader.read();
            if (next < 0) {
                return null;
            }
            number += 1 + breaks;
            breaks = 0;
            for (; next >= 0 && (next != '\n' || isQuoted); next = reader.read()) {
                if (line.length() == maxChars) {
                    throw new InputException("line of the export is too long line=" + number + " limit=" + maxChars);
                }
                boolean isComment = !line.isEmpty() && line.charAt(0) == '#';
                isQuoted ^= next == '"' && quotes == Quotes.CSV && !isComment;
                breaks += next == '\n' ? 1 : 0;
                line.append((char) next);
            }
            isCut = next < 0;
        } catch (IOException e) {
            throw new UncheckedIOException("cannot read export line=" + number + " reason=" + e, e);
        }
        if (!line.isEmpty() && line.charAt(line.length() - 1) == '\r') {
            line.setLength(line.length() - 1);
        }
        return line.toString();
    }

    /** Returns whether the text ends within the last line, before its line break. */
    boolean isCut() {
        return isCut;
    }

    /** Returns where the last line began, from 1. */
    long number() {
        return number;
    }
}
