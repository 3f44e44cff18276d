package io.millrace.interaction;

/** Learns of the connection of a {@link ReconnectingClient}, in the thread that connects, which must not wait. */
@FunctionalInterface
public interface ConnectionListener {

    /**
     * Learns the next state.
     *
     * @param state the state
     * @param reason why; empty for {@link ConnectionState#CONNECTED}
     */
    void changed(ConnectionState state, String reason);
}
