package io.millrace.examples.market;

/** A stream of bars, oldest first. */
public interface Bars {
    /** Accepts the next bar; later than the one before it, not always by one minute. */
    void bar(Bar bar);
}
