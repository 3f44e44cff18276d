package io.millrace.client;

/** What a client learns of its connection. */
public enum ClientState {
    /** The server has answered; what was followed continues, and what was not acknowledged was sent again. */
    CONNECTED,
    /** The connection was lost, and is made again. */
    DISCONNECTED,
    /** This side has closed the client. */
    CLOSED
}
