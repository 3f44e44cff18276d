package io.millrace.fix;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.SSLEngineResult;
import javax.net.ssl.SSLEngineResult.HandshakeStatus;
import javax.net.ssl.SSLEngineResult.Status;

/**
 * TLS over a socket that never blocks. The handshake proceeds with what has arrived, and costs processor time alone: a
 * peer that stalls in it delays no other connection, and is disconnected when its Logon has not come in time. The
 * library allocates for each record.
 */
final class TlsTransport implements FixTransport {

    private static final ByteBuffer NOTHING = ByteBuffer.allocate(0);

    private final SocketChannel channel;
    private final SSLEngine engine;
    private final ByteBuffer in;
    private final ByteBuffer out;
    private boolean open;

    TlsTransport(SocketChannel channel, SSLEngine engine) throws IOException {
        this.channel = channel;
        this.engine = engine;
        int packet = engine.getSession().getPacketBufferSize();
        in = ByteBuffer.allocate(packet);
        out = ByteBuffer.allocate(2 * packet).limit(0);
        engine.beginHandshake();
    }

    /** Reads records; the buffer takes at least what one packet holds. */
    @Override
    public int read(ByteBuffer into) throws IOException {
        int before = into.position();
        boolean ended = channel.read(in) < 0;
        in.flip();
        while (true) {
            HandshakeStatus handshake = engine.getHandshakeStatus();
            if (handshake == HandshakeStatus.NEED_TASK) {
                runTasks();
            } else if (handshake == HandshakeStatus.NEED_WRAP) {
                if (!wrap(NOTHING)) {
                    break; // the socket takes nothing now
                }
            } else if (!in.hasRemaining()) {
                break;
            } else {
                SSLEngineResult result = engine.unwrap(in, into);
                noteOpen(result);
                if (result.getStatus() == Status.CLOSED) {
                    ended = true;
                    break;
                }
                if (result.getStatus() != Status.OK) {
                    break; // the rest of a record has not come
                }
            }
        }
        in.compact();
        send();
        int count = into.position() - before;
        return ended && count == 0 ? -1 : count;
    }

    private void runTasks() {
        for (Runnable task = engine.getDelegatedTask(); task != null; task = engine.getDelegatedTask()) {
            task.run();
        }
    }

    private void noteOpen(SSLEngineResult result) {
        HandshakeStatus handshake = result.getHandshakeStatus();
        open |= result.getStatus() == Status.OK
                && (handshake == HandshakeStatus.FINISHED || handshake == HandshakeStatus.NOT_HANDSHAKING);
    }

    /** Makes one record of a buffer, unless there is no space; returns whether it has. */
    private boolean wrap(ByteBuffer from) throws IOException {
        send();
        out.compact();
        try {
            SSLEngineResult result = engine.wrap(from, out);
            noteOpen(result);
            return result.getStatus() == Status.OK && result.bytesProduced() > 0;
        } finally {
            out.flip();
        }
    }

    private void send() throws IOException {
        if (out.hasRemaining()) {
            channel.write(out);
        }
    }

    @Override
    public int write(ByteBuffer from) throws IOException {
        int before = from.position();
        while (engine.getHandshakeStatus() == HandshakeStatus.NEED_WRAP && wrap(NOTHING)) {
            // the beginning of the handshake
        }
        while (open && from.hasRemaining() && wrap(from)) {
            // as many records as there is space for
        }
        send();
        return from.position() - before;
    }

    @Override
    public boolean isOpen() {
        return open;
    }

    @Override
    public boolean hasOutput() {
        return out.hasRemaining() || (!open && engine.getHandshakeStatus() == HandshakeStatus.NEED_WRAP);
    }

    @Override
    public void close() throws IOException {
        engine.closeOutbound();
        try {
            wrap(NOTHING); // the peer learns that nothing was cut off
            send();
        } finally {
            channel.close();
        }
    }
}
