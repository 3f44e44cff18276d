package io.millrace.wire;

/** Reads values of one written type into one Java type, null included; for generated code and what it calls. */
@FunctionalInterface
public interface ValueDecoder {
    /**
     * Reads a value.
     *
     * @param in where from
     * @param reuse an earlier value of the same place that may be changed and returned, or null
     * @return the value, or null
     * @throws WireException where it cannot be read
     */
    Object read(BinaryInput in, Object reuse);
}
