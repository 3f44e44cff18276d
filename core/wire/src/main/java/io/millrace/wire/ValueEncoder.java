package io.millrace.wire;

/** Encodes values of one Java type, or null; for generated code. */
@FunctionalInterface
public interface ValueEncoder {
    /**
     * Writes a value.
     *
     * @param out the output
     * @param value the value, or null
     * @throws WireException if it cannot be written
     */
    void write(BinaryOutput out, Object value);
}
