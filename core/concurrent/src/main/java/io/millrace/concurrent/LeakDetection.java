package io.millrace.concurrent;

/** Whether a pool detects objects that are taken and never given back. */
public enum LeakDetection {
    /** The pool does not detect them, at no cost. */
    OFF,
    /**
     * The pool keeps a stack trace for each object that is taken, and refuses objects that are not taken. For tests.
     */
    ON
}
