package io.millrace.client;

import java.time.Instant;
import java.util.Objects;
import java.util.Optional;

/**
 * A message of a channel.
 *
 * @param position where a client continues after it; an opaque text
 * @param time when it was written
 * @param method the method of the call
 * @param arguments the arguments as a JSON object, each by the name of its parameter, without those that are null;
 *     empty where they can no longer be read
 * @param forgotten the subject whose key was deleted, so that the arguments cannot be read
 */
public record Message(String position, Instant time, String method, String arguments, Optional<String> forgotten) {

    /** Refuses nulls. */
    public Message {
        Objects.requireNonNull(position, "position");
        Objects.requireNonNull(time, "time");
        Objects.requireNonNull(method, "method");
        Objects.requireNonNull(arguments, "arguments");
        Objects.requireNonNull(forgotten, "forgotten");
    }
}
