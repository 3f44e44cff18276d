package io.millrace.fix;

import java.io.IOException;
import java.net.SocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.util.Arrays;

/**
 * A connection of an engine over a socket that never blocks. What its session writes is collected, and leaves with one
 * write a poll, once the journal has it with the durability that is wanted. It has capacity while less than half of
 * what may wait does, so that a peer that reads slowly takes little memory; one that takes nothing for a time is
 * disconnected.
 */
final class EngineConnection implements FixLine {

    private static final int FIRST_BYTES = 1 << 10;
    private static final long SECOND_NS = 1_000_000_000L;

    private final FixEngine engine;
    private final FixEngineLimits limits;
    private final FixTransport transport;
    private final SelectionKey key;
    private final SocketAddress peer;
    private FixConnection connection;
    private EngineDialer dialer;

    private byte[] waiting = new byte[FIRST_BYTES];
    private ByteBuffer view = ByteBuffer.wrap(waiting);
    private int size;

    /** How many of the bytes may leave, and where in the journal the last of the others is. */
    private int ready;

    private int marked;
    private long markedIndex;

    // In the time of intervals.
    private final long sinceNs;
    private long progressNs;
    private long paidNs;
    private String closing;
    private long closingNs;
    private boolean ended;
    private boolean listed;
    private boolean unknown;

    EngineConnection(FixEngine engine, FixTransport transport, SelectionKey key, SocketAddress peer) {
        this.engine = engine;
        this.limits = engine.limits();
        this.transport = transport;
        this.key = key;
        this.peer = peer;
        sinceNs = engine.steadyNs();
        progressNs = sinceNs;
        paidNs = progressNs - SECOND_NS;
    }

    /** Begins as a connection that was accepted. */
    void accepted(long nowNs) {
        unknown = true;
        connection = new FixConnection(
                engine::session,
                this,
                limits.maxFirstBytes(),
                nowNs,
                limits.logonTimeout().toNanos());
    }

    /** Begins as a connection that an initiator has asked for. */
    void initiated(EngineDialer by, long nowNs) {
        dialer = by;
        by.session().counts().connectedTo(peer.toString());
        connection = FixConnection.initiate(by.session(), this, nowNs);
    }

    /** Returns when it began, in the time of intervals. */
    long sinceNs() {
        return sinceNs;
    }

    boolean isEnded() {
        return ended;
    }

    /** Returns whether it is to be in the list of connections that have something to write. */
    boolean isListed() {
        return listed;
    }

    FixSession session() {
        return connection.session();
    }

    @Override
    public void write(byte[] bytes, int offset, int length) {
        if (size + length > waiting.length) {
            waiting = Arrays.copyOf(waiting, Math.max(waiting.length * 2, size + length));
            view = ByteBuffer.wrap(waiting);
        }
        if (size == 0) {
            progressNs = engine.steadyNs();
        }
        System.arraycopy(bytes, offset, waiting, size, length);
        size += length;
        attend();
    }

    @Override
    public boolean hasCapacity() {
        return size < limits.maxWaitingBytes() / 2;
    }

    @Override
    public void close(String reason) {
        if (closing == null) {
            closing = reason;
            closingNs = engine.steadyNs();
            attend();
        }
    }

    private void attend() {
        if (!listed && !ended) {
            listed = true;
            engine.attend(this);
        }
    }

    /** Reads what has arrived, at most a buffer; returns how many bytes. */
    int read(ByteBuffer buffer, byte[] array, long nowNs) {
        if (ended || paidNs - engine.steadyNs() > 0) {
            return 0;
        }
        try {
            int count = transport.read(buffer.clear());
            if (count < 0) {
                end(nowNs, "the peer has closed the connection");
                return 1;
            }
            if (count > 0 && closing == null && transport.isOpen()) {
                long before = connection.messages();
                connection.received(nowNs, array, 0, count);
                pay(connection.messages() - before);
                noteKnown();
                if (connection.session() != null && connection.session().isBehind()) {
                    attend();
                }
            }
            if (transport.hasOutput()) {
                attend();
            }
            return count;
        } catch (IOException e) {
            end(nowNs, "the connection has failed: " + e.getMessage());
            return 1;
        }
    }

    /** Returns the address of the other side, that which a proxy has stated if there is one. */
    SocketAddress peer() {
        SocketAddress client = transport.client();
        return client == null ? peer : client;
    }

    private void noteKnown() {
        if (unknown && connection.session() != null) {
            unknown = false;
            connection.session().counts().connectedTo(peer().toString());
            engine.known(this);
            engine.log()
                    .note("a session is connected session="
                            + connection.session().settings().id() + " peer=" + peer());
        }
    }

    private void pay(long messages) {
        if (limits.maxRate() > 0 && messages > 0) {
            long savedNs = Math.min(engine.steadyNs() - paidNs, SECOND_NS);
            paidNs = engine.steadyNs() - savedNs + messages * (SECOND_NS / limits.maxRate());
        }
    }

    /** Takes note that the clock was set, forward by so many nanoseconds. */
    void clockSet(long byNs) {
        connection.clockSet(byNs);
    }

    /** Writes what waits; returns whether anything was written. Leaves the list of the engine when nothing is left. */
    boolean work(long nowNs) {
        if (ended) {
            listed = false;
            return false;
        }
        if (transport.mustRead()) {
            engine.read(this);
        }
        boolean behind = !ended && closing == null && connection.write(nowNs);
        boolean written = !ended && flush(nowNs);
        if (!ended && closing != null && size == 0 && !transport.hasOutput()) {
            end(nowNs, closing);
        }
        listed = !ended && (behind || size > 0 || closing != null || transport.hasOutput());
        return written;
    }

    private boolean flush(long nowNs) {
        settle();
        try {
            if (ready == 0 && !transport.hasOutput()) {
                return false;
            }
            int count = transport.write(view.clear().limit(ready));
            if (count > 0) {
                System.arraycopy(waiting, count, waiting, 0, size - count);
                size -= count;
                ready -= count;
                marked = Math.max(0, marked - count);
                progressNs = engine.steadyNs();
            }
            return count > 0;
        } catch (IOException e) {
            end(nowNs, "the connection has failed: " + e.getMessage());
            return true;
        }
    }

    /** Finds out how many of the bytes may leave: those before the newest mark that the journal has kept. */
    private void settle() {
        if (ready < size) {
            if (marked > ready && engine.isDurable(markedIndex)) {
                ready = marked;
            }
            if (marked <= ready && ready < size) {
                marked = size;
                markedIndex = engine.lastIndex();
                if (engine.isDurable(markedIndex)) {
                    ready = size;
                }
            }
        }
    }

    /** Lets time pass. */
    void tick(long nowNs) {
        if (ended) {
            return;
        }
        if (closing == null) {
            if (connection.tick(nowNs)) {
                attend();
            }
        } else if (engine.steadyNs() - closingNs >= limits.slowAfter().toNanos() / 4) {
            end(nowNs, closing);
            return;
        }
        long stillNs = engine.steadyNs() - progressNs;
        if (size > 0 && stillNs >= limits.slowAfter().toNanos()) {
            String why = ready == 0 ? "the disk or the spare does not keep what waits" : "the peer does not read";
            end(nowNs, why + " waitingBytes=" + size + " seconds=" + stillNs / SECOND_NS);
        }
    }

    /** Ends the connection at once. */
    void end(long nowNs, String reason) {
        if (!ended) {
            ended = true;
            key.cancel();
            try {
                transport.close();
            } catch (IOException e) {
                engine.log().note("cannot close a socket peer=" + peer() + ": " + e.getMessage());
            }
            if (unknown) {
                engine.known(this);
            }
            FixSession session = connection.session();
            if (!engine.hasFailed()) { // or the journal takes nothing
                connection.disconnected(nowNs);
            }
            if (session != null) {
                session.counts().ended(reason);
                engine.left(session);
            }
            if (dialer != null) {
                dialer.ended();
            }
            engine.ended((session == null
                            ? "a connection has ended"
                            : "a session is disconnected session="
                                    + session.settings().id())
                    + " peer=" + peer() + ": " + reason);
        }
    }
}
