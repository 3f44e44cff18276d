package io.millrace.benchmarks;

/** A queue that moves several elements with one call. */
interface BulkQueue {
    /** Offers up to {@code limit} elements; returns how many. */
    int fill(int limit);

    /** Polls up to {@code limit} elements; returns how many. */
    int drain(int limit);
}
