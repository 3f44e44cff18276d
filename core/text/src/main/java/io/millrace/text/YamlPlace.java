package io.millrace.text;

import io.millrace.wire.WireLimitException;
import io.millrace.wire.WireLimits;

/** Where in the text the next value goes; the cursor stands directly behind what is named. */
enum YamlPlace {
    /** The beginning of the document. */
    TOP,
    /** The colon of a key. */
    KEY,
    /** The dash of a sequence. */
    DASH,
    /** A tag. */
    TAG;

    /** Appends what comes between here and a value on the same line. */
    void beforeInline(Utf8Text out) {
        if (this != TOP) {
            out.put(' ');
        }
    }

    /** Appends what comes between here and the first line of a block, which a dash has on its own line. */
    void beforeBlock(Utf8Text out, int indent) {
        switch (this) {
            case TOP -> {}
            case DASH -> out.put(' ');
            case KEY, TAG -> {
                out.put('\n');
                newLine(out, indent);
            }
        }
    }

    /** Passes over what {@link #beforeBlock} has appended; false where something else stands there. */
    boolean skipBeforeBlock(TextBytes text, int indent) {
        return switch (this) {
            case TOP -> true;
            case DASH -> text.skip(' ');
            case KEY, TAG -> text.skip('\n') && skipIndentation(text, indent);
        };
    }

    /** Passes over the indentation of a line; false where it has another. */
    static boolean skipIndentation(TextBytes text, int indent) {
        boolean fits = text.indentation() == indent;
        if (fits) {
            text.at += indent;
        }
        return fits;
    }

    /** Appends the indentation of a further line; indentation can make a text much longer than its bytes. */
    static void newLine(Utf8Text out, int indent) {
        if (out.length() > WireLimits.MAX_TEXT_BYTES) {
            throw new WireLimitException(
                    "a text is too long bytes=" + out.length() + " limit=" + WireLimits.MAX_TEXT_BYTES);
        }
        out.put(' ', indent);
    }
}
