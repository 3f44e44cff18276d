package io.millrace.text;

import io.millrace.wire.BinaryInput;
import io.millrace.wire.BinaryOutput;

/**
 * The YAML of the values of one type, in both directions. {@link YamlShapes} creates it once per type; then it is
 * immutable, so any number of threads may use it.
 */
abstract sealed class YamlShape permits YamlScalar, YamlEnum, YamlMessage, YamlUnion, YamlSequence, YamlMap {
    static final int MAX_COLUMNS = 80;
    static final byte[] NULL = Utf8Output.ascii("null");
    static final byte[] NULL_LINE = Utf8Output.ascii(" null\n");
    static final byte[] EMPTY_MAPPING_LINE = Utf8Output.ascii("{}\n");
    static final byte[] EMPTY_MAPPING_VALUE = Utf8Output.ascii(" {}\n");

    /**
     * Reads one value from BINARY and appends its text, including a line break.
     *
     * @param indent the indentation of a block that the value may need
     * @param prefix what precedes the value
     * @return false if the value is null; then nothing has been appended
     */
    abstract boolean write(BinaryInput in, Utf8Output out, int indent, YamlPrefix prefix);

    /**
     * Reads one value from BINARY and appends its text as an element between brackets.
     *
     * @return false if it is not allowed there; then the positions of text and input are undefined
     */
    boolean writeFlow(BinaryInput in, Utf8Output out) {
        return false;
    }

    /** Returns whether {@link #writeFlow} can succeed at all. */
    boolean mayFlow() {
        return false;
    }

    /**
     * Reads a value as {@link #write} has written it, after the same text, and writes it as BINARY.
     *
     * @return false if the value has another form; then the positions of text and output are undefined
     */
    boolean readCanonical(Utf8Input text, int indent, YamlPrefix prefix, BinaryOutput out) {
        return false;
    }

    /** Reads an element between brackets as {@link #writeFlow} has written it; returns like {@link #readCanonical}. */
    boolean readCanonicalFlow(Utf8Input text, BinaryOutput out) {
        return false;
    }

    /** Writes the value of the node as BINARY. */
    abstract void read(YamlNode node, YamlSource source);

    /** Writes the value of a missing field: null, or 0 or false if it cannot be null. */
    void readMissing(BinaryOutput out) {
        out.writeNull();
    }
}
