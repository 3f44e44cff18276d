package io.millrace.load;

/** Calls of the tests of services. */
public interface Numbers {
    void number(long value);
}
