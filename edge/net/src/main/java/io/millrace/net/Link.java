package io.millrace.net;

import io.millrace.replication.ErrorReason;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;

/**
 * A connection of bytes with a peer, for one thread that reads and one that writes at the same time. Both block. Any
 * thread may close it, also under a lock; that waits for nothing, and ends a read or a write of another thread.
 *
 * <p>A link is closed by a {@link LinkWatch} when nothing was received for too long, whatever was sent, or when a write
 * makes no progress. Bytes that are sent count for nothing: a dead peer receives them too.
 */
public abstract class Link implements AutoCloseable {

    private final HostPort peer;
    private final LinkWatch watch;
    private final AtomicReference<String> reason = new AtomicReference<>();

    /** Whether a read or a write failed before this side closed the link. */
    private volatile boolean isFailed;

    private volatile boolean established;
    private volatile long receivedNs = System.nanoTime();
    private volatile long writingSinceNs;
    private volatile boolean writing;
    private long received;
    private long sent;

    Link(HostPort peer, LinkWatch watch) {
        this.peer = peer;
        this.watch = watch;
        watch.add(this);
    }

    /** Returns the address of the peer. */
    public HostPort peer() {
        return peer;
    }

    /** Returns the name in the peer's certificate, its common name; empty without TLS. */
    public abstract Optional<String> peerName();

    /**
     * Reads at least one byte, and at most what fits. Bytes are read as they come: a message may need several reads.
     *
     * @return number of bytes, or -1 after the last byte of the peer
     * @throws NetException if the link has failed or was closed, with the reason
     */
    public int read(ByteBuffer into) {
        try {
            int count = receive(into);
            receivedNs = System.nanoTime();
            received += Math.max(0, count);
            return count;
        } catch (IOException | RuntimeException e) {
            throw failed("read", e);
        }
    }

    /**
     * Reads until a buffer is full.
     *
     * @throws NetException as {@link #read}, and if the peer ends before
     */
    public void readFully(ByteBuffer into) {
        while (into.hasRemaining()) {
            if (read(into) < 0) {
                throw new NetException("the peer ended the link peer=" + peer + " missingBytes=" + into.remaining());
            }
        }
    }

    /**
     * Writes all bytes of a buffer, and returns once the system has taken them.
     *
     * @throws NetException if the link has failed or was closed, with the reason
     */
    public void write(ByteBuffer from) {
        int bytes = from.remaining();
        beginWrite();
        try {
            send(from);
        } catch (IOException | RuntimeException e) {
            throw failed("write", e);
        } finally {
            writing = false;
        }
        sent += bytes;
    }

    /**
     * Writes all bytes of two buffers, one after the other, with one call of the system where that is possible.
     *
     * @throws NetException if the link has failed or was closed, with the reason
     */
    public void write(ByteBuffer first, ByteBuffer second) {
        int bytes = first.remaining() + second.remaining();
        beginWrite();
        try {
            send(first, second);
        } catch (IOException | RuntimeException e) {
            throw failed("write", e);
        } finally {
            writing = false;
        }
        sent += bytes;
    }

    private void beginWrite() {
        writingSinceNs = System.nanoTime();
        writing = true;
    }

    /** Notes that a part of a long write was taken. */
    void progressed() {
        writingSinceNs = System.nanoTime();
    }

    abstract int receive(ByteBuffer into) throws IOException;

    abstract void send(ByteBuffer from) throws IOException;

    abstract void send(ByteBuffer first, ByteBuffer second) throws IOException;

    /**
     * Ends the connection at once, and with it a read or a write of another thread. It must wait for nothing: neither
     * for the peer, which may be silent, nor for a thread that writes to that. It is called under locks of others.
     */
    abstract void abort() throws IOException;

    private NetException failed(String what, Exception cause) {
        String why = reason.get();
        isFailed |= why == null;
        close("the connection failed reason=" + ErrorReason.of(cause));
        return new NetException(
                "cannot " + what + " link peer=" + peer + " reason=" + (why == null ? ErrorReason.of(cause) : why),
                cause);
    }

    /** Notes that the peer has done its part of a handshake: the time for the first message begins. */
    void touch() {
        receivedNs = System.nanoTime();
    }

    /** Says that the first valid message has come: the peer is no stranger that only holds a connection. */
    public void establish() {
        established = true;
    }

    boolean isEstablished() {
        return established;
    }

    /** Returns the bytes that were read; exact in the thread that reads. */
    public long receivedBytes() {
        return received;
    }

    /** Returns the bytes that were written; exact in the thread that writes. */
    public long sentBytes() {
        return sent;
    }

    /** Returns whether it was closed, by this side or after an error. */
    public boolean isClosed() {
        return reason.get() != null;
    }

    /** Returns whether this side closed it, and not because a read or a write failed. */
    boolean isClosedHere() {
        return isClosed() && !isFailed;
    }

    /** Returns why it was closed, or null as long as it is open. */
    String closedFor() {
        return reason.get();
    }

    /**
     * Closes the link for a reason, which reads and writes of other threads then state. Never waits: bytes that the
     * system has not taken yet are lost.
     */
    public void close(String why) {
        if (reason.compareAndSet(null, why)) {
            watch.remove(this);
            try {
                abort();
            } catch (IOException e) {
                System.getLogger(Link.class.getPackageName())
                        .log(System.Logger.Level.DEBUG, "cannot close socket peer=" + peer, e);
            }
        }
    }

    @Override
    public void close() {
        close("this side closed the link");
    }

    /** Returns why the link has to end at a time, or null. */
    String overdue(long nowNs, LinkOptions options) {
        long silentNs = nowNs - receivedNs;
        if (!established && silentNs > options.firstMessageWithin().toNanos()) {
            return "the peer sent no valid message in time firstMessageWithin=" + options.firstMessageWithin();
        }
        if (silentNs > options.deadAfter().toNanos()) {
            return "nothing was received for too long deadAfter=" + options.deadAfter();
        }
        if (writing && nowNs - writingSinceNs > options.deadAfter().toNanos()) {
            return "the peer does not read deadAfter=" + options.deadAfter();
        }
        return null;
    }

    @Override
    public String toString() {
        return "Link[" + peer + "]";
    }
}
