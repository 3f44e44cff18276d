package io.millrace.net;

import io.millrace.journal.Durability;
import io.millrace.journal.Journal;
import io.millrace.journal.JournalException;
import io.millrace.replication.Configuration;
import io.millrace.replication.CopyStatus;
import io.millrace.replication.FileMemberStore;
import io.millrace.replication.JournalLog;
import io.millrace.replication.LogPosition;
import io.millrace.replication.Losses;
import io.millrace.replication.Member;
import io.millrace.replication.MemberEntry;
import io.millrace.replication.MemberEvent;
import io.millrace.replication.MemberOptions;
import io.millrace.replication.MemberState;
import io.millrace.replication.Spare;
import io.millrace.topology.HostChannel;
import io.millrace.topology.TopologyException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/** A channel that this host writes and others read: the member here is the source. */
final class SentChannel implements AutoCloseable {

    private static final long AGAIN_NS = 1_000_000_000;

    private final ChannelMember settings;

    /** The other hosts that read the channel. */
    private final List<String> readers;

    private final OtherSites sites;

    private final Optional<Spare> spare;
    private volatile JournalLog log;
    private volatile Journal journal;
    private volatile ReplicationNode node;
    private long promotedNs;
    private volatile String promotionFailed = "";

    /** Whether the spare was found complete in this run, and nothing was acted on without it since. */
    private boolean wasComplete;

    /**
     * Creates a channel that is sent.
     *
     * @param readers the other hosts that read it
     * @param sites where other hosts run
     * @param inputs the channels of this host that it is made of
     * @param all the channels of this host, also those that are added later
     */
    SentChannel(
            ChannelMember settings,
            List<String> readers,
            OtherSites sites,
            List<SentChannel> inputs,
            Collection<SentChannel> all) {
        this.settings = settings;
        this.readers = readers;
        this.sites = sites;
        SpareGate gate = new SpareGate(() -> log.end(), inputs, all);
        this.spare = settings.plan().otherSite().map(name -> Spare.optional(name, gate));
    }

    /** Returns the journal; null as long as it is not open. */
    Journal journal() {
        return journal;
    }

    /** Returns the position up to which the spare holds the channel, as far as is known here. */
    long heldBySpare() {
        return spare.orElseThrow().held();
    }

    /** Lets the other hosts wait for the spare. */
    void requireSpare() {
        spare.ifPresent(Spare::require);
    }

    /** Returns the member; null as long as there is no journal. */
    ReplicationNode node() {
        return node;
    }

    private void open() {
        FileMemberStore store = new FileMemberStore(settings.directory());
        log = settings.openLog(store);
        try {
            MemberOptions member =
                    settings.member(settings.otherSites(settings.plan().host()));
            node = ReplicationNode.open(
                    settings.options(),
                    settings.sender(),
                    spare.map(member::withSpare).orElse(member),
                    log,
                    store,
                    this::event);
        } catch (RuntimeException e) {
            log.close();
            log = null;
            throw e;
        }
    }

    private void event(MemberEvent event, String text) {
        if (event == MemberEvent.PROMOTION_FAILED) {
            promotionFailed = text;
        }
        settings.event(event, text);
    }

    /**
     * Makes this member the source again, after its machine has failed: the copies may hold what was lost here, so each
     * of them is asked.
     */
    Optional<String> prepare() {
        if (node == null) {
            if (!Journal.exists(settings.directory())) {
                return Optional.empty();
            }
            open();
        }
        return node.ask(member -> {
            MemberState state = member.state();
            if (member.isSource() || state.configuration() == null) {
                return Optional.empty();
            }
            if (state.promised().leader() != state.number()) {
                throw new TopologyException(
                        "channel is written on this host, and what is here is a copy of what another"
                                + " host writes; to move it, promote the copy: see docs/hosts.md channel="
                                + settings.channel() + " host="
                                + settings.plan().host() + " directory="
                                + settings.directory());
            }
            long nowNs = System.nanoTime();
            if (!member.isCandidate() && (promotedNs == 0 || nowNs - promotedNs >= AGAIN_NS)) {
                promotedNs = nowNs;
                member.promote(Losses.UNHELD);
            }
            return Optional.of("this machine went down, and the hosts that read channel=" + settings.channel()
                    + " are asked what was lost here hosts=" + readers
                    + (promotionFailed.isEmpty() ? "" : ": " + promotionFailed));
        });
    }

    void send(Journal opened) {
        if (node == null) {
            open();
        }
        journal = opened;
        node.order(member -> {
            if (member.state().configuration() == null) {
                log.becomeSource();
                member.found(0, Durability.MAPPED);
                log.setMark(log.end(), log.end()); // what was there before a spare may have been acted on
            }
            log.attach(opened);
        });
    }

    Optional<String> missing() {
        return node.ask(member -> {
            List<String> lacking = lacking(member);
            return lacking.isEmpty()
                    ? Optional.empty()
                    : Optional.of("hosts=" + lacking + " do not hold the end of channel=" + settings.channel()
                            + " yet; are they running?");
        });
    }

    /**
     * Returns the machines that lack something: of each host that reads the channel the one at which it runs, and its
     * spare if that is connected or the host waits for it; and the spare of this host if others wait for it. A reader
     * with a spare that has not been asked yet lacks something, too.
     */
    private List<String> lacking(Member member) {
        long end = log.end();
        List<String> lacking = new ArrayList<>();
        for (String reader : readers) {
            List<String> ofReader = settings.plan().sites(reader);
            for (String site : ofReader) {
                boolean runs = site.equals(sites.of(reader));
                boolean counts = runs || sites.waitsForSpare(reader) || isConnected(member, site);
                boolean isUnknown = runs && ofReader.size() > 1 && !sites.isKnown(reader);
                if (counts && (isUnknown || !holds(member, site, end))) {
                    lacking.add(site);
                }
            }
        }
        boolean waits = spare.isPresent() && spare.get().isRequired() && !member.isDegraded();
        String other = settings.plan().otherSite().orElse("");
        if (waits && !holds(member, other, end)) {
            lacking.add(other);
        }
        return lacking;
    }

    private static Optional<CopyStatus> copyOf(Member member, String site) {
        return member.copies().stream().filter(copy -> copy.name().equals(site)).reduce((_, last) -> last);
    }

    private static boolean isConnected(Member member, String site) {
        return copyOf(member, site)
                .filter(copy -> copy.link() == CopyStatus.Link.CONNECTED)
                .isPresent();
    }

    private static boolean holds(Member member, String site, long end) {
        return copyOf(member, site).filter(copy -> copy.mapped() >= end).isPresent();
    }

    /** What the spare has of this channel. */
    enum SpareState {
        /** It is not connected: what it holds is not known. */
        MISSING,
        /** It is connected and has not said yet what it holds. */
        UNCONFIRMED,
        /** It lacks what others act on, or others do not wait for it. */
        INCOMPLETE,
        /** It was complete, and others have waited for it since: it still is, though what it holds is not known now. */
        AWAITED,
        /** It holds everything that others act on. */
        COMPLETE
    }

    /** Returns what the spare has. */
    SpareState spareState() {
        if (node == null || journal == null) {
            return SpareState.MISSING;
        }
        try {
            return node.ask(this::spareState);
        } catch (JournalException e) { // it was fenced, since the spare was promoted
            return SpareState.MISSING;
        }
    }

    private SpareState spareState(Member member) {
        Spare own = spare.orElseThrow();
        String other = settings.plan().otherSite().orElseThrow();
        boolean isConnected = isConnected(member, other);
        if (!isConnected || !own.isConfirmed()) {
            // Others act on no more than the spare holds, unless the host has continued without it.
            wasComplete &= !member.isDegraded() && log.mark() <= log.certain();
            SpareState unknown = isConnected ? SpareState.UNCONFIRMED : SpareState.MISSING;
            return wasComplete ? SpareState.AWAITED : unknown;
        }
        Configuration configuration = member.state().configuration();
        MemberEntry entry = configuration.present().named(other);
        boolean isMember = entry != null && configuration.isSettled(entry.copyId());
        // A spare that has nothing yet of a channel that has something is not complete, though none acted on it.
        long least = log.end() == LogPosition.NONE ? log.mark() : Math.max(log.mark(), LogPosition.NONE + 1);
        wasComplete = isMember && own.isRequired() && holds(member, other, least);
        return wasComplete ? SpareState.COMPLETE : SpareState.INCOMPLETE;
    }

    /** Returns whether the spare holds everything that the channel has at this moment. */
    boolean hasSpareCaughtUp() {
        return node != null
                && journal != null
                && node.ask(member -> holds(member, settings.plan().otherSite().orElseThrow(), log.end()));
    }

    /** Returns whether one of the hosts that lack something is connected. */
    boolean isConnectedToMissing() {
        return node.ask(member -> {
            List<String> lacking = lacking(member);
            return member.copies().stream()
                    .anyMatch(copy -> copy.link() == CopyStatus.Link.CONNECTED && lacking.contains(copy.name()));
        });
    }

    List<HostChannel> status() {
        List<HostChannel> channels = new ArrayList<>();
        if (node == null || journal == null) {
            return channels;
        }
        Optional<String> trouble = node.ask(settings::trouble);
        if (trouble.isPresent()) {
            channels.add(new HostChannel(
                    settings.channel(),
                    settings.plan().host(),
                    settings.plan().site(),
                    trouble.get(),
                    OptionalLong.empty(),
                    OptionalLong.empty()));
        }
        List<CopyStatus> copies = node.ask(Member::copies);
        long end = node.ask(_ -> log.end());
        for (String site : shown(copies)) {
            Optional<CopyStatus> copy =
                    copies.stream().filter(each -> each.name().equals(site)).reduce((_, last) -> last);
            boolean isConnected = copy.isPresent() && copy.get().link() == CopyStatus.Link.CONNECTED;
            OptionalLong lag = copy.isPresent() && copy.get().mapped() != LogPosition.NONE
                    ? OptionalLong.of(
                            copy.get().mapped() >= end
                                    ? 0
                                    : journal.messagesBetween(copy.get().mapped(), end))
                    : OptionalLong.empty();
            channels.add(new HostChannel(
                    settings.channel(),
                    settings.plan().host(),
                    site,
                    isConnected ? "connected" : "missing",
                    lag,
                    isConnected ? copy.get().clockAheadUs() : OptionalLong.empty()));
        }
        return channels;
    }

    /** Returns the machines that are to hold the channel: where its readers run, and spares that are known. */
    private List<String> shown(List<CopyStatus> copies) {
        List<String> shown = new ArrayList<>();
        for (String reader : readers) {
            for (String site : settings.plan().sites(reader)) {
                boolean isKnown = copies.stream().anyMatch(copy -> copy.name().equals(site));
                if (site.equals(sites.of(reader)) || isKnown) {
                    shown.add(site);
                }
            }
        }
        settings.plan().otherSite().ifPresent(shown::add);
        return shown;
    }

    @Override
    public void close() {
        if (node != null) {
            node.close();
        }
        if (log != null) {
            log.close();
        }
    }
}
