package io.millrace.client;

import java.io.BufferedInputStream;
import java.io.DataInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.OutputStream;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.Queue;

/**
 * A connection by TCP: a length of 4 bytes, big-endian, before each text in UTF-8, and before each frame of a message
 * in BINARY or DELTA, and calls, queries and results in BINARY. One thread reads; another one writes.
 */
final class TcpConnection extends Connection {

    private static final int HEADER_BYTES = 4;
    private static final int MAX_BYTES = 1 << 26;
    private static final int READ_BYTES = 1 << 16;

    private final Socket connected;
    private final DataInputStream in;
    private final OutputStream out;
    private final ServerMessages received;
    private final Queue<byte[]> waiting = new ArrayDeque<>();
    private final Thread reader;
    private final Thread writer;

    private TcpConnection(Socket connected, Socket carrier, ServerMessages received) throws IOException {
        this.connected = connected;
        this.in = new DataInputStream(new BufferedInputStream(carrier.getInputStream(), READ_BYTES));
        this.out = carrier.getOutputStream();
        this.received = received;
        this.reader = Thread.ofPlatform().daemon().name("millrace-client-read").unstarted(this::read);
        this.writer = Thread.ofPlatform().daemon().name("millrace-client-write").unstarted(this::write);
    }

    /**
     * Starts to read and write.
     *
     * @param connected the connection of TCP; it ends all of this, since that of TLS would wait for a blocked write
     * @param carrier what carries the frames: the same, or TLS over it
     */
    static TcpConnection start(Socket connected, Socket carrier, ServerMessages received) throws IOException {
        TcpConnection connection = new TcpConnection(connected, carrier, received);
        connection.reader.start();
        connection.writer.start();
        return connection;
    }

    @Override
    void send(String text) {
        send(text.getBytes(StandardCharsets.UTF_8));
    }

    @Override
    void send(byte[] content) {
        byte[] frame = ByteBuffer.allocate(HEADER_BYTES + content.length)
                .putInt(content.length)
                .put(content)
                .array();
        synchronized (waiting) {
            waiting.add(frame);
            waiting.notifyAll();
        }
    }

    private void write() {
        try {
            while (true) {
                byte[] all = next();
                if (all.length == 0) {
                    return;
                }
                out.write(all);
            }
        } catch (IOException e) {
            end("the connection was lost reason=" + e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            end("the connection was interrupted");
        }
    }

    /** Returns all frames that wait as one, for which it waits; nothing once the connection has ended. */
    private byte[] next() throws InterruptedException {
        synchronized (waiting) {
            while (waiting.isEmpty()) {
                if (hasEnded()) {
                    return new byte[0];
                }
                waiting.wait();
            }
            if (waiting.size() == 1) {
                return waiting.remove();
            }
            byte[] all =
                    new byte[waiting.stream().mapToInt(frame -> frame.length).sum()];
            int at = 0;
            for (byte[] frame = waiting.poll(); frame != null; frame = waiting.poll()) {
                System.arraycopy(frame, 0, all, at, frame.length);
                at += frame.length;
            }
            return all;
        }
    }

    private void read() {
        try {
            while (!hasEnded()) {
                int length = in.readInt();
                if (length < 1 || length > MAX_BYTES) {
                    end("the server has sent a frame of a wrong length length=" + length);
                    return;
                }
                byte[] frame = new byte[length];
                in.readFully(frame);
                received();
                if (frame[0] == '{') {
                    received.text(this, new String(frame, StandardCharsets.UTF_8));
                } else {
                    received.frame(this, frame);
                }
            }
        } catch (EOFException e) {
            end("the server has closed the connection");
        } catch (IOException e) {
            end("the connection was lost reason=" + e);
        } catch (RuntimeException | Error e) {
            end("the client has failed reason=" + e);
        }
    }

    @Override
    void closeSocket() {
        try {
            connected.close();
        } catch (IOException e) {
            System.getLogger(TcpConnection.class.getPackageName())
                    .log(System.Logger.Level.DEBUG, "cannot close a socket", e);
        }
        synchronized (waiting) {
            waiting.notifyAll();
        }
    }

    @Override
    void join() throws InterruptedException {
        reader.join();
        writer.join();
    }
}
