package io.millrace.wire;

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
    void beforeInline(StringBuilder out) {
        if (this != TOP) {
            out.append(' ');
        }
    }

    /** Appends what comes between here and the first line of a block, which a dash has on its own line. */
    void beforeBlock(StringBuilder out, int indent) {
        switch (this) {
            case TOP -> {}
            case DASH -> out.append(' ');
            case KEY, TAG -> newLine(out.append('\n'), indent);
        }
    }

    /** Appends the indentation of a further line; indentation can make a text much longer than its bytes. */
    static void newLine(StringBuilder out, int indent) {
        if (out.length() > WireLimits.MAX_TEXT_CHARS) {
            throw new WireLimitException(
                    "a text is too long chars=" + out.length() + " limit=" + WireLimits.MAX_TEXT_CHARS);
        }
        out.repeat(' ', indent);
    }
}
