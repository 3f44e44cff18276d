package io.millrace.wire;

/** Decodes values of one written type, or null, into one Java type; for generated code. */
@FunctionalInterface
public interface ValueDecoder {
    /**
     * Reads a value.
     *
     * @param in the input
     * @param reuse the earlier value of the same field or element, which may be changed and returned, or null
     * @return the value, or null
     * @throws WireException if it cannot be read
     */
    Object read(BinaryInput in, Object reuse);
}
