package io.millrace.clients;

import io.millrace.server.SessionEnd;
import java.nio.ByteBuffer;

/** A connection with a client, by WebSocket or by TCP. Any thread may use it. */
interface ClientConnection {

    /** Returns the name of the owner of the token, or that in the certificate; empty where there is neither. */
    String principal();

    /** Returns the address of the client, for people. */
    String remote();

    /** Returns whether messages can still be sent. */
    boolean isOpen();

    /**
     * Sends a message; never waits.
     *
     * @param message a text in UTF-8, which begins with a brace, or a frame of bytes; its position does not change
     * @param sent called once when the operating system has taken it; never where the connection ends before
     */
    void send(ByteBuffer message, Runnable sent);

    /** Sends a message, perhaps together with the next one; the last of several is sent by {@link #send}. */
    default void sendWithNext(ByteBuffer message, Runnable sent) {
        send(message, sent);
    }

    /** Ends the connection; the client gets the reason where it reads. */
    void close(SessionEnd end);

    /** Ends the connection where a message has waited for too long; called about twice a second. */
    default void endIfSlow(long nowNs) {}
}
