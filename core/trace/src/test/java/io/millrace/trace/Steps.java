package io.millrace.trace;

/** The calls of the tests. */
public interface Steps {

    void step(long number, String text);
}
