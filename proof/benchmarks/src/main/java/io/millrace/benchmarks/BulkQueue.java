package io.millrace.benchmarks;

/** A queue that moves several elements with one call. */
interface BulkQueue {
    /** Puts up to {@code limit} elements in; returns how many. */
    int fill(int limit);

    /** Takes up to {@code limit} elements out; returns how many. */
    int drain(int limit);
}
