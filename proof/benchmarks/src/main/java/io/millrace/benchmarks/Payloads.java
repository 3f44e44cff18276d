package io.millrace.benchmarks;

/** A channel of bytes, of which the first eight are a number. */
public interface Payloads {
    /** Takes a value. */
    void payload(byte[] value);
}
