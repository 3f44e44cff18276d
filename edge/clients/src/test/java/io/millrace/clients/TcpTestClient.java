package io.millrace.clients;

import java.io.DataInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.SocketException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;

/** A client over TCP that sends and gets texts and other bytes. */
final class TcpTestClient implements AutoCloseable {

    private static final int PATIENCE_MS = 60_000;

    private final Socket socket;
    private final DataInputStream in;

    private TcpTestClient(Socket socket) throws IOException {
        this.socket = socket;
        this.in = new DataInputStream(socket.getInputStream());
    }

    static TcpTestClient connect(String address) throws IOException {
        return connect(address, 0);
    }

    /** Connects with a buffer of the system for what comes of so many bytes; its own choice for 0. */
    static TcpTestClient connect(String address, int receiveBytes) throws IOException {
        int colon = address.lastIndexOf(':');
        Socket socket = new Socket();
        if (receiveBytes > 0) {
            socket.setReceiveBufferSize(receiveBytes);
        }
        socket.connect(
                new InetSocketAddress(address.substring(0, colon), Integer.parseInt(address.substring(colon + 1))));
        socket.setSoTimeout(PATIENCE_MS);
        return new TcpTestClient(socket);
    }

    /** Sends a request, with single quotes in place of double ones. */
    void send(String text) throws IOException {
        send(text, 1);
    }

    /** Sends a request so many times, in one piece. */
    void send(String text, int times) throws IOException {
        byte[] utf8 = text.replace('\'', '"').getBytes(StandardCharsets.UTF_8);
        ByteBuffer frames = ByteBuffer.allocate(times * (Integer.BYTES + utf8.length));
        while (frames.hasRemaining()) {
            frames.putInt(utf8.length).put(utf8);
        }
        send(frames.array());
    }

    void send(byte[] bytes) throws IOException {
        socket.getOutputStream().write(bytes);
    }

    /** Says that nothing more comes. */
    void endOutput() throws IOException {
        socket.shutdownOutput();
    }

    /** Returns the next frame. */
    byte[] frame() throws IOException {
        byte[] frame = new byte[in.readInt()];
        in.readFully(frame);
        return frame;
    }

    /** Returns the next text, with single quotes in place of double ones, or {@code closed}. */
    String next() throws IOException {
        try {
            return new String(frame(), StandardCharsets.UTF_8).replace('"', '\'');
        } catch (EOFException | SocketException e) {
            return "closed";
        }
    }

    /** Returns the answer to a request. */
    String ask(String text) throws IOException {
        send(text);
        return next();
    }

    @Override
    public void close() throws IOException {
        socket.close();
    }
}
