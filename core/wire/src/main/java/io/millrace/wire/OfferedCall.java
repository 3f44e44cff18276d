package io.millrace.wire;

import java.util.Objects;
import java.util.Optional;

/**
 * A method of an interface that is offered to clients.
 *
 * @param call the call as it is written, without its result
 * @param kind what the caller gets
 * @param result the codec of the result, a row of one value with the name {@code result}; empty where there is none
 */
public record OfferedCall(CallSchema call, Kind kind, Optional<ValuesCodec> result) {

    /** What the caller of a method gets. */
    public enum Kind {
        /** Nothing: the method returns void. */
        APPENDED,
        /** The value that the method returns. */
        ANSWERED,
        /** The answer to the {@link Reply} that the method returns. */
        ANSWERED_LATER,
        /** The value that a {@link Query} returns; the call is not recorded. */
        QUERIED
    }

    /** Refuses null. */
    public OfferedCall {
        Objects.requireNonNull(call, "call");
        Objects.requireNonNull(kind, "kind");
        Objects.requireNonNull(result, "result");
    }
}
