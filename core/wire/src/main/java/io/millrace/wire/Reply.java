package io.millrace.wire;

import java.util.Objects;

/**
 * The answer to a call that comes later, as a value: it names the call that waits for it. A method of a component's
 * input interface that returns it is answered exactly once, by another input perhaps: the outcome of a gateway, or a
 * timer. The component may keep it in its state and in its snapshots.
 *
 * @param channel the name of the input channel that has the call; empty for a call that no caller waits for
 * @param client the name of the client that made the call
 * @param number the client's number of the call
 * @param <T> the type of the answer, which {@link Void} leaves empty
 */
@SuppressWarnings("UnusedTypeParameter") // it types the answer for those who give it; the value only names the call
public record Reply<T>(String channel, String client, long number) {

    /** Refuses null. */
    public Reply {
        Objects.requireNonNull(channel, "channel");
        Objects.requireNonNull(client, "client");
    }

    /** Returns a reply for which no caller waits, as that of a call that another component has made. */
    public static <T> Reply<T> toNobody() {
        return new Reply<>("", "", 0);
    }

    /** Returns whether a caller waits for it. */
    public boolean isAwaited() {
        return !channel.isEmpty();
    }
}
