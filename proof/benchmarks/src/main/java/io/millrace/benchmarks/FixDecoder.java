package io.millrace.benchmarks;

/** Decodes orders that were written by the suite. */
interface FixDecoder {

    /** Takes the messages, one after another; the bytes do not change. */
    void open(byte[] messages);

    /**
     * Decodes all messages and returns the sum of quantities, prices times 10,000, sides, numbers and symbol lengths.
     */
    long decode();
}
