package io.millrace.client;

import java.lang.foreign.MemorySegment;
import java.time.Instant;
import java.util.Optional;

/**
 * A message of a channel whose arguments are in BINARY.
 *
 * @param position where a client continues after it, as in {@link Message}
 * @param time when it was written
 * @param call the method
 * @param arguments the arguments; empty where they can no longer be read
 * @param forgotten the subject whose key was deleted
 */
record BinaryMessage(
        String position, Instant time, FollowedCall call, MemorySegment arguments, Optional<String> forgotten) {

    /** Returns the same with the arguments as JSON. */
    Message toJson() {
        return new Message(position, time, call.method(), forgotten.isPresent() ? "" : call.json(arguments), forgotten);
    }
}
