package io.millrace.text;

import io.millrace.wire.BinaryInput;
import io.millrace.wire.BinaryOutput;

/**
 * How the values of one type look in JSON, in both directions. Made once per type by {@link JsonShapes} and then
 * immutable, so any number of threads may use it.
 */
abstract sealed class JsonShape permits JsonScalar, JsonEnum, JsonMessage, JsonFamily, JsonSequence, JsonMap {
    static final byte[] NULL = Utf8Text.ascii("null");

    /**
     * Reads one value from BINARY and puts its text.
     *
     * @return false where the value is null; nothing has been put then
     */
    abstract boolean write(BinaryInput in, Utf8Text text);

    /** Reads one value from BINARY and puts its text, {@code null} where it is null. */
    final void writeOrNull(BinaryInput in, Utf8Text text) {
        if (!write(in, text)) {
            text.put(NULL);
        }
    }

    /** Reads the value that begins with the current token, and writes it as BINARY. */
    abstract void read(JsonSource source);

    /**
     * Reads a value in the form that most have, at the place of the text, and writes it as BINARY.
     *
     * @return false where it looks otherwise; how far has been read and written is undefined then
     */
    boolean readUsual(TextBytes text, BinaryOutput out) {
        return false;
    }

    /**
     * The closing quote of the string that begins at the place, with its quote; -1 where it has an escape or is none.
     */
    static int stringEnd(TextBytes text) {
        byte[] bytes = text.bytes;
        if (bytes[text.at] != '"') {
            return -1;
        }
        int i = text.at + 1;
        while (i >= 0 && bytes[i] != '"') {
            byte c = bytes[i];
            if (c < 0) {
                i = text.wide(i);
            } else if (c < ' ' || c == '\\') {
                return -1;
            } else {
                i++;
            }
        }
        return i;
    }

    /** Writes what a missing field holds: null, or 0 or false where it cannot be null. */
    void readMissing(BinaryOutput out) {
        out.writeNull();
    }
}
