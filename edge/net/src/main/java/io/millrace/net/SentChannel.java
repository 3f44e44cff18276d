package io.millrace.net;

import io.millrace.journal.Durability;
import io.millrace.journal.Journal;
import io.millrace.replication.CopyStatus;
import io.millrace.replication.FileMemberStore;
import io.millrace.replication.JournalLog;
import io.millrace.replication.Losses;
import io.millrace.replication.Member;
import io.millrace.replication.MemberEvent;
import io.millrace.replication.MemberState;
import io.millrace.topology.HostChannel;
import io.millrace.topology.TopologyException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/** A channel that this host writes and others read: the member here is the source. */
final class SentChannel implements AutoCloseable {

    private static final long AGAIN_NS = 1_000_000_000;

    private final ChannelMember settings;
    private final List<String> readers;
    private JournalLog log;
    private Journal journal;
    private volatile ReplicationNode node;
    private long promotedNs;
    private volatile String promotionFailed = "";

    SentChannel(ChannelMember settings, List<String> readers) {
        this.settings = settings;
        this.readers = readers;
    }

    /** Returns the member; null as long as there is no journal. */
    ReplicationNode node() {
        return node;
    }

    private void open() {
        FileMemberStore store = new FileMemberStore(settings.directory());
        log = settings.openLog(store);
        try {
            node = ReplicationNode.open(settings.options(), settings.member(List.of()), log, store, this::event);
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

    private List<String> lacking(Member member) {
        long end = log.end();
        List<String> lacking = new ArrayList<>(readers);
        for (CopyStatus copy : member.copies()) {
            if (copy.mapped() >= end) {
                lacking.remove(copy.name());
            }
        }
        return lacking;
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
        List<CopyStatus> copies = node.ask(Member::copies);
        long end = node.ask(_ -> log.end());
        for (String reader : readers) {
            Optional<CopyStatus> copy =
                    copies.stream().filter(each -> each.name().equals(reader)).reduce((_, last) -> last);
            boolean isConnected = copy.isPresent() && copy.get().link() == CopyStatus.Link.CONNECTED;
            OptionalLong lag = isConnected
                    ? OptionalLong.of(
                            copy.get().mapped() >= end
                                    ? 0
                                    : journal.messagesBetween(copy.get().mapped(), end))
                    : OptionalLong.empty();
            channels.add(new HostChannel(
                    settings.channel(),
                    settings.plan().host(),
                    reader,
                    isConnected ? "connected" : "missing",
                    lag,
                    isConnected ? copy.get().clockAheadUs() : OptionalLong.empty()));
        }
        return channels;
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
