package io.millrace.replication;

/** What a source does while fewer copies are connected than must hold what is acknowledged. */
public sealed interface MissingPolicy {

    /** Appends are refused. */
    record Fail() implements MissingPolicy {}

    /**
     * Appends succeed; waiting for an acknowledgement fails after a time.
     *
     * @param boundNs the time, in nanoseconds, from 1
     */
    record Wait(long boundNs) implements MissingPolicy {

        /** Checks the time. */
        public Wait {
            check(boundNs);
        }
    }

    /**
     * Appends succeed; after a time, acknowledged means held by the source alone, and the mark says so.
     *
     * @param boundNs the time, in nanoseconds, from 1
     */
    record Degrade(long boundNs) implements MissingPolicy {

        /** Checks the time. */
        public Degrade {
            check(boundNs);
        }
    }

    private static void check(long boundNs) {
        if (boundNs < 1) {
            throw new ReplicationException("time to wait for missing copies must be positive boundNs=" + boundNs);
        }
    }
}
