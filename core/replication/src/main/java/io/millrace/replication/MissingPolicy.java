package io.millrace.replication;

/** What a source does while fewer copies are connected than must hold what is acknowledged. */
public sealed interface MissingPolicy {

    /** Appends are refused. */
    record Fail() implements MissingPolicy {}

    /**
     * Appends succeed; waiting for an acknowledgement fails after a time.
     *
     * @param boundNs the time, in nanoseconds
     */
    record Wait(long boundNs) implements MissingPolicy {}

    /**
     * Appends succeed; after a time, acknowledged means held by the source alone, and the mark says so.
     *
     * @param boundNs the time, in nanoseconds
     */
    record Degrade(long boundNs) implements MissingPolicy {}
}
