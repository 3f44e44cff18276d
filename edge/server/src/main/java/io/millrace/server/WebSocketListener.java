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

    /** Returns whether messages of bytes are taken; a client that sends one otherwise is told that by code 1003. */
    default boolean takesBytes() {
        return false;
    }

    /**
     * Receives a message of bytes of at most {@link ServerLimits#maxMessageBytes}; only where they are taken.
     *
     * @param message the bytes, which are the receiver's
     */
    default void bytes(byte[] message) {}

    /**
     * Learns that the session has ended; called once, by any thread, perhaps beside {@link #text}.
     *
     * @param end why
     */
    default void closed(SessionEnd end) {}
}
