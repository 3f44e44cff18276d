package io.millrace.replication;

import io.millrace.journal.Durability;
import io.millrace.journal.Epoch;
import io.millrace.journal.JournalException;
import io.millrace.memory.MemoryException;
import java.io.UncheckedIOException;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.random.RandomGenerator;

/**
 * One member of a replicated journal: a function of its durable state and of what it is told, without sockets, files,
 * threads and clocks. One thread. The driver tells it the time, what arrives and what becomes of links, and asks each
 * link for what to send.
 *
 * <p>What must never happen, and what prevents it:
 * <ul>
 *   <li>An acknowledged message is lost: it is held by {@code count + 1} members, and a promotion needs the promises of
 *       all but {@code count}.
 *   <li>An index names two messages: it has the number of the leader, numbers are never given twice, and a member leads
 *       no segment number twice.
 *   <li>A former source acknowledges: members that have promised a higher epoch accept nothing of it.
 *   <li>A reader sees what is discarded: it stops at the mark, which is raised after cutting.
 * </ul>
 */
public final class Member {

    private static final long MAINTAIN_NS = 1_000_000_000;

    private final LocalState local;
    private final Peers peers;
    private final List<MemberLink> links = new ArrayList<>();
    private volatile CopySide copy; // any thread may ask where it joined
    private SourceSide source;
    private Promotion promotion;
    private final LocalFailure failure = new LocalFailure();
    private String broken;
    private long maintainAtNs;

    /** Opens a member. A source whose machine went down is a copy until it is promoted: its copies may know more. */
    public Member(
            MemberLog log,
            MemberStore store,
            MemberOptions options,
            Connector connector,
            MemberListener listener,
            RandomGenerator random,
            long nowNs) {
        local = new LocalState(log, store, options, listener, nowNs, random);
        maintainAtNs = nowNs;
        peers = new Peers(local, connector, random);
        MemberState saved = local.saved();
        if (log.wentDown() && saved.configuration() != null) {
            boolean isWhole = saved.whole() && local.isSynced();
            if (!isWhole) { // the log may have stored that already, before recovery
                String why = log.wasRestored() ? "the directory was copied or restored" : "the machine went down";
                listener.event(
                        MemberEvent.NOT_WHOLE,
                        why + ", and may lack what was acknowledged name=" + options.name()
                                + (saved.promised().leader() == saved.number() // the log has stored another role
                                        ? "; promote a member to have a source"
                                        : ""));
            }
            local.save(saved.withRole(Role.COPY).withWhole(isWhole));
        }
        if (local.saved().role() == Role.SOURCE) {
            source = new SourceSide(local);
        }
        copy = new CopySide(local, peers);
    }

    /** Makes an ordinary journal that of a source, with itself as the only member. */
    public void found(int count, Durability level) {
        if (local.saved().configuration() != null) {
            throw new ReplicationException("the member has a configuration already name=" + local.options.name());
        }
        MemberEntry self = new MemberEntry(
                0, local.options.name(), local.options.address(), local.saved().copyId());
        Configuration first = new Configuration(
                new ConfigurationVersion(Epoch.FIRST, 1), new MemberSet(List.of(self), count, level), null, 1, false);
        local.save(local.saved().withRole(Role.SOURCE).withConfiguration(first));
        source = new SourceSide(local);
        local.listener.event(MemberEvent.FOUNDED, "the journal is that of a source count=" + count + " level=" + level);
    }

    /** Lets time pass. */
    public void tick(long nowNs) {
        local.setNow(nowNs);
        if (broken != null || (failure.reason() != null && nowNs < failure.againNs())) {
            return;
        }
        try {
            advance();
            if (failure.clear()) {
                local.listener.event(MemberEvent.RECOVERED, "the member works again name=" + local.options.name());
            }
        } catch (JournalException | MemoryException | UncheckedIOException | InternalError e) {
            failed(e);
        }
    }

    private void advance() {
        if (promotion != null) {
            promote(promotion::tick, "");
            advancePromotion();
        } else if (source == null) {
            copy.tick();
        } else {
            source.progressed();
            peers.probe(source);
        }
        for (MemberLink link : List.copyOf(links)) {
            if (link.isOpen()) {
                link.tick();
            }
        }
        peers.tick();
        maintain();
    }

    /** Notes an error of this machine: what has failed is tried again by a later tick. */
    private void failed(Throwable error) {
        String reason = LocalFailure.reason(error);
        if (failure.note(reason, local.nowNs())) {
            local.listener.event(MemberEvent.FAILED, reason);
        }
    }

    private void maintain() {
        if (local.nowNs() >= maintainAtNs) {
            maintainAtNs = local.nowNs() + MAINTAIN_NS;
            local.log.maintain(source == null ? Map.of() : source.copies());
        }
    }

    /** Notes that the log has published or forced more. */
    public void progressed() {
        if (source != null) {
            source.progressed();
        }
    }

    /** Takes a connection that another member has opened. */
    public MemberLink accepted(Connection connection) {
        MemberLink link = new MemberLink(this, local, connection, null);
        links.add(link);
        return link;
    }

    /** Takes a connection that this member has asked for. */
    public MemberLink connected(String address, Connection connection) {
        MemberLink link = new MemberLink(this, local, connection, address);
        if (peers.connected(address, link)) {
            links.add(link);
            return link;
        }
        link.close("the connection was not asked for address=" + address);
        return link;
    }

    /** Notes that an attempt to connect has failed. */
    public void notConnected(String address) {
        peers.notConnected(address);
        copy.notConnected(address);
        if (promotion != null) {
            promote(() -> promotion.notConnected(address), "");
            advancePromotion();
        }
    }

    /** Begins a promotion of this member; its end is reported as an event. */
    public void promote(Losses losses) {
        if (promotion != null) {
            throw new ReplicationException("a promotion is under way name=" + local.options.name());
        }
        if (local.saved().configuration() == null) {
            throw new ReplicationException("the member has no configuration yet name=" + local.options.name());
        }
        promotion = new Promotion(local, peers, losses);
    }

    /**
     * Leaves the source, and sets aside what follows a position, in one step; does nothing for a source or a candidate.
     * A copy whose {@link Holding} has no failure joins again.
     *
     * @param position that of a frame, or an end; nothing is cut where the copy ends before it
     * @throws ReplicationException if the rest cannot be set aside
     */
    public void keep(long position) {
        if (source == null && promotion == null && local.saved().configuration() != null) {
            copy.keep(position);
            copy = new CopySide(local, peers); // the log is another one now
        }
    }

    /** Sets aside what keeps a copy from joining, and joins again. */
    public void reset() {
        if (source != null || promotion != null) {
            throw new ReplicationException("only a copy can be reset name=" + local.options.name());
        }
        copy.reset();
    }

    /** Removes another member, by its name. Only a source can. */
    public void remove(String name) {
        change().remove(name);
        source.progressed();
    }

    /**
     * Takes the word of an operator that the disk of another member is lost for good, so that no change of the members
     * waits for it. If the disk comes back all the same, its member could be promoted without what was acknowledged
     * since. Only a source can.
     */
    public void declareLost(int number) {
        change().declareLost(number);
        source.progressed();
    }

    /** Changes how many copies must hold what is acknowledged. Only a source can. */
    public void setCount(int count) {
        change().setCount(count);
        source.progressed();
    }

    /** Changes what an acknowledged message survives. Only a source can. */
    public void setLevel(Durability level) {
        change().setLevel(level);
        source.progressed();
    }

    private ConfigurationChange change() {
        if (source == null) {
            throw new ReplicationException("the member is not the source name=" + local.options.name());
        }
        return source.change();
    }

    /** Returns the durable state. */
    public MemberState state() {
        return local.saved();
    }

    /** Returns what this member says of itself. */
    public MemberStatus status() {
        return local.status();
    }

    /** Returns whether this member is the source of its epoch. */
    public boolean isSource() {
        return source != null;
    }

    /** Returns what this source knows of its copies; nothing if it is no source. */
    public List<CopyStatus> copies() {
        return source == null ? List.of() : source.statuses();
    }

    /** Returns whether acknowledged means held by this source alone. */
    public boolean isDegraded() {
        return source != null && source.isDegraded();
    }

    /** Returns whether frames are streamed to this copy. */
    public boolean isStreaming() {
        return source == null && copy.isStreaming();
    }

    /** Returns whether this copy has held everything that its source had when it last joined, also once it has left. */
    public boolean isCaughtUp() {
        return source == null && copy.isCaughtUp();
    }

    /** Returns whether this copy follows its source, and has acknowledged to it everything that it holds. */
    public boolean hasAcknowledged() {
        return source == null && copy.hasAcknowledged();
    }

    /**
     * Returns what the end of the source was when this member last joined one as a copy, also once it has left: {@link
     * LogPosition#NONE} before that. Any thread.
     */
    public long joinedEnd() {
        return copy.joinedEnd();
    }

    /** Returns whether a promotion of this member is under way. */
    public boolean isCandidate() {
        return promotion != null;
    }

    /** Returns why this member waits for an operator, or null. */
    public String stopped() {
        return source == null ? copy.stopped() : source.behind();
    }

    /**
     * Returns what keeps this member from its work and is tried again by itself, after pauses that grow: an error of
     * this machine, or what the source has sent; null where nothing does.
     */
    public String failure() {
        if (broken != null) {
            return broken;
        }
        return failure.reason() != null || source != null ? failure.reason() : copy.failure();
    }

    /** Returns why this member must be opened again, since a change of its role has failed; null where it need not. */
    public String broken() {
        return broken;
    }

    /** Returns the names of the members for which a change of the members waits and that are not connected. */
    public List<String> changeWaitsFor() {
        return source == null ? List.of() : source.change().waitsFor();
    }

    void received(MemberLink link, Message message) {
        if (broken != null) {
            link.close(broken);
            return;
        }
        peers.works(link);
        switch (message) {
            case Message.Join join -> join(link, join);
            case Message.Welcome welcome
            when copy.isLink(link) -> {
                local.checkNear(welcome.epoch());
                follow(link, () -> copy.welcome(welcome));
            }
            case Message.Configured configured
            when copy.isLink(link) -> follow(link, () -> copy.configured(configured));
            case Message.Diverged diverged -> diverged(link, diverged);
            case Message.Refused refused -> refused(link, refused);
            case Message.Stored stored when source != null -> serve(link, () -> source.stored(link, stored.version()));
            case Message.StatusRequest _ -> link.send(new Message.Status(local.status()));
            case Message.Status status -> status(link, status.status());
            case Message.Promise promise -> promise(link, promise.epoch());
            case Message.Promised promised
            when promotion != null -> promote(() -> promotion.promised(promised), link.from());
            case Message.Fetch fetch -> serve(link, () -> CandidateSender.answer(local, link, fetch));
            case Message.Serving serving
            when isFetching(link) -> promote(() -> promotion.serving(serving), link.from());
            case SegmentBegin segment -> segment(link, segment);
            case Message.PeriodOpened period when copy.isLink(link) -> follow(link, () -> copy.period(period));
            case Message.SegmentsRemoved removed when copy.isLink(link) -> follow(link, () -> copy.removed(removed));
            case Message.Ack ack -> receivedAck(link, ack.mapped(), ack.synced());
            case Message.Mark mark -> receivedMark(link, mark.mark(), mark.certain());
            default -> {} // an answer that came too late
        }
        advancePromotion();
    }

    /** Closes a link whose peer sent what does not fit. */
    void guard(MemberLink link, Runnable step) {
        try {
            step.run();
        } catch (ReplicationException e) {
            link.close(e.getMessage());
        } catch (JournalException | MemoryException | UncheckedIOException | InternalError e) {
            failed(e);
            link.end(LocalFailure.reason(e));
        }
    }

    /**
     * Takes a step of the copy, which ends the link where it fails: by a fault of this machine, or of what the source
     * has sent.
     */
    private void follow(MemberLink link, Runnable step) {
        try {
            step.run();
        } catch (JournalException | MemoryException | UncheckedIOException | InternalError e) {
            copy.fail(LocalFailure.reason(e) + link.from());
            link.end(LocalFailure.reason(e));
        }
    }

    /** Takes a step of a promotion; where it fails, that ends, or this member does where its role changes already. */
    private void promote(Runnable step, String from) {
        try {
            step.run();
        } catch (JournalException | MemoryException | UncheckedIOException | InternalError e) {
            if (promotion.isCompleting()) {
                breakDown(e);
            } else {
                promotion.fail(LocalFailure.reason(e) + from);
            }
        }
    }

    /** Takes a step of the source; an error in it is one of this machine, and no fault of the peer. */
    private void serve(MemberLink link, Runnable step) {
        try {
            step.run();
        } catch (JournalException | MemoryException | UncheckedIOException | InternalError e) {
            failed(e);
            link.end("the source has failed reason=" + LocalFailure.reason(e));
        }
    }

    /** Takes a step that changes the role; where it fails, only what is stored says what this member is. */
    private void changeRole(Runnable step) {
        try {
            step.run();
        } catch (JournalException | MemoryException | UncheckedIOException | InternalError e) {
            breakDown(e);
        }
    }

    private void breakDown(Throwable error) {
        broken = "a change of the role has failed; start the member again reason=" + LocalFailure.reason(error);
        local.listener.event(MemberEvent.BROKEN, broken);
        List.copyOf(links).forEach(link -> link.close(broken));
    }

    private boolean isFetching(MemberLink link) {
        return promotion != null && promotion.isFetching(link);
    }

    private void join(MemberLink link, Message.Join join) {
        local.checkNear(join.promised());
        if (source != null && join.promised().compareTo(local.promised()) > 0) {
            follow(join.promised());
        }
        if (source == null) {
            link.serve(null, null);
            link.send(new Message.Refused(Refusal.NOT_SOURCE, local.promised(), copy.sourceAddress()));
        } else {
            serve(link, () -> source.join(link, join));
        }
    }

    private void diverged(MemberLink link, Message.Diverged diverged) {
        local.checkNear(diverged.epoch());
        if (isFetching(link)) {
            promote(() -> promotion.diverged(diverged), link.from());
        } else if (copy.isLink(link) && source == null && promotion == null) {
            follow(link, () -> copy.diverged(diverged));
        }
    }

    private void refused(MemberLink link, Message.Refused refused) {
        if (isFetching(link)) {
            promotion.refused(refused);
        } else if (copy.isLink(link)) {
            follow(link, () -> copy.refused(refused));
        }
    }

    private void status(MemberLink link, MemberStatus status) {
        if (promotion == null) {
            local.checkNear(status.promised());
        }
        if (source != null && promotion == null && status.promised().compareTo(local.promised()) > 0) {
            follow(status.promised());
        } else if (promotion != null) {
            promote(() -> promotion.status(status), link.from());
        } else if (source != null
                && status.role() == Role.SOURCE
                && status.promised().compareTo(local.promised()) < 0) {
            link.send(new Message.Promise(local.promised())); // its configuration may lack this member
        }
    }

    private void promise(MemberLink link, Epoch epoch) {
        local.checkNear(epoch);
        if (epoch.compareTo(local.promised()) > 0) {
            follow(epoch);
        }
        link.send(new Message.Promised(epoch, local.status()));
    }

    /** Stores a higher epoch durably, and from then on accepts nothing of a lower one. A source ends. */
    private void follow(Epoch epoch) {
        if (source != null) {
            local.log.fence(epoch); // where that fails, the epoch is heard of again
        }
        changeRole(() -> store(epoch));
    }

    private void store(Epoch epoch) {
        MemberState next = local.saved().withPromised(epoch);
        if (source != null) {
            next = next.withRole(Role.COPY).withHighestLed(local.log.highestLed(local.number()));
            local.save(next);
            source = null;
            for (MemberLink link : links) {
                if (link.progress() != null) {
                    link.serve(null, null);
                    link.send(new Message.Refused(Refusal.LOWER_EPOCH, epoch, "the source was fenced epoch=" + epoch));
                }
            }
            copy = new CopySide(local, peers);
            local.listener.event(
                    MemberEvent.FENCED, "appending has ended, since another epoch is higher epoch=" + epoch);
        } else {
            local.save(next);
            copy.leave();
        }
        if (promotion != null && promotion.epochToStore() == null) {
            promotion.fail("another promotion has a higher epoch higher=" + epoch);
        }
    }

    private void advancePromotion() {
        if (promotion == null) {
            return;
        }
        Epoch epoch = promotion.epochToStore();
        if (epoch != null) {
            follow(epoch);
            if (broken == null) {
                promote(promotion::stored, "");
            }
        }
        if (broken == null && promotion.hasEnded()) {
            changeRole(this::endPromotion);
        }
    }

    private void endPromotion() {
        promotion = null;
        copy = new CopySide(local, peers); // the log is another one now
        if (local.saved().role() == Role.SOURCE && source == null) {
            source = new SourceSide(local);
        }
    }

    private void segment(MemberLink link, SegmentBegin segment) {
        if (isFetching(link)) {
            promote(() -> promotion.begin(segment), link.from());
        } else if (copy.isLink(link)) {
            follow(link, () -> copy.begin(segment));
        }
    }

    void receivedRun(MemberLink link, long position, MemorySegment frames, RunEnd end, long timeMs) {
        if (isFetching(link)) {
            promote(() -> promotion.run(position, frames, end, timeMs), link.from());
            advancePromotion();
        } else if (copy.isLink(link)) {
            follow(link, () -> copy.run(position, frames, end, timeMs));
        }
    }

    boolean takesRuns(MemberLink link) {
        return isFetching(link) || copy.isLink(link);
    }

    void receivedAck(MemberLink link, long mapped, long synced) {
        if (source != null) {
            serve(link, () -> source.acknowledged(link, mapped, synced));
        }
    }

    void receivedMark(MemberLink link, long mark, long certain) {
        if (copy.isLink(link)) {
            follow(link, () -> copy.mark(mark, certain));
        }
    }

    Outgoing next(MemberLink link, RunSlice slice) {
        try {
            return broken != null ? Outgoing.NOTHING : outgoing(link, slice);
        } catch (JournalException | MemoryException | UncheckedIOException | InternalError e) {
            failed(e);
            link.end("the next frames cannot be sent reason=" + LocalFailure.reason(e));
            return Outgoing.NOTHING;
        }
    }

    private Outgoing outgoing(MemberLink link, RunSlice slice) {
        if (link.candidate() != null) {
            return link.candidate().next(link, slice);
        }
        if (link.sender() != null) {
            return source.next(link, slice);
        }
        return source == null && copy.isLink(link) ? copy.next(slice) : Outgoing.NOTHING;
    }

    void closed(MemberLink link) {
        links.remove(link);
        if (link.address() != null) {
            peers.closed(link);
        }
        if (source != null) {
            source.closed(link);
        }
        copy.closed(link);
        if (promotion != null) {
            promotion.closed(link);
            advancePromotion();
        }
    }
}
