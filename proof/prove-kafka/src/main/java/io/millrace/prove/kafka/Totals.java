package io.millrace.prove.kafka;

/** The calls of the second topic. */
public interface Totals {
    /** Takes a total. */
    void total(Total total);
}
