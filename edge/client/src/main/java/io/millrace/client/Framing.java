package io.millrace.client;

import java.io.BufferedInputStream;
import java.io.DataInputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.net.Socket;
import java.nio.ByteBuffer;

/**
 * How messages are carried by a stream of bytes. A message that begins with a brace is a text in UTF-8, since all texts
 * are JSON objects; another one is a frame of bytes. One thread reads, another one writes.
 */
abstract class Framing {

    /** The longest message of a server that is taken, in bytes. */
    static final int MAX_BYTES = 1 << 26;

    private static final int READ_BYTES = 1 << 16;

    private final DataInputStream in;
    private final OutputStream out;

    /**
     * Creates it for a socket, or for TLS over one.
     *
     * @param bytesReceived is called each time when bytes have come
     */
    Framing(Socket carrier, Runnable bytesReceived) throws IOException {
        this.in = new DataInputStream(
                new BufferedInputStream(new NotedInput(carrier.getInputStream(), bytesReceived), READ_BYTES));
        this.out = carrier.getOutputStream();
    }

    final DataInputStream in() {
        return in;
    }

    final OutputStream out() {
        return out;
    }

    static boolean isText(byte[] message) {
        return message[0] == '{';
    }

    /** Returns the most bytes that a message has beyond its content. */
    abstract int headerBytes();

    /** Puts a message into a buffer that has space for it. */
    abstract void put(ByteBuffer to, byte[] message);

    /**
     * Returns the next message, for which it waits; it has one byte at least.
     *
     * @param connection learns of what comes beside messages
     * @throws FrameException where the server has ended the connection, or has sent what is no message
     */
    abstract byte[] next(SocketConnection connection) throws IOException, FrameException;

    /** Returns the last bytes of this side, with the code of its end; none where there are no such. */
    abstract byte[] closing(int code);
}
