package io.millrace.journal;

/** Told of each step, in tests. */
interface Probe {

    /** The one that is used outside of tests. */
    Probe NONE = step -> {};

    void reached(Step step);
}
