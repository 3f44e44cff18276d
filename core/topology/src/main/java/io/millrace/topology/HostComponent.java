package io.millrace.topology;

import java.util.Objects;
import java.util.OptionalLong;

/**
 * How a component is that runs on a host, as {@link HostDetails} says it.
 *
 * @param state its state, such as {@code LIVE}
 * @param inputs the inputs that it has taken in this run
 * @param outputs the calls that it has written in this run
 * @param unread how many messages it has not taken; empty where that is not known
 */
public record HostComponent(String state, long inputs, long outputs, OptionalLong unread) {

    /** Checks that nothing is null. */
    public HostComponent {
        Objects.requireNonNull(state, "state");
        Objects.requireNonNull(unread, "unread");
    }
}
