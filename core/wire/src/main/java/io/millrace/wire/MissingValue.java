package io.millrace.wire;

/** The default of the reader's class for a value that was not written. Thread-safe. */
@FunctionalInterface
public interface MissingValue {
    /**
     * Writes the default value.
     *
     * @param out the output
     * @throws WireException if it cannot be written
     */
    void write(BinaryOutput out);
}
