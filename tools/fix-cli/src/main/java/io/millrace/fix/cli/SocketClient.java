package io.millrace.fix.cli;

import io.millrace.fix.FixConnection;
import io.millrace.fix.FixLine;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.SocketChannel;
import java.util.Arrays;

/**
 * A connection over a non-blocking socket. What a session writes is collected and leaves with one write a poll; a peer
 * that does not read is closed when too much waits for it.
 */
final class SocketClient implements FixLine {

    private static final int LONGEST = 1 << 20;
    private static final int MOST_WAITING = 4 << 20;
    private static final long LOGON_TIMEOUT_NS = 10_000_000_000L;

    private final SocketChannel channel;
    private final SelectionKey key;
    private final FixConnection connection;
    private byte[] waiting = new byte[1 << 12];
    private int size;
    private boolean closing;
    private boolean closed;

    SocketClient(SocketChannel channel, SelectionKey key, AcceptorSessions sessions, long nowNs) {
        this.channel = channel;
        this.key = key;
        connection = new FixConnection(sessions::find, this, LONGEST, nowNs, LOGON_TIMEOUT_NS);
    }

    @Override
    public void write(byte[] bytes, int offset, int length) {
        if (size + length > MOST_WAITING) {
            closing = true;
            size = 0;
            return;
        }
        if (size + length > waiting.length) {
            waiting = Arrays.copyOf(waiting, Math.max(waiting.length * 2, size + length));
        }
        System.arraycopy(bytes, offset, waiting, size, length);
        size += length;
    }

    @Override
    public void close(String reason) {
        closing = true;
    }

    boolean isClosed() {
        return closed;
    }

    /** Reads what has arrived, through a buffer of the heap that begins with its array. */
    @SuppressWarnings("ByteBufferBackingArray") // the acceptor allocates it
    void read(ByteBuffer buffer, long nowNs) {
        try {
            int count = channel.read(buffer.clear());
            if (count < 0) {
                end(nowNs);
            } else if (!closing) {
                connection.received(nowNs, buffer.array(), 0, count);
            }
        } catch (IOException e) {
            end(nowNs); // the peer has reset the connection, which ends it like a close
        }
    }

    /** Lets time pass and writes what waits. */
    void poll(long nowNs) {
        if (closed) {
            return;
        }
        connection.tick(nowNs);
        try {
            if (size > 0) {
                int written = channel.write(ByteBuffer.wrap(waiting, 0, size));
                System.arraycopy(waiting, written, waiting, 0, size - written);
                size -= written;
            }
            if (closing && size == 0) {
                end(nowNs);
            }
        } catch (IOException e) {
            end(nowNs); // as above
        }
    }

    void end(long nowNs) {
        if (closed) {
            return;
        }
        closed = true;
        connection.disconnected(nowNs);
        key.cancel();
        try {
            channel.close();
        } catch (IOException e) {
            System.getLogger("io.millrace.fix.cli").log(System.Logger.Level.DEBUG, "cannot close a socket", e);
        }
    }
}
