package io.millrace.clients;

import io.millrace.net.Link;
import io.millrace.net.NetException;
import io.millrace.server.SessionEnd;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.concurrent.locks.ReentrantLock;

/**
 * A client that has connected by TCP. What it gets waits in a queue. The thread that reads its requests writes the
 * answers itself, so that a client that waits for an answer wakes one thread alone; what other threads send is written
 * by a thread of this connection, so that none of them waits for the client.
 */
final class TcpClient implements ClientConnection {

    private static final int MAX_OUTGOING = 4_096;

    /** Nothing more is queued beyond it: more than the messages of what is followed, and one that is long. */
    private static final long MAX_OUTGOING_BYTES = 32 << 20;

    private static final int WRITE_BYTES = 1 << 16;
    private static final long SERVED_WITHIN_S = 10;

    /** How long a client that did not read may take to read why its connection ends. */
    private static final long LAST_WORD_NS = TimeUnit.SECONDS.toNanos(15);

    private record Outgoing(ByteBuffer message, Runnable sent, long sinceNs) {}

    private final Link link;
    private final String principal;
    private final ClientLimits limits;
    private final Thread reader;
    private final Thread writer;
    private final ReentrantLock writing = new ReentrantLock();
    private final Deque<Outgoing> outgoing = new ArrayDeque<>();
    private ByteBuffer buffer = ByteBuffer.allocateDirect(1 << 12);
    /** How many of the first in the queue are being written; guarded by the queue. */
    private int inWriting;

    /** How many bytes wait; guarded by the queue. */
    private long outgoingBytes;

    /** Since when the connection ends because the client does not read; 0 while it does not. */
    private long slowSinceNs;

    private volatile boolean isEnding;
    private volatile boolean isOver;

    /** Creates a connection that is served by this thread. */
    TcpClient(Link link, String principal, ClientLimits limits) {
        this.link = link;
        this.principal = principal;
        this.limits = limits;
        this.reader = Thread.currentThread();
        this.writer = Thread.ofVirtual().name("millrace-clients-write").unstarted(this::write);
    }

    void start() {
        writer.start();
    }

    @Override
    public String principal() {
        return principal;
    }

    @Override
    public String remote() {
        return link.peer().toString();
    }

    @Override
    public boolean isOpen() {
        return !isEnding && !link.isClosed();
    }

    @Override
    public void send(ByteBuffer message, Runnable sent) {
        if (!isOpen()) {
            return;
        }
        synchronized (outgoing) {
            if (outgoing.size() < MAX_OUTGOING && outgoingBytes <= MAX_OUTGOING_BYTES) {
                outgoingBytes += message.remaining();
                outgoing.add(new Outgoing(message, sent, System.nanoTime()));
                if (!Thread.currentThread().equals(reader)) {
                    LockSupport.unpark(writer);
                }
                return;
            }
        }
        link.close("client does not read, too many messages wait");
    }

    @Override
    public void close(SessionEnd end) {
        if (isOpen()) {
            String text = ClientTexts.error(end.reason());
            send(ByteBuffer.wrap(text.getBytes(StandardCharsets.UTF_8)), () -> {});
            isEnding = true;
            LockSupport.unpark(writer);
        }
    }

    /** Sends a slow client the reason in place of what waits, and some time to read it. */
    @Override
    public void endIfSlow(long nowNs) {
        String reason = "client does not read readTimeout=" + limits.readTimeout();
        long timeoutNs = limits.readTimeout().toNanos();
        synchronized (outgoing) {
            Outgoing oldest = outgoing.peek();
            if (oldest == null) {
                return;
            }
            if (slowSinceNs == 0 && nowNs - oldest.sinceNs() > timeoutNs) {
                while (outgoing.size() > inWriting) {
                    outgoingBytes -= outgoing.removeLast().message().remaining();
                }
                close(SessionEnd.policy(reason));
                slowSinceNs = nowNs;
                return;
            }
        }
        if (slowSinceNs != 0 && nowNs - slowSinceNs > LAST_WORD_NS) {
            link.close(reason);
        }
    }

    private void write() {
        try {
            while (!isOver && !link.isClosed()) {
                writing.lock();
                try {
                    writeAll();
                } finally {
                    writing.unlock();
                }
                if (isEnding && isEmpty()) {
                    link.close("this side has ended the connection");
                } else if (isEmpty() && !isOver) { // looked at again: waiting for the lock may have used the permit
                    LockSupport.park(this);
                }
            }
        } catch (NetException e) {
            link.close(); // the reader learns it too
        }
    }

    private boolean isEmpty() {
        synchronized (outgoing) {
            return outgoing.isEmpty();
        }
    }

    /** Writes what waits, in the thread of the reader, unless the other thread does that. */
    void writeHere() {
        if (isEmpty()) {
            return;
        }
        if (!writing.tryLock()) {
            LockSupport.unpark(writer);
            return;
        }
        try {
            writeAll();
        } finally {
            writing.unlock();
        }
    }

    private void writeAll() {
        List<Outgoing> some = new ArrayList<>();
        for (int bytes = take(some); bytes > 0; bytes = take(some)) {
            if (buffer.capacity() < bytes) {
                buffer = ByteBuffer.allocateDirect(bytes);
            }
            buffer.clear();
            some.forEach(each -> TcpFrames.put(buffer, each.message()));
            link.write(buffer.flip());
            synchronized (outgoing) {
                for (int i = 0; i < some.size(); i++) {
                    outgoingBytes -= outgoing.remove().message().remaining();
                }
                inWriting = 0;
            }
            some.forEach(each -> each.sent().run());
            some.clear();
            if (buffer.capacity() > 2 * WRITE_BYTES) {
                buffer = ByteBuffer.allocateDirect(WRITE_BYTES); // one long message is no reason to keep so much
            }
        }
    }

    /** Copies the first of those that wait, which stay in the queue until they are written, and returns their bytes. */
    private int take(List<Outgoing> to) {
        int bytes = 0;
        synchronized (outgoing) {
            for (Outgoing each : outgoing) {
                int more = TcpFrames.HEADER_BYTES + each.message().remaining();
                if (bytes > 0 && bytes + more > WRITE_BYTES) {
                    break;
                }
                to.add(each);
                bytes += more;
            }
            inWriting = to.size();
        }
        return bytes;
    }

    /**
     * Writes what waits, for a client that has said that nothing more comes, or is to learn why the connection ends,
     * and ends the thread.
     *
     * @param served ends when the requests of the client were served
     */
    void finish(CountDownLatch served) {
        try {
            var _ = served.await(SERVED_WITHIN_S, TimeUnit.SECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        isOver = true;
        LockSupport.unpark(writer);
        awaitWriter();
        try {
            writeHere(); // the other thread may have ended just before something came
        } catch (NetException e) {
            link.close();
        }
    }

    private void awaitWriter() {
        boolean isInterrupted = false;
        while (writer.isAlive()) {
            try {
                if (!writer.join(limits.readTimeout())) {
                    link.close("client does not read readTimeout=" + limits.readTimeout());
                }
            } catch (InterruptedException e) {
                isInterrupted = true;
            }
        }
        if (isInterrupted) {
            Thread.currentThread().interrupt();
        }
    }
}
