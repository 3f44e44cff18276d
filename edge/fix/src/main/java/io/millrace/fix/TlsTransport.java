package io.millrace.fix;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.SSLEngineResult;
import javax.net.ssl.SSLEngineResult.HandshakeStatus;
import javax.net.ssl.SSLEngineResult.Status;

/**
 * TLS over a socket that never blocks. The handshake proceeds with what has arrived, and its computations are those
 * of another thread: a peer that begins many or stalls in one delays no other connection, and is disconnected when its
 * Logon has not come in time. The library allocates for each record.
 */
final class TlsTransport implements FixTransport {

    private static final ByteBuffer NOTHING = ByteBuffer.allocate(0);

    private final SocketChannel channel;
    private final SSLEngine engine;
    private final ByteBuffer in;
    private final ByteBuffer out;
    private boolean open;

    /** Whether a thread computes for the handshake; nothing is read or written meanwhile. */
    private volatile boolean computing;

    /** Whether it has computed, so that what had arrived is to be read. */
    private boolean mustRead;

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
        if (computing) {
            return 0;
        }
        mustRead = false;
        int before = into.position();
        boolean ended = channel.read(in) < 0;
        in.flip();
        while (true) {
            HandshakeStatus handshake = engine.getHandshakeStatus();
            if (handshake == HandshakeStatus.NEED_TASK) {
                compute();
                break;
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

    /** Lets another thread compute, as keys and signatures take milliseconds. */
    private void compute() {
        computing = true;
        mustRead = true;
        Thread.ofVirtual().name("fix-tls").start(() -> {
            try {
                for (Runnable task = engine.getDelegatedTask(); task != null; task = engine.getDelegatedTask()) {
                    task.run(); // what it throws is thrown by the next call of the engine
                }
            } finally {
                computing = false;
            }
        });
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
        if (computing) {
            return 0;
        }
        int before = from.position();
        while (engine.getHandshakeStatus() == HandshakeStatus.NEED_WRAP && wrap(NOTHING)) {
            // the beginning of the handshake
        }
        while (open && from.hasRemaining() && wrap(from)) {
            // as many records as there is space for
        }
        send();
        mustRead |= !open && engine.getHandshakeStatus() == HandshakeStatus.NEED_TASK;
        return from.position() - before;
    }

    @Override
    public boolean isOpen() {
        return open;
    }

    @Override
    public boolean mustRead() {
        return mustRead && !computing;
    }

    @Override
    public boolean hasOutput() {
        return mustRead || out.hasRemaining() || (!open && engine.getHandshakeStatus() == HandshakeStatus.NEED_WRAP);
    }

    @Override
    public void close() throws IOException {
        try {
            if (!computing) {
                engine.closeOutbound();
                wrap(NOTHING); // the peer learns that nothing was cut off
                send();
            }
        } finally {
            channel.close();
        }
    }
}
