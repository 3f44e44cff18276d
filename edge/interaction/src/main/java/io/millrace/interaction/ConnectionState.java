package io.millrace.interaction;

/** What a {@link ReconnectingClient} tells of its connection. */
public enum ConnectionState {
    /** The server has answered; changes without an answer were sent again. */
    CONNECTED,
    /** The connection was lost, and is made again. */
    DISCONNECTED,
    /** The bound of the attempts is reached, or the server does not know the client: whatever waits has ended. */
    GAVE_UP
}
