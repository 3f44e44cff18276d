package io.millrace.replication;

import java.lang.foreign.MemorySegment;

/**
 * A link to another member. The driver reports what arrives and asks what to send when the connection has space, so a
 * slow peer costs no memory. What is received keeps a peer alive; what is sent does not.
 */
public final class MemberLink {

    /** From here on a peer's clock is reported: messages are merged by their times. */
    private static final long MOST_OFFSET_US = 500_000;

    /** A connection that is empty takes so many bytes at once, whatever its peer does. */
    private static final long LITTLE_BYTES = 16 << 10;

    private final Member member;
    private final LocalState local;
    private final Connection connection;
    private final String address;
    private boolean isOpen = true;
    private long receivedNs;
    private long heartbeatNs;
    private final ClockOffset clock = new ClockOffset();
    private boolean clockDiffers;
    private RunSender sender;
    private CopyProgress progress;
    private CandidateSender candidate;

    MemberLink(Member member, LocalState local, Connection connection, String address) {
        this.member = member;
        this.local = local;
        this.connection = connection;
        this.address = address;
        receivedNs = local.nowNs();
        heartbeatNs = local.nowNs() - local.options.heartbeatNs();
    }

    /** Takes a message; frames are taken by {@link #receivedRun}. */
    public void received(Message message) {
        if (isOpen) {
            receivedNs = local.nowNs();
            member.guard(this, () -> member.received(this, message));
        }
    }

    /**
     * Takes a heartbeat.
     *
     * @param clockUs the time here at which it came, microseconds since 1970
     */
    public void receivedHeartbeat(Message.Heartbeat heartbeat, long clockUs) {
        received(heartbeat);
        clock.received(heartbeat, clockUs);
        boolean differs = clock.exceeds(MOST_OFFSET_US);
        if (differs && !clockDiffers) {
            local.listener.event(
                    MemberEvent.CLOCK_DIFFERS,
                    "the clock of a peer differs aheadUs=" + clock.aheadUs().getAsLong() + " errorUs="
                            + clock.errorUs().getAsLong() + " limitUs=" + MOST_OFFSET_US
                            + (progress == null ? "" : " number=" + progress.number()));
        }
        clockDiffers = differs;
    }

    /** Returns a message as it is sent at a time, in microseconds since 1970: a heartbeat says this time. */
    public Message stamped(Message message, long clockUs) {
        return message instanceof Message.Heartbeat ? new Message.Heartbeat(clockUs, clock.smallestUs()) : message;
    }

    /** Returns how far the clock of the peer is from the clock here. */
    public ClockOffset clock() {
        return clock;
    }

    /** Takes the frames of a run message. They are not used after this returns. */
    public void receivedRun(long position, MemorySegment frames, RunEnd end, long timeMs) {
        if (isOpen) {
            receivedNs = local.nowNs();
            member.receivedRun(this, position, frames, end, timeMs);
        }
    }

    /** Returns whether this member has asked the peer for frames; other frames are passed over. */
    public boolean takesRuns() {
        return isOpen && member.takesRuns(this);
    }

    /** Takes an acknowledgement. */
    public void receivedAck(long mapped, long synced) {
        if (isOpen) {
            receivedNs = local.nowNs();
            member.receivedAck(this, mapped, synced);
        }
    }

    /** Takes a mark. */
    public void receivedMark(long mark, long certain) {
        if (isOpen) {
            receivedNs = local.nowNs();
            member.receivedMark(this, mark, certain);
        }
    }

    /** Returns what to send next, with its values in the slice; they hold until the member is called again. */
    public Outgoing next(RunSlice slice) {
        if (!isOpen) {
            return Outgoing.NOTHING;
        }
        return member.next(this, slice);
    }

    /**
     * Returns whether so few bytes of frames are not acknowledged, sent or not, that a connection takes what is next
     * without waiting for the peer. It is so on a link by which no frames are sent.
     */
    public boolean isLittleUnacknowledged() {
        if (sender == null) {
            return true;
        }
        if (progress == null) {
            return false;
        }
        long end = local.log.end();
        long held = progress.mapped();
        return LogPosition.segment(end) == LogPosition.segment(held)
                && LogPosition.offset(end) - LogPosition.offset(held) <= LITTLE_BYTES;
    }

    /** Notes that the connection has ended. */
    public void closed() {
        if (isOpen) {
            isOpen = false;
            member.closed(this);
        }
    }

    /** Returns whether the link is open. */
    public boolean isOpen() {
        return isOpen;
    }

    /** Returns where what came over this link is from, as the end of a message. */
    String from() {
        return address == null ? "" : " from=" + address;
    }

    /** Returns the address that this member has connected to, or null if the other has connected. */
    String address() {
        return address;
    }

    void send(Message message) {
        if (isOpen) {
            connection.send(message);
        }
    }

    void close(String reason) {
        if (isOpen) {
            local.listener.event(MemberEvent.LINK_CLOSED, reason);
            end(reason);
        }
    }

    /** Closes the link for a reason that was told already. */
    void end(String reason) {
        if (isOpen) {
            isOpen = false;
            connection.close(reason);
            member.closed(this);
        }
    }

    /** Closes the link if its peer is silent, and sends a heartbeat where one is due. */
    void tick() {
        long nowNs = local.nowNs();
        if (nowNs - receivedNs > local.options.deadAfterNs()) {
            close("the peer is silent forNs=" + (nowNs - receivedNs));
        } else if (nowNs - heartbeatNs >= local.options.heartbeatNs()) {
            heartbeatNs = nowNs;
            send(new Message.Heartbeat(0, ClockOffset.UNKNOWN_US));
        }
    }

    RunSender sender() {
        return sender;
    }

    void serve(RunSender runs, CopyProgress copy) {
        sender = runs;
        progress = copy;
        candidate = null;
    }

    CandidateSender candidate() {
        return candidate;
    }

    /** Sends frames to a candidate; null ends it. */
    void serve(CandidateSender runs) {
        candidate = runs;
    }

    CopyProgress progress() {
        return progress;
    }
}
