package io.millrace.examples.market;

/** A stream of rows that were left out. */
public interface Rejections {
    /** Accepts a row that was left out. */
    void rejected(Rejection row);
}
