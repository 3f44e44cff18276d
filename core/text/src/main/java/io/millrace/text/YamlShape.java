package io.millrace.text;

import io.millrace.wire.BinaryInput;
import io.millrace.wire.BinaryOutput;

/**
 * How the values of one type look in text, in both directions. Made once per type by {@link YamlShapes} and then
 * immutable, so any number of threads may use it.
 */
abstract sealed class YamlShape permits YamlScalar, YamlEnum, YamlMessage, YamlFamily, YamlSequence, YamlMap {
    static final int MAX_COLUMNS = 80;
    static final byte[] NULL = Utf8Text.ascii("null");
    static final byte[] NULL_LINE = Utf8Text.ascii(" null\n");
    static final byte[] EMPTY_MAPPING_LINE = Utf8Text.ascii("{}\n");
    static final byte[] EMPTY_MAPPING_VALUE = Utf8Text.ascii(" {}\n");

    /**
     * Reads one value from BINARY and appends its text, up to and with a line break.
     *
     * @param indent the indentation of a block that the value may need
     * @param place what the text ends with
     * @return false where the value is null; nothing has been appended then
     */
    abstract boolean write(BinaryInput in, Utf8Text out, int indent, YamlPlace place);

    /**
     * Reads one value from BINARY and appends its text as an element between brackets.
     *
     * @return false where it cannot stand there; what has been appended and read is undefined then
     */
    boolean writeFlow(BinaryInput in, Utf8Text out) {
        return false;
    }

    /** Whether {@link #writeFlow} can succeed at all. */
    boolean mayFlow() {
        return false;
    }

    /**
     * Reads a value as {@link #write} has written it, from the same place of the text on, and writes it as BINARY.
     *
     * @return false where it looks otherwise; how far has been read and written is undefined then
     */
    boolean readUsual(TextBytes text, int indent, YamlPlace place, BinaryOutput out) {
        return false;
    }

    /** As {@link #readUsual}, for an element between brackets as {@link #writeFlow} has written it. */
    boolean readUsualFlow(TextBytes text, BinaryOutput out) {
        return false;
    }

    /** Writes what the node stands for as BINARY. */
    abstract void read(YamlNode node, YamlSource source);

    /** Writes what a missing field holds: null, or 0 or false where it cannot be null. */
    void readMissing(BinaryOutput out) {
        out.writeNull();
    }
}
