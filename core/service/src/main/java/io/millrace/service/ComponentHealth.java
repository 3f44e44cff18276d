package io.millrace.service;

import java.time.Instant;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * The health of a component, source or gateway. Counts are those of this run.
 *
 * @param state its state
 * @param inputs the inputs it has taken, those re-applied left out
 * @param outputs the calls it has written
 * @param unread how many messages of its input channels it has not taken, or of a source how many items there are that
 *     it has not taken; empty where that is unknown, for one that is called directly, and where its inputs are queues
 * @param recordedErrors the inputs for which an error was recorded instead of outputs
 * @param refused the requests that the other side of a gateway has refused, or the records that a source has passed
 *     over since they are no calls
 * @param lastInput when it took its newest input; empty where it has taken none in this run
 * @param lastError the newest recorded error or refusal, or why the other side is away
 */
public record ComponentHealth(
        ComponentState state,
        long inputs,
        long outputs,
        OptionalLong unread,
        long recordedErrors,
        long refused,
        Optional<Instant> lastInput,
        Optional<String> lastError) {

    /** Checks that nothing is null. */
    public ComponentHealth {
        Objects.requireNonNull(state, "state");
        Objects.requireNonNull(unread, "unread");
        Objects.requireNonNull(lastInput, "lastInput");
        Objects.requireNonNull(lastError, "lastError");
    }
}
