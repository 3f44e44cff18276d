package io.millrace.text;

import io.millrace.wire.WireException;

/**
 * Text that does not conform to its format or to its schema. The message has the position; its numbers count from 1.
 */
public final class TextException extends WireException {
    private static final long serialVersionUID = 1L;

    private final int document;
    private final int line;
    private final int column;

    TextException(String message, int document, int line, int column, Throwable cause) {
        super(message + " document=" + document + " line=" + line + " column=" + column, cause);
        this.document = document;
        this.line = line;
        this.column = column;
    }

    /** Returns the number of the document within the text. */
    public int document() {
        return document;
    }

    /** Returns the number of the line within the whole text. */
    public int line() {
        return line;
    }

    /** Returns the number of the column within the line, in characters. */
    public int column() {
        return column;
    }
}
