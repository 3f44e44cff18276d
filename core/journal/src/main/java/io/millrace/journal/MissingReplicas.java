package io.millrace.journal;

import java.time.Duration;

/** What a source does while fewer copies are connected than it asks for. */
public sealed interface MissingReplicas {

    /** Appends are refused at once. */
    record Fail() implements MissingReplicas {}

    /**
     * Appends succeed, and are acknowledged once enough copies are back.
     *
     * @param bound how long a thread waits for an acknowledgement, which then fails
     */
    record Wait(Duration bound) implements MissingReplicas {

        /** Checks the bound. */
        public Wait {
            check(bound);
        }
    }

    /**
     * After a bound, messages count as acknowledged although the source alone holds them; the {@link Mark} says so.
     *
     * @param bound how long copies are waited for
     */
    record Degrade(Duration bound) implements MissingReplicas {

        /** Checks the bound. */
        public Degrade {
            check(bound);
        }
    }

    private static void check(Duration bound) {
        if (bound.isNegative() || bound.isZero()) {
            throw new JournalException("time to wait for missing replicas must be positive bound=" + bound);
        }
    }
}
