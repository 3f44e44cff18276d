package io.millrace.examples.market;

/** A stream of signals. */
public interface Signals {
    /** The next signal. */
    void signal(Signal signal);
}
