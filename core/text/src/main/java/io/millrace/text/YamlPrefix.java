package io.millrace.text;

import io.millrace.wire.WireLimitException;
import io.millrace.wire.WireLimits;

/** What precedes the next value in the text; the cursor is directly after it. */
enum YamlPrefix {
    /** The beginning of the document. */
    TOP,
    /** The colon of a key. */
    KEY,
    /** The dash of a sequence. */
    DASH,
    /** A tag. */
    TAG;

    /** Appends the separator between this and a value on the same line. */
    void beforeInline(Utf8Output out) {
        if (this != TOP) {
            out.put(' ');
        }
    }

    /** Appends the separator between this and the first line of a block, which begins on the line of a dash. */
    void beforeBlock(Utf8Output out, int indent) {
        switch (this) {
            case TOP -> {}
            case DASH -> out.put(' ');
            case KEY, TAG -> {
                out.put('\n');
                newLine(out, indent);
            }
        }
    }

    /** Skips the separator that {@link #beforeBlock} has appended; false if there is something else. */
    boolean skipBeforeBlock(Utf8Input text, int indent) {
        return switch (this) {
            case TOP -> true;
            case DASH -> text.skip(' ');
            case KEY, TAG -> text.skip('\n') && skipIndentation(text, indent);
        };
    }

    /** Skips the indentation of a line; false if it differs. */
    static boolean skipIndentation(Utf8Input text, int indent) {
        boolean fits = text.indentation() == indent;
        if (fits) {
            text.at += indent;
        }
        return fits;
    }

    /** Appends the indentation of a further line; indentation can make a text much longer than its bytes. */
    static void newLine(Utf8Output out, int indent) {
        if (out.length() > WireLimits.MAX_TEXT_BYTES) {
            throw new WireLimitException(
                    "a text is too long bytes=" + out.length() + " limit=" + WireLimits.MAX_TEXT_BYTES);
        }
        out.put(' ', indent);
    }
}
