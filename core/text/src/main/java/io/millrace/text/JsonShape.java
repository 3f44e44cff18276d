package io.millrace.text;

import io.millrace.wire.BinaryInput;
import io.millrace.wire.BinaryOutput;

/**
 * The JSON of the values of one type, in both directions. {@link JsonShapes} creates it once per type; then it is
 * immutable, so any number of threads may use it.
 */
abstract sealed class JsonShape permits JsonScalar, JsonEnum, JsonMessage, JsonUnion, JsonSequence, JsonMap {
    static final byte[] NULL = Utf8Output.ascii("null");

    /**
     * Reads one value from BINARY and appends its text.
     *
     * @return false if the value is null; then nothing has been appended
     */
    abstract boolean write(BinaryInput in, Utf8Output text);

    /** Reads one value from BINARY and appends its text, {@code null} if it is null. */
    final void writeOrNull(BinaryInput in, Utf8Output text) {
        if (!write(in, text)) {
            text.put(NULL);
        }
    }

    /** Reads the value that begins with the current token, and writes it as BINARY. */
    abstract void read(JsonSource source);

    /**
     * Reads a value in canonical form, at the position of the text, and writes it as BINARY.
     *
     * @return false if the value has another form; then the positions of text and output are undefined
     */
    boolean readCanonical(Utf8Input text, BinaryOutput out) {
        return false;
    }

    /**
     * Returns the position of the closing quote of the string at the current position; -1 if it has an escape or is not
     * a string.
     */
    static int stringEnd(Utf8Input text) {
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

    /** Writes the value of a missing field: null, or 0 or false if it cannot be null. */
    void readMissing(BinaryOutput out) {
        out.writeNull();
    }
}
