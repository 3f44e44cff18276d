package io.millrace.replication;

import io.millrace.journal.Epoch;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;

/**
 * A member as a copy: it looks for the source, joins, cuts what the source does not have, writes what arrives and
 * acknowledges it. It stops for an operator where cutting could lose what was acknowledged or what it led.
 */
final class CopySide {

    /** What the copy does about its source. */
    private enum Phase {
        SEARCHING,
        JOINING,
        STREAMING,
        STOPPED
    }

    private final LocalState local;
    private final MemberLog log;
    private final Peers peers;
    private final RunReceiver receiver;

    /** What limits the acknowledgements; null where nothing does. */
    private final Holding holding;

    private Phase phase = Phase.SEARCHING;
    private MemberLink link;
    private Epoch linkEpoch = Epoch.FIRST;
    private String target;
    private String stopped;
    private final LocalFailure failure = new LocalFailure();
    private int targetIndex;
    private boolean isReset;
    private boolean owesAck;
    private boolean hasCaughtUp;
    private long ackedMapped;
    private long ackedSynced;
    private volatile long wholeAt; // any thread may ask for it
    private long deadlineNs;
    private long mark;
    private long certain;

    CopySide(LocalState local, Peers peers) {
        this.local = local;
        this.peers = peers;
        log = local.log;
        receiver = new RunReceiver(log);
        holding = local.options.holding().orElse(null);
    }

    boolean isLink(MemberLink other) {
        return link == other;
    }

    boolean isStreaming() {
        return phase == Phase.STREAMING;
    }

    /** Returns whether it has held everything that the source had when it last joined. */
    boolean isCaughtUp() {
        return hasCaughtUp;
    }

    /** Returns what the end of the source was when this copy last joined; {@link LogPosition#NONE} before that. */
    long joinedEnd() {
        return wholeAt;
    }

    /** Returns whether everything that the copy has was acknowledged to the source that it follows. */
    boolean hasAcknowledged() {
        return phase == Phase.STREAMING && ackedMapped == log.end();
    }

    /** Returns why the copy has stopped, or null. */
    String stopped() {
        return phase == Phase.STOPPED ? stopped : null;
    }

    /** Returns what keeps this copy from following and is tried again, or null. */
    String failure() {
        return failure.reason();
    }

    /**
     * Notes that something on this machine, or what the source has sent, keeps this copy from following: it leaves, and
     * tries again after a pause that grows.
     */
    void fail(String reason) {
        try {
            leave();
        } finally {
            if (phase != Phase.STOPPED) {
                phase = Phase.SEARCHING;
            }
            if (failure.note(reason, local.nowNs())) {
                local.listener.event(MemberEvent.FAILED, reason);
            }
            deadlineNs = failure.againNs();
        }
    }

    private void worked() {
        if (failure.clear()) {
            local.listener.event(
                    MemberEvent.RECOVERED, "the copy follows the source again end=" + LogPosition.toText(log.end()));
        }
    }

    /** Returns the address of the source, or an empty text. */
    String sourceAddress() {
        return phase == Phase.STREAMING && target != null ? target : leaderAddress(local.promised());
    }

    private String leaderAddress(Epoch epoch) {
        Configuration configuration = local.saved().configuration();
        if (configuration != null) {
            for (MemberEntry member : configuration.everyone()) {
                if (member.number() == epoch.leader()
                        && member.copyId() != local.saved().copyId()) {
                    return member.address();
                }
            }
        }
        return "";
    }

    void tick() {
        if (phase == Phase.STOPPED) {
            return;
        }
        if (phase == Phase.JOINING && local.nowNs() >= deadlineNs) {
            leave();
        }
        if (holding != null && holding.failure() != null) {
            stayAway(holding.failure());
            return;
        }
        if (phase == Phase.SEARCHING && local.nowNs() < deadlineNs) {
            return;
        }
        if (target == null) {
            target = nextTarget();
        }
        if (target == null) {
            return;
        }
        MemberLink open = peers.want(target);
        if (open != null && phase == Phase.SEARCHING) {
            join(open);
        }
    }

    /** Leaves the source, and stays away from it: it is to know that nothing more is acknowledged. */
    private void stayAway(String reason) {
        MemberLink open = link;
        if (open != null || failure.reason() == null) {
            fail(reason);
        }
        if (open != null) {
            open.end(reason);
        }
    }

    private String nextTarget() {
        List<String> addresses = new ArrayList<>();
        Configuration configuration = local.saved().configuration();
        if (configuration != null) {
            configuration.everyone().forEach(member -> addresses.add(member.address()));
        }
        addresses.addAll(local.options.seeds());
        addresses.removeIf(local.options.address()::equals);
        return addresses.isEmpty() ? null : addresses.get(targetIndex++ % addresses.size());
    }

    private void join(MemberLink open) {
        MemberState saved = local.saved();
        Configuration configuration = saved.configuration();
        boolean isSettled = configuration != null && configuration.isSettled(saved.copyId());
        link = open;
        phase = Phase.JOINING;
        deadlineNs = local.nowNs() + local.options.answerNs();
        link.send(new Message.Join(
                log.origin() == null ? null : log.origin().id(),
                saved.copyId(),
                isSettled ? saved.number() : -1,
                local.options.name(),
                local.options.address(),
                saved.promised(),
                configuration == null ? 0 : configuration.nextNumber(),
                local.endHash(),
                log.epochs().newest()));
    }

    /** Leaves the source, if there is one, and looks for another. */
    void leave() {
        receiver.drop();
        link = null;
        target = null;
        mark = LogPosition.NONE;
        certain = LogPosition.NONE;
        if (phase != Phase.STOPPED) {
            phase = Phase.SEARCHING;
            deadlineNs = local.nowNs();
        }
    }

    /** Leaves the source, so that nothing more comes, and sets aside what follows a position. */
    void keep(long position) {
        leave();
        if (position < log.end()) {
            local.cut(position, "what follows lacks what it was made of");
        }
    }

    void closed(MemberLink closed) {
        if (link == closed) {
            leave();
        } else if (closed.address() != null) { // it may have ended before this copy could ask to join by it
            notConnected(closed.address());
        }
    }

    /** Notes that an address cannot be reached, or ends each link at once: another one is tried. */
    void notConnected(String address) {
        if (phase == Phase.SEARCHING && address.equals(target)) {
            target = null;
        }
    }

    private void stop(String reason) {
        leave();
        phase = Phase.STOPPED;
        stopped = reason;
        local.listener.event(MemberEvent.STOPPED, reason);
    }

    /** Takes the order of an operator to set aside what keeps this copy from joining. */
    void reset() {
        local.save(local.saved().withWhole(false));
        isReset = true;
        failure.clear();
        phase = Phase.SEARCHING;
        leave();
    }

    void welcome(Message.Welcome welcome) {
        if (phase != Phase.JOINING) {
            return;
        }
        MemberState saved = local.saved();
        if (welcome.epoch().compareTo(saved.promised()) < 0
                || welcome.configuration().version().compareTo(saved.version()) < 0) {
            link.close("the source is of a former epoch epoch=" + welcome.epoch() + " promised=" + saved.promised());
            return;
        }
        if (log.end() == LogPosition.NONE) { // it has nothing, or no frame: retention may have removed the first ones
            log.begin(welcome.origin());
        }
        local.save(saved.withPromised(welcome.epoch()).withConfiguration(welcome.configuration()));
        phase = Phase.STREAMING;
        linkEpoch = welcome.epoch();
        isReset = false;
        wholeAt = welcome.end();
        hasCaughtUp = false;
        owesAck = true;
        ackedMapped = LogPosition.NONE;
        receiver.joined(welcome.end());
        if (holding != null) {
            holding.received();
        }
        link.send(new Message.Stored(welcome.configuration().version()));
        recheckWhole();
    }

    void configured(Message.Configured configured) {
        if (phase == Phase.STREAMING && configured.epoch().equals(linkEpoch)) {
            if (configured.configuration().version().compareTo(local.saved().version()) > 0) {
                local.save(local.saved().withConfiguration(configured.configuration()));
            }
            link.send(new Message.Stored(configured.configuration().version()));
            owesAck = true;
        }
    }

    /** Cuts to what the source has, unless that could lose what was acknowledged or what this member led. */
    void diverged(Message.Diverged diverged) {
        MemberState saved = local.saved();
        if (phase != Phase.JOINING || diverged.epoch().compareTo(saved.promised()) < 0) {
            return;
        }
        long common = diverged.commonEnd();
        EpochTable epochs = log.epochs();
        if (!isReset) {
            if (common < log.certain() || epochs.isLedAfter(common, local.number())) {
                stop("the copy has what the source has not; reset it to set that aside end="
                        + LogPosition.toText(epochs.end()) + " sourceEnd="
                        + LogPosition.toText(diverged.epochs().end()) + " common=" + LogPosition.toText(common)
                        + " acknowledged=" + LogPosition.toText(log.certain()) + " epoch=" + epochs.last()
                        + " sourceEpoch=" + diverged.epoch());
                return;
            }
        }
        local.save(saved.withPromised(diverged.epoch()));
        MemberLink open = link;
        local.cut(common, isReset ? "an operator has reset the copy" : "the copy has diverged");
        receiver.cut();
        join(open);
    }

    void refused(Message.Refused refused) {
        if (phase != Phase.JOINING && phase != Phase.STREAMING) {
            return;
        }
        if (refused.refusal().isTemporary()) {
            String hint = refused.refusal() == Refusal.NOT_SOURCE ? refused.text() : "";
            leave();
            target = hint.isEmpty() || hint.equals(local.options.address()) ? null : hint;
            deadlineNs = local.nowNs() + local.options.retryNs();
        } else if (isReset && refused.refusal() == Refusal.REMOVED) {
            resetIdentity();
        } else if (isReset
                && (refused.refusal() == Refusal.BEHIND_RETENTION || refused.refusal() == Refusal.DIVERGED)) {
            local.cut(LogPosition.NONE, "an operator has reset the copy");
            receiver.cut();
            leave();
        } else {
            stop(refused.text());
        }
    }

    /** Forgets the identity of this member; it joins as a new one. */
    private void resetIdentity() {
        MemberState saved = local.saved();
        local.save(new MemberState(local.newCopyId(), saved.promised(), Role.COPY, saved.highestLed(), true, null));
        leave();
    }

    void begin(SegmentBegin segment) {
        if (phase == Phase.STREAMING) {
            receiver.begin(segment);
            published();
        }
    }

    void run(long position, MemorySegment frames, RunEnd end, long timeMs) {
        if (phase == Phase.STREAMING) {
            receiver.run(position, frames, end, timeMs);
            if (end == RunEnd.ENDS) {
                published();
            }
        }
    }

    void period(Message.PeriodOpened period) {
        if (phase == Phase.STREAMING) {
            log.setPeriod(period.number(), period.opening());
        }
    }

    void removed(Message.SegmentsRemoved removed) {
        if (phase == Phase.STREAMING) {
            log.removeBefore(removed.firstKept(), removed.removedFrames());
        }
    }

    private void published() {
        if (holding == null) {
            owesAck = true;
        } else {
            holding.received(); // it is acknowledged once the limit rises
        }
        worked();
        raiseMark();
        recheckWhole();
    }

    void mark(long newMark, long newCertain) {
        if (phase == Phase.STREAMING) {
            mark = newMark;
            certain = newCertain;
            raiseMark();
        }
    }

    private void raiseMark() {
        long settled = receiver.settled();
        log.setMark(Math.min(mark, settled), Math.min(certain, settled));
    }

    private void recheckWhole() {
        if (receiver.settled() >= wholeAt) {
            hasCaughtUp = true;
            worked();
        }
        if (!local.saved().whole() && hasCaughtUp) {
            log.force();
            local.save(local.saved().withWhole(true));
            local.listener.event(MemberEvent.WHOLE, "the copy is whole end=" + LogPosition.toText(log.end()));
        }
    }

    Outgoing next(RunSlice slice) {
        if (phase != Phase.STREAMING) {
            return Outgoing.NOTHING;
        }
        long mapped = receiver.settled();
        long synced = receiver.synced();
        if (holding != null) {
            long limit = holding.limit();
            mapped = Math.min(mapped, limit);
            synced = Math.min(synced, limit);
            owesAck |= mapped != ackedMapped;
        }
        if (!owesAck && synced == ackedSynced) {
            return Outgoing.NOTHING;
        }
        owesAck = false;
        ackedMapped = mapped;
        ackedSynced = synced;
        slice.setPair(mapped, synced);
        return Outgoing.ACK;
    }
}
