package io.millrace.topology;

/** Calls of the tests. */
public interface Numbers {

    void number(long value);
}
