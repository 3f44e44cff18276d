package io.millrace.server;

/**
 * Receives what a client sends in one session, one call after the other. What it throws ends the session with code 1011
 * and is reported to the {@link WebErrorHandler}.
 */
public interface WebSocketListener {

    /**
     * Receives a text of at most {@link ServerLimits#maxMessageBytes}.
     *
     * @param text the text
     */
    void text(String text);

    /**
     * Learns that the session has ended; called once, by any thread, perhaps beside {@link #text}.
     *
     * @param end why
     */
    default void closed(SessionEnd end) {}
}
