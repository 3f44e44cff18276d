package io.millrace.wire;

/**
 * What stands for a value that was not written: the default of the reader's class. Safe to share between threads.
 */
@FunctionalInterface
public interface MissingValue {
    /**
     * Writes the value as if it had been there.
     *
     * @param out where to
     * @throws WireException where it cannot be written
     */
    void write(BinaryOutput out);
}
