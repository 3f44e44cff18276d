package io.millrace.measure;

/** When an operation of a harness is complete. */
public enum Completion {
    /** When the task returns: a call that waits for its answer. */
    ON_RETURN,
    /** When a thread samples {@link Harness#completion()} with its number: a pipeline. */
    ON_PROBE
}
