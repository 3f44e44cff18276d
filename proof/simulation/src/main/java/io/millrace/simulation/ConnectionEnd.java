package io.millrace.simulation;

import io.millrace.replication.Connection;
import io.millrace.replication.MemberLink;
import io.millrace.replication.Message;
import io.millrace.replication.MessageCodec;
import io.millrace.replication.Outgoing;
import io.millrace.replication.RunSlice;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.util.ArrayDeque;
import java.util.Deque;

/** One end of a simulated connection, with what is on its way to it, as bytes. */
final class ConnectionEnd implements Connection {

    private static final int LONGEST_RUN = 1 << 20;

    /** A message on its way; null bytes are the end of the connection. */
    private static final class Parcel {
        private final byte[] bytes;
        private final long[] frames;

        Parcel(byte[] bytes, long[] frames) {
            this.bytes = bytes;
            this.frames = frames;
        }
    }

    private final SimulatedNetwork network;
    private final Host host;
    private final int incarnation;
    private final Deque<Parcel> incoming = new ArrayDeque<>();
    private ConnectionEnd other;
    private MemberLink link;
    private boolean isClosed;
    private long lastArrivalNs;

    ConnectionEnd(SimulatedNetwork network, Host host) {
        this.network = network;
        this.host = host;
        incarnation = host.incarnation();
    }

    static void pair(ConnectionEnd one, ConnectionEnd two) {
        one.other = two;
        two.other = one;
    }

    Host host() {
        return host;
    }

    ConnectionEnd other() {
        return other;
    }

    MemberLink link() {
        return link;
    }

    /** Gives the end to the member that it belongs to. */
    void introduce(MemberLink introduced) {
        link = introduced;
    }

    /** Returns whether the process that has this end still runs and has not closed it. */
    boolean isOpen() {
        return !isClosed && host.isUp(incarnation);
    }

    @Override
    public void send(Message message) {
        transmit(message, null);
    }

    private void transmit(Message message, long[] frames) {
        host.trace().add(() -> host.name() + " -> " + other.host.name() + " " + Texts.of(message));
        ByteBuffer buffer = network.buffer();
        MessageCodec.encode(message, buffer);
        byte[] bytes = new byte[buffer.position()];
        buffer.get(0, bytes);
        other.enqueue(new Parcel(bytes, frames));
    }

    /** Sends what the member has to send, as much as the connection takes. */
    void pump(RunSlice slice) {
        while (isOpen()
                && link != null
                && other.incoming.size() < network.plan().inFlight()) {
            Outgoing next = link.next(slice);
            switch (next) {
                case NOTHING -> {
                    return;
                }
                case SEGMENT -> transmit(slice.segment(), null);
                case MARK -> transmit(new Message.Mark(slice.first(), slice.second()), null);
                case PERIOD -> transmit(new Message.PeriodOpened(slice.first(), slice.second()), null);
                case REMOVAL -> transmit(new Message.SegmentsRemoved(slice.first(), slice.second()), null);
                case ACK -> {
                    host.acknowledges(this, slice.first(), slice.second());
                    transmit(new Message.Ack(slice.first(), slice.second()), null);
                }
                case RUN -> {
                    long[] frames = slice.memory()
                            .asSlice(slice.memoryOffset(), slice.length())
                            .toArray(java.lang.foreign.ValueLayout.JAVA_LONG);
                    transmit(new Message.Run(slice.position(), slice.timeMs(), slice.length(), slice.end()), frames);
                }
            }
        }
    }

    @Override
    public void close(String reason) {
        if (!isClosed) {
            isClosed = true;
            network.forget(this);
            other.end();
        }
    }

    /** Ends the connection at this end without any word to the member, since its process has ended. */
    void abandon(CrashKind kind) {
        isClosed = true;
        network.forget(this);
        if (kind == CrashKind.KILL) {
            other.end();
        }
    }

    /** Ends this end after what is on the way, of which some may be lost, since the other end is closed. */
    void end() {
        int kept = incoming.isEmpty() ? 0 : network.random().nextInt(incoming.size() + 1);
        while (incoming.size() > kept) {
            incoming.removeLast();
        }
        enqueue(new Parcel(null, null));
    }

    private void enqueue(Parcel parcel) {
        incoming.add(parcel);
        lastArrivalNs = Math.max(lastArrivalNs, network.schedule().nowNs() + network.delayNs());
        network.schedule().after(lastArrivalNs - network.schedule().nowNs(), this::arrive);
    }

    private void arrive() {
        if (incoming.isEmpty() || isClosed) {
            return;
        }
        if (!host.isUp(incarnation)) {
            incoming.clear();
            isClosed = true;
            if (host.isUp() && !other.isClosed && network.isReachable(host, other.host)) {
                other.end(); // a machine that is back knows nothing of the connection
            }
            return;
        }
        if (!network.isReachable(other.host, host) || link == null) {
            network.schedule().after(Plan.MS_NS + network.delayNs(), this::arrive);
            return;
        }
        Parcel parcel = incoming.removeFirst();
        if (parcel.bytes == null) {
            isClosed = true;
            network.forget(this);
            host.enter(_ -> link.closed());
        } else {
            host.enter(_ -> deliver(parcel));
        }
        if (other.isOpen()) {
            other.host.enter(_ -> {}); // it may send more now
        }
    }

    private void deliver(Parcel parcel) {
        ByteBuffer bytes = ByteBuffer.wrap(parcel.bytes);
        int body = MessageCodec.bodyBytes(bytes, LONGEST_RUN);
        Message message = MessageCodec.decode(bytes.position(0).limit(MessageCodec.HEADER_BYTES + body));
        host.trace().add(() -> host.name() + " <- " + other.host.name() + " " + Texts.of(message));
        switch (message) {
            case Message.Run run ->
                link.receivedRun(run.position(), MemorySegment.ofArray(parcel.frames), run.end(), run.timeMs());
            case Message.Ack ack -> link.receivedAck(ack.mapped(), ack.synced());
            case Message.Mark mark -> link.receivedMark(mark.mark(), mark.certain());
            default -> link.received(message);
        }
    }
}
