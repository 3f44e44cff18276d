package io.millrace.client;

import java.time.Instant;
import java.util.Objects;
import java.util.Optional;

/**
 * A message of a channel.
 *
 * @param index where a client continues after it: the id of the journal and the index, as text
 * @param time when it was written
 * @param method the method of the call
 * @param arguments the argument as JSON, or an array of several or none; empty where it can no longer be read
 * @param forgotten the subject whose key was deleted, so that the arguments cannot be read
 */
public record Message(String index, Instant time, String method, String arguments, Optional<String> forgotten) {

    /** Refuses nulls. */
    public Message {
        Objects.requireNonNull(index, "index");
        Objects.requireNonNull(time, "time");
        Objects.requireNonNull(method, "method");
        Objects.requireNonNull(arguments, "arguments");
        Objects.requireNonNull(forgotten, "forgotten");
    }
}
