package io.millrace.service;

/** Calls of the tests. */
public interface Numbers {

    void number(long value);
}
