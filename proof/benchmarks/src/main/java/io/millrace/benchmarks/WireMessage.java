package io.millrace.benchmarks;

/** A message of the wire suite: most of it stays unchanged from one message to the next, and some fields change. */
interface WireMessage {
    /** Changes it into the message of this number. */
    void change(long number);

    /** Returns a number that depends on every field, to compare read messages with written ones. */
    long digest();
}
