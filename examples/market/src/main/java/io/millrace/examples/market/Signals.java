package io.millrace.examples.market;

/** A stream of signals. */
public interface Signals {
    /** Accepts the next signal. */
    void signal(Signal signal);
}
