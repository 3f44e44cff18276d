package io.millrace.remote;

import io.millrace.interaction.FrameReceiver;
import io.millrace.interaction.FrameTransport;
import io.millrace.interaction.InteractionException;
import io.millrace.interaction.InteractionLimits;
import io.millrace.interaction.SessionEndedException;
import io.millrace.net.Link;
import io.millrace.net.NetException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.LockSupport;
import java.util.concurrent.locks.ReentrantLock;

/**
 * Frames over one link of TCP: four bytes with the length, little endian, and the frame. A length of 0 is a sign of
 * life.
 *
 * <p>Frames are collected and written together. A thread that flushes writes all that is there, also what other threads
 * add meanwhile; so no thread waits for another one. On the side of a client the thread that calls writes. On the side
 * of a server the thread that reads writes once it has served what has come; for all other threads, which must not wait
 * for a client, a thread of this link does.
 */
final class LinkFrames implements FrameTransport {

    private static final int HEADER_BYTES = 4;
    private static final int FIRST_BYTES = 1 << 14;
    private static final ByteBuffer NOTHING = ByteBuffer.allocate(0);

    /** The thread that writes. */
    enum Writer {
        /** The thread that flushes. */
        CALLER,
        /** The thread that reads, or for other threads one of this link. */
        READER
    }

    private final Link link;
    private final InteractionLimits limits;
    private final Writer writer;
    private final ReentrantLock filling = new ReentrantLock();
    private final ReentrantLock writing = new ReentrantLock();
    private final AtomicReference<String> end = new AtomicReference<>();
    private ByteBuffer filled = buffer(FIRST_BYTES);
    private ByteBuffer written = buffer(FIRST_BYTES);
    private ByteBuffer read = buffer(FIRST_BYTES).limit(0);
    private volatile boolean isFilled;
    private volatile Thread reader;
    private volatile Thread pusher;

    LinkFrames(Link link, InteractionLimits limits, Writer writer) {
        this.link = link;
        this.limits = limits;
        this.writer = writer;
    }

    private static ByteBuffer buffer(int bytes) {
        return ByteBuffer.allocateDirect(bytes).order(ByteOrder.LITTLE_ENDIAN);
    }

    @Override
    public void send(ByteBuffer frame) {
        int bytes = HEADER_BYTES + frame.remaining();
        filling.lock();
        try {
            if (end.get() != null) {
                throw new SessionEndedException("the connection has ended reason=" + end.get());
            }
            if (frame.remaining() > limits.maxFrameBytes()) {
                throw new RemoteException(
                        "a frame is too long bytes=" + frame.remaining() + " max=" + limits.maxFrameBytes());
            }
            // A frame that fits is always taken when nothing waits.
            if (filled.position() > 0 && filled.position() + bytes > limits.maxWaitingBytes()) {
                throw doesNotRead();
            }
            if (filled.remaining() < bytes) {
                filled = buffer(Math.max(2 * filled.capacity(), filled.position() + bytes))
                        .put(filled.flip());
            }
            filled.putInt(frame.remaining()).put(frame);
            isFilled = true;
        } finally {
            filling.unlock();
        }
    }

    private SessionEndedException doesNotRead() {
        String reason = "the peer does not read, too many bytes wait max=" + limits.maxWaitingBytes();
        close(reason);
        return new SessionEndedException(reason);
    }

    /** Sends a sign of life. */
    void beat() {
        try {
            send(NOTHING.duplicate());
            flush();
        } catch (InteractionException e) {
            // The connection has ended, which its reader finds too.
        }
    }

    @Override
    public void flush() {
        if (!isFilled || (writer == Writer.READER && Thread.currentThread().equals(reader))) {
            return;
        }
        if (writer == Writer.CALLER) {
            write();
        } else {
            wakePusher();
        }
    }

    private void write() {
        while (isFilled && writing.tryLock()) { // its holder looks again after it has let go
            try {
                ByteBuffer swapped = written;
                filling.lock();
                try {
                    written = filled.flip();
                    filled = swapped.clear();
                    isFilled = false;
                } finally {
                    filling.unlock();
                }
                link.write(written);
            } catch (NetException e) {
                close(e.getMessage());
                return;
            } finally {
                writing.unlock();
            }
        }
    }

    private void wakePusher() {
        Thread known = pusher;
        if (known == null) {
            filling.lock();
            try {
                if (pusher == null && end.get() == null) {
                    pusher = Thread.ofVirtual().name("millrace-remote-push").start(this::push);
                }
                known = pusher;
            } finally {
                filling.unlock();
            }
        }
        LockSupport.unpark(known);
    }

    private void push() {
        while (end.get() == null) {
            write();
            if (!isFilled) {
                LockSupport.park(this);
            }
        }
    }

    /** Reads until the link ends, and gives the frames to a receiver; in one thread. */
    void serve(FrameReceiver receiver) {
        reader = Thread.currentThread();
        String reason;
        try {
            while (fill()) {
                int next = nextLength();
                while (next >= 0) {
                    deliver(next, receiver);
                    next = nextLength();
                }
                if (writer == Writer.READER) {
                    write();
                }
            }
            reason = "the peer has ended the connection";
        } catch (NetException | InteractionException e) {
            reason = e.getMessage();
        }
        close(reason);
        receiver.closed(end.get());
    }

    /** Returns the length of the next frame that has come as a whole, or -1. */
    private int nextLength() {
        if (end.get() != null || read.remaining() < HEADER_BYTES) {
            return -1;
        }
        int bytes = read.getInt(read.position());
        if (bytes < 0 || bytes > limits.maxFrameBytes()) {
            throw new RemoteException(
                    "a frame is too long bytes=" + Integer.toUnsignedString(bytes) + " max=" + limits.maxFrameBytes());
        }
        return read.remaining() - HEADER_BYTES < bytes ? -1 : bytes;
    }

    private void deliver(int bytes, FrameReceiver receiver) {
        int from = read.position() + HEADER_BYTES;
        int limit = read.limit();
        if (bytes > 0) {
            receiver.received(read.limit(from + bytes).position(from));
            if (end.get() == null) {
                link.establish();
            }
        }
        read.limit(limit).position(from + bytes);
    }

    /** Reads what has come; returns false at the end of the link. */
    private boolean fill() {
        if (end.get() != null) {
            return false;
        }
        int wanted = read.remaining() < HEADER_BYTES ? HEADER_BYTES : HEADER_BYTES + read.getInt(read.position());
        if (wanted > read.capacity()) {
            read = buffer(Math.max(wanted, 2 * read.capacity())).put(read).flip();
        }
        read.compact();
        boolean isOpen = link.read(read) >= 0;
        read.flip();
        return isOpen;
    }

    @Override
    public void close(String reason) {
        if (end.compareAndSet(null, reason)) {
            if (Thread.currentThread().equals(reader)) { // the last words, for example why; other threads do not wait
                writeLast();
            }
            link.close(reason);
            LockSupport.unpark(pusher);
        }
    }

    private void writeLast() {
        if (writing.tryLock()) {
            filling.lock();
            try {
                if (isFilled) {
                    link.write(filled.flip());
                }
            } catch (NetException e) {
                System.getLogger(LinkFrames.class.getPackageName())
                        .log(System.Logger.Level.DEBUG, "the last words to a peer were not sent", e);
            } finally {
                isFilled = false;
                filled.clear();
                filling.unlock();
                writing.unlock();
            }
        }
    }
}
