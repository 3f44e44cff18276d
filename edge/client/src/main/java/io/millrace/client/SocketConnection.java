package io.millrace.client;

import java.io.EOFException;
import java.io.IOException;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/**
 * A connection by TCP or WebSocket. One thread opens it and then reads, so that its user can bound the time for all of
 * that; another one writes.
 */
final class SocketConnection extends Connection {

    private static final int WRITE_BYTES = 1 << 16;

    /** How long the server may take to read the end of this side, and to answer it. */
    private static final long CLOSE_WITHIN_MS = 500;

    private static final byte[] NOTHING = {};

    /** Opens a connection over a socket. */
    interface Opening {

        /**
         * Returns how messages are carried, once both sides have agreed on it.
         *
         * @param bytesReceived is called each time when bytes have come
         * @throws ClientException where they do not, with the reason
         */
        Framing open(Socket connected, Runnable bytesReceived);
    }

    private final Socket connected;
    private final Opening opening;
    private final int maxWaiting;
    private final ServerMessages received;
    private final CountDownLatch opened = new CountDownLatch(1);
    private final Queue<byte[]> waiting = new ArrayDeque<>();
    private final Thread reader;
    private final Thread writer;
    private volatile Framing framing;

    /** The newest answer to what came beside messages, and the last bytes of this side; guarded by the queue. */
    private byte[] answer = NOTHING;

    private byte[] last = NOTHING;

    private SocketConnection(Socket connected, Opening opening, int maxWaiting, ServerMessages received) {
        this.connected = connected;
        this.opening = opening;
        this.maxWaiting = maxWaiting;
        this.received = received;
        this.reader = Thread.ofPlatform().daemon().name("millrace-client-read").unstarted(this::read);
        this.writer = Thread.ofPlatform().daemon().name("millrace-client-write").unstarted(this::write);
    }

    /**
     * Starts to open a connection.
     *
     * @param connected the connection of TCP; it ends all of this, since that of TLS would wait for a blocked write
     * @param maxWaiting the most messages that wait for a server that does not read; a further one ends the connection
     */
    static SocketConnection start(Socket connected, Opening opening, int maxWaiting, ServerMessages received) {
        SocketConnection connection = new SocketConnection(connected, opening, maxWaiting, received);
        connection.reader.start();
        return connection;
    }

    /** Waits until it is open or has ended, at most so long; returns whether that is so. */
    boolean awaitOpened(long atMostNs) throws InterruptedException {
        return opened.await(atMostNs, TimeUnit.NANOSECONDS);
    }

    @Override
    void send(String text) {
        send(text.getBytes(StandardCharsets.UTF_8));
    }

    @Override
    void send(byte[] message) {
        boolean isFull;
        synchronized (waiting) {
            isFull = waiting.size() >= maxWaiting;
            if (!isFull) {
                waiting.add(message);
                waiting.notifyAll();
            }
        }
        if (isFull) {
            end("the server does not read, too many messages wait max=" + maxWaiting);
        }
    }

    /** Sends an answer to what came beside messages, in place of an earlier one that waits. */
    void answer(byte[] bytes) {
        synchronized (waiting) {
            answer = bytes;
            waiting.notifyAll();
        }
    }

    @Override
    void close(String why) {
        Framing opened = framing;
        endWith(opened == null ? NOTHING : opened.closing(FrameException.NORMAL), why);
    }

    /** Ends the connection with the last bytes of this side; the socket is closed in {@link #join}. */
    private void endWith(byte[] bytes, String why) {
        if (bytes.length == 0) {
            end(why);
            return;
        }
        synchronized (waiting) {
            if (noteEnd(why)) {
                last = bytes;
                waiting.notifyAll();
            }
        }
    }

    private void write() {
        try {
            ByteBuffer buffer = ByteBuffer.allocate(WRITE_BYTES);
            List<byte[]> some = new ArrayList<>();
            while (true) {
                byte[] first = take(some);
                int bytes = first.length;
                for (byte[] message : some) {
                    bytes += framing.headerBytes() + message.length;
                }
                if (bytes == 0) {
                    return;
                }
                ByteBuffer to = bytes <= WRITE_BYTES ? buffer.clear() : ByteBuffer.allocate(bytes);
                to.put(first);
                some.forEach(message -> framing.put(to, message));
                some.clear();
                framing.out().write(to.array(), 0, to.position());
            }
        } catch (IOException e) {
            end("the connection was lost reason=" + e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            end("the connection was interrupted");
        } catch (RuntimeException | Error e) {
            end("the client has failed reason=" + e);
        }
    }

    /** Takes messages that wait, and returns the bytes before them; nothing at all once the connection has ended. */
    private byte[] take(List<byte[]> to) throws InterruptedException {
        synchronized (waiting) {
            while (waiting.isEmpty() && answer.length == 0 && !hasEnded()) {
                waiting.wait();
            }
            byte[] first = hasEnded() ? last : answer;
            last = NOTHING;
            answer = NOTHING;
            int bytes = 0;
            while (!hasEnded() && !waiting.isEmpty() && bytes < WRITE_BYTES / 2) {
                byte[] next = waiting.remove();
                bytes += next.length;
                to.add(next);
            }
            return first;
        }
    }

    private void read() {
        try {
            framing = opening.open(connected, this::received);
            writer.start();
            opened.countDown();
            while (true) {
                byte[] message = framing.next(this);
                if (Framing.isText(message)) {
                    received.text(this, text(message));
                } else {
                    received.frame(this, message);
                }
            }
        } catch (FrameException e) {
            endWith(framing.closing(e.code()), String.valueOf(e.getMessage()));
        } catch (ClientException e) {
            end(String.valueOf(e.getMessage()));
        } catch (EOFException e) {
            end("the server has closed the connection");
        } catch (IOException e) {
            end("the connection was lost reason=" + e);
        } catch (RuntimeException | Error e) {
            end("the client has failed reason=" + e);
        }
    }

    /** Returns bytes as text; a character that stands for wrong bytes is looked at again. */
    static String text(byte[] utf8) throws FrameException {
        String text = new String(utf8, StandardCharsets.UTF_8);
        if (text.indexOf('\ufffd') >= 0) {
            try {
                var _ = StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(utf8));
            } catch (CharacterCodingException e) {
                throw new FrameException(
                        FrameException.BAD_DATA, "the server has sent text that is not UTF-8 reason=" + e.getMessage());
            }
        }
        return text;
    }

    @Override
    void closeSocket() {
        try {
            connected.close();
        } catch (IOException e) {
            System.getLogger(SocketConnection.class.getPackageName())
                    .log(System.Logger.Level.DEBUG, "cannot close a socket", e);
        }
        opened.countDown();
        synchronized (waiting) {
            waiting.notifyAll();
        }
    }

    /** Waits for the threads; a server that has been told of the end has a moment to answer. */
    @Override
    void join() throws InterruptedException {
        writer.join(CLOSE_WITHIN_MS);
        reader.join(CLOSE_WITHIN_MS);
        closeSocket();
        reader.join();
        writer.join();
    }
}
