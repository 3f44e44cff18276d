package io.millrace.topology;

/** Calls of the tests. */
public interface Sums {

    void sum(String of, long total);
}
