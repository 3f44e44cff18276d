package io.millrace.kafka;

/** Calls of tests. */
public interface Totals {
    void total(Total total);
}
