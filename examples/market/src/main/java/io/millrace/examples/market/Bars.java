package io.millrace.examples.market;

/** A stream of bars, oldest first. */
public interface Bars {
    /** The next bar; later than the one before it, not always by one minute. */
    void bar(Bar bar);
}
