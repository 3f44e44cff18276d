package io.millrace.client;

import java.io.BufferedInputStream;
import java.io.DataInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.OutputStream;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.Queue;

/**
 * A connection by TCP: a length of 4 bytes, big-endian, before each text in UTF-8, and before each frame of a message
 * in BINARY or DELTA. One thread reads; another one writes.
 */
final class TcpConnection extends Connection {

    private static final int HEADER_BYTES = 4;
    private static final int MAX_BYTES = 1 << 26;
    private static final int READ_BYTES = 1 << 16;

    private final Socket socket;
    private final DataInputStream in;
    private final OutputStream out;
    private final ServerMessages received;
    private final Queue<byte[]> waiting = new ArrayDeque<>();
    private final Thread reader;
    private final Thread writer;

    private TcpConnection(Socket socket, ServerMessages received) throws IOException {
        this.socket = socket;
        this.in = new DataInputStream(new BufferedInputStream(socket.getInputStream(), READ_BYTES));
        this.out = socket.getOutputStream();
        this.received = received;
        this.reader = Thread.ofPlatform().daemon().name("millrace-client-read").unstarted(this::read);
        this.writer = Thread.ofPlatform().daemon().name("millrace-client-write").unstarted(this::write);
    }

    static TcpConnection start(Socket socket, ServerMessages received) throws IOException {
        TcpConnection connection = new TcpConnection(socket, received);
        connection.reader.start();
        connection.writer.start();
        return connection;
    }

    @Override
    void send(String text) {
        byte[] utf8 = text.getBytes(StandardCharsets.UTF_8);
        byte[] frame = new byte[HEADER_BYTES + utf8.length];
        frame[0] = (byte) (utf8.length >>> 24);
        frame[1] = (byte) (utf8.length >>> 16);
        frame[2] = (byte) (utf8.length >>> 8);
        frame[3] = (byte) utf8.length;
        System.arraycopy(utf8, 0, frame, HEADER_BYTES, utf8.length);
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
            socket.close();
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
