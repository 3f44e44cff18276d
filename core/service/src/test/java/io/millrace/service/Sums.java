package io.millrace.service;

/** Calls of the tests. */
public interface Sums {

    void sum(String of, long total);
}
