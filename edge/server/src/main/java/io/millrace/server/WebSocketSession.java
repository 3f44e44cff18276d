package io.millrace.server;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;

/** An open WebSocket session with one client. Any thread may use it. */
public interface WebSocketSession {

    /** Returns the request that opened the session. */
    WebRequest request();

    /**
     * Sends a text; never waits. Where the client does not read, frames wait up to the limits of the server, and then
     * the session is ended with the reason.
     *
     * @param text the text
     * @param sent called once when the operating system has taken the frame; never where the session ends before
     */
    void send(String text, Runnable sent);

    /**
     * Sends a text that is encoded already, such as one for many sessions; never waits, as {@link #send(String,
     * Runnable)}.
     *
     * @param utf8 the text from position to limit, which does not change until it was sent
     * @param sent called once when the operating system has taken the frame; never where the session ends before
     */
    default void send(ByteBuffer utf8, Runnable sent) {
        send(StandardCharsets.UTF_8.decode(utf8.duplicate()).toString(), sent);
    }

    /**
     * Sends a text as {@link #send(ByteBuffer, Runnable)}, perhaps together with the next one. The last of several must
     * be sent without this, or they wait.
     *
     * @param utf8 the text from position to limit, which does not change until it was sent
     * @param sent called once when the operating system has taken the frame; never where the session ends before
     */
    default void sendWithNext(ByteBuffer utf8, Runnable sent) {
        send(utf8, sent);
    }

    /**
     * Sends a message of bytes; never waits, as {@link #send(String, Runnable)}.
     *
     * @param bytes the message from position to limit, which does not change until it was sent
     * @param sent called once when the operating system has taken the frame; never where the session ends before
     * @throws UnsupportedOperationException where the session carries texts alone
     */
    default void sendBytes(ByteBuffer bytes, Runnable sent) {
        throw new UnsupportedOperationException("the session carries texts alone bytes=" + bytes.remaining());
    }

    /**
     * Sends a message of bytes as {@link #sendBytes}, perhaps together with the next one, as {@link #sendWithNext}.
     *
     * @param bytes the message from position to limit, which does not change until it was sent
     * @param sent called once when the operating system has taken the frame; never where the session ends before
     * @throws UnsupportedOperationException where the session carries texts alone
     */
    default void sendBytesWithNext(ByteBuffer bytes, Runnable sent) {
        sendBytes(bytes, sent);
    }

    /** Returns whether frames can still be sent. */
    boolean isOpen();

    /**
     * Ends the session; does not wait. The listener learns of it.
     *
     * @param end why; the client gets its code and its text
     */
    void close(SessionEnd end);
}
