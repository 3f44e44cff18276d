package io.millrace.server;

/** Accepts WebSocket sessions at one path. Called by several threads at a time. */
@FunctionalInterface
public interface WebSocketEndpoint {

    /**
     * Accepts a session, which is open and may be sent to at once.
     *
     * @param session the session
     * @return what receives the texts of the client
     */
    WebSocketListener open(WebSocketSession session);
}
