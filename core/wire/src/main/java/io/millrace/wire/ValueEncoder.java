package io.millrace.wire;

/** Writes values of one Java type in full, null included; for generated code and what it calls. */
@FunctionalInterface
public interface ValueEncoder {
    /**
     * Writes a value.
     *
     * @param out where to
     * @param value the value, or null
     * @throws WireException where it cannot be written
     */
    void write(BinaryOutput out, Object value);
}
