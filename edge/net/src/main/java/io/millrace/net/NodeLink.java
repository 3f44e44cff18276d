package io.millrace.net;

import io.millrace.concurrent.Uninterruptibly;
import io.millrace.replication.Connection;
import io.millrace.replication.ErrorReason;
import io.millrace.replication.MemberLink;
import io.millrace.replication.Message;
import io.millrace.replication.MessageCodec;
import io.millrace.replication.Outgoing;
import io.millrace.replication.ReplicationException;
import io.millrace.replication.RunSlice;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayDeque;
import java.util.Queue;
import java.util.concurrent.locks.LockSupport;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Function;

/**
 * One link of a {@link ReplicationNode}. The thread that serves it reads messages and gives them to the member; a
 * second one, the writer, asks the member what to send, and writes it outside the lock.
 *
 * <p>To wake the writer takes longer than to write a small message. So the thread that appends or that reads writes
 * itself what it has caused, as long as little is unacknowledged: the connection then takes it without waiting for the
 * peer. Everything else is left to the writer. The thread that reads writes before it waits for more; a peer that does
 * not read can therefore stop neither an appender nor this side's reading for longer than the link lives.
 */
final class NodeLink implements Connection {

    /** The most bytes of frames in one message; a frame has a quarter of a segment at most. */
    private static final int LONGEST_RUN = 1 << 29;

    private static final int MOST_UNSENT = 1024;
    private static final long LOOK_NS = 50_000;
    private static final long LONGEST_LOOK_NS = 1_000_000;

    private final Link link;
    private final ReplicationNode node;
    private final Queue<Message> unsent = new ArrayDeque<>();
    private final RunSlice slice = new RunSlice();
    private final ByteBuffer outgoing = ByteBuffer.allocateDirect(MessageCodec.LONGEST_MESSAGE);
    private final Thread writer;
    private final LinkInput input;

    /** Held while a message is taken from the member and written, so that messages keep their order. */
    private final ReentrantLock writing = new ReentrantLock();

    private volatile MemberLink peer;
    private volatile boolean ended;
    private volatile boolean woken;

    NodeLink(Link link, ReplicationNode node) {
        this.link = link;
        this.node = node;
        this.input = new LinkInput(link, this::writeSoon);
        this.writer =
                Thread.ofPlatform().daemon().name("millrace-replication-send").unstarted(this::writeAll);
    }

    /** Takes a message to be sent; the member calls this under the lock. */
    @Override
    public void send(Message message) {
        if (unsent.size() >= MOST_UNSENT) {
            close("too many messages wait to be sent limit=" + MOST_UNSENT);
            return;
        }
        unsent.add(message);
        wake();
    }

    @Override
    public void close(String reason) {
        link.close(reason);
        wake();
    }

    void wake() {
        woken = true;
        LockSupport.unpark(writer);
    }

    /** Serves the link in this thread until it ends. */
    void serve(Function<Connection, MemberLink> introduce) {
        peer = node.ask(_ -> introduce.apply(this));
        writer.start();
        try {
            while (readMessage()) {
                link.establish();
            }
        } catch (ReplicationException e) {
            link.close("the peer sent what is not a message reason=" + e.getMessage());
            throw new NetException(
                    "a message of a member is not valid peer=" + link.peer() + " reason=" + e.getMessage(), e);
        } finally {
            ended = true;
            link.close();
            wake();
            Uninterruptibly.join(writer);
            node.order(_ -> peer.closed());
        }
    }

    /** Returns false once the peer has ended the link between two messages. */
    private boolean readMessage() {
        if (!input.require(MessageCodec.HEADER_BYTES)) {
            return false;
        }
        int body = MessageCodec.bodyBytes(input.next(MessageCodec.HEADER_BYTES), LONGEST_RUN);
        int length = MessageCodec.HEADER_BYTES + body;
        input.require(length);
        Message message = MessageCodec.decode(input.next(length));
        input.take(length);
        switch (message) {
            case Message.Run run -> readRun(run);
            case Message.Ack ack -> node.received(this, _ -> peer.receivedAck(ack.mapped(), ack.synced()));
            case Message.Mark mark -> node.received(this, _ -> peer.receivedMark(mark.mark(), mark.certain()));
            case Message.Heartbeat heartbeat -> {
                long clockUs = clockUs();
                node.received(this, _ -> peer.receivedHeartbeat(heartbeat, clockUs));
            }
            default -> node.received(this, _ -> peer.received(message));
        }
        return true;
    }

    private static long clockUs() {
        return ChronoUnit.MICROS.between(Instant.EPOCH, Instant.now());
    }

    private void readRun(Message.Run run) {
        int length = Math.toIntExact(run.length());
        if (input.capacity() < length) {
            if (!node.ask(_ -> peer.takesRuns())) {
                input.skip(length); // no memory for what was not asked for
                return;
            }
            input.grow(length);
        }
        if (!input.require(length)) {
            throw new NetException(
                    "the peer ended the link within a message peer=" + link.peer() + " missingBytes=" + length);
        }
        MemorySegment frames = MemorySegment.ofBuffer(input.next(length));
        node.received(this, _ -> peer.receivedRun(run.position(), frames, run.end(), run.timeMs()));
        input.take(length);
    }

    /**
     * Writes what is due in the calling thread, as long as little is unacknowledged; else the writer does it. A thread
     * that finds another one writing leaves it to that: it looks again after it has written.
     */
    void writeSoon() {
        MemberLink to = peer;
        woken = true;
        while (woken && to != null && !ended && writing.tryLock()) {
            boolean isLeft = true;
            try {
                woken = false;
                while (isLeft && node.isLittleUnacknowledged(to)) {
                    isLeft = write();
                }
            } catch (NetException e) {
                link.close(e.getMessage());
            } finally {
                writing.unlock();
            }
            if (isLeft) {
                wake();
                return;
            }
        }
    }

    private void writeAll() {
        long lookNs = LOOK_NS;
        try {
            while (!ended) {
                woken = false;
                if (writeNext()) {
                    lookNs = LOOK_NS;
                } else if (!woken) {
                    LockSupport.parkNanos(this, lookNs);
                    lookNs = Math.min(2 * lookNs, LONGEST_LOOK_NS);
                }
            }
        } catch (NetException e) {
            link.close(e.getMessage()); // the reading thread ends with the same reason
        } catch (RuntimeException | Error e) {
            link.close("the next message cannot be sent reason=" + ErrorReason.of(e));
        }
    }

    private boolean writeNext() {
        writing.lock();
        try {
            return write();
        } finally {
            writing.unlock();
        }
    }

    /** Writes the next message, and returns whether there was one. */
    private boolean write() {
        ByteBuffer frames = next();
        if (!outgoing.hasRemaining()) {
            return false;
        }
        if (frames == null) {
            link.write(outgoing);
        } else {
            link.write(outgoing, frames);
        }
        return true;
    }

    /** Puts the next message into the buffer, if there is one, and returns the frames that follow it, or null. */
    private ByteBuffer next() {
        outgoing.clear();
        ByteBuffer frames = null;
        node.lock().lock();
        try {
            node.member().progressed();
            Message message = unsent.poll();
            if (message != null) {
                MessageCodec.encode(peer.stamped(message, clockUs()), outgoing);
            } else {
                frames = stream();
            }
        } finally {
            node.lock().unlock();
        }
        outgoing.flip();
        return frames;
    }

    private ByteBuffer stream() {
        Outgoing next = peer.next(slice);
        switch (next) {
            case NOTHING -> {}
            case SEGMENT -> MessageCodec.encode(slice.segment(), outgoing);
            case MARK -> MessageCodec.encode(new Message.Mark(slice.first(), slice.second()), outgoing);
            case ACK -> MessageCodec.encode(new Message.Ack(slice.first(), slice.second()), outgoing);
            case PERIOD -> MessageCodec.encode(new Message.PeriodOpened(slice.first(), slice.second()), outgoing);
            case REMOVAL -> MessageCodec.encode(new Message.SegmentsRemoved(slice.first(), slice.second()), outgoing);
            case RUN -> {
                MessageCodec.encode(
                        new Message.Run(slice.position(), slice.timeMs(), slice.length(), slice.end()), outgoing);
                return slice.memory()
                        .asSlice(slice.memoryOffset(), slice.length())
                        .asByteBuffer();
            }
        }
        return null;
    }
}
