package io.millrace.benchmarks;

/** A message of the wire suite: most of it stays as it is from one message to the next, and some fields change. */
interface WireMessage {
    /** Makes it the message of this number. */
    void change(long number);

    /** Returns a number that depends on every field, to compare what was read with what was written. */
    long digest();
}
