package io.millrace.net;

import io.millrace.replication.FileMemberStore;
import io.millrace.replication.JournalLog;
import io.millrace.replication.Member;
import io.millrace.replication.MemberOptions;
import io.millrace.topology.HostChannel;
import io.millrace.topology.TopologyException;
import java.util.Optional;
import java.util.OptionalLong;

/** A channel that another host writes: the member here is a copy. */
final class ReceivedChannel implements AutoCloseable {

    private final ChannelMember settings;
    private final String from;
    private final JournalLog log;
    private final ReplicationNode node;
    private final Member copy;

    /** Whether there was nothing when it was opened: it is read once it has what the source has now. */
    private final boolean isNew;

    private ReceivedChannel(ChannelMember settings, String from, JournalLog log, ReplicationNode node, boolean isNew) {
        this.settings = settings;
        this.from = from;
        this.log = log;
        this.node = node;
        this.copy = node.ask(present -> present);
        this.isNew = isNew;
    }

    static ReceivedChannel open(ChannelMember settings, String from) {
        FileMemberStore store = new FileMemberStore(settings.directory());
        JournalLog log = settings.openLog(store);
        try {
            boolean isNew = log.origin() == null;
            ReplicationNode node = ReplicationNode.open(
                    settings.options(), settings.sender(), member(settings, from), log, store, settings::event);
            return new ReceivedChannel(settings, from, log, node, isNew);
        } catch (RuntimeException e) {
            log.close();
            throw e;
        }
    }

    private static MemberOptions member(ChannelMember settings, String from) {
        MemberOptions usual = settings.member(settings.otherSites(from));
        boolean isHeld = from.equals(settings.plan().host()); // what other hosts write needs nothing of this one
        return settings.settings()
                .limits()
                .filter(_ -> isHeld)
                .map(limits -> usual.withHolding(new ChannelHolding(limits, settings.channel())))
                .orElse(usual);
    }

    /** Acknowledges what may be acknowledged. */
    void acknowledge() {
        node.wake();
    }

    boolean hasAcknowledged() {
        return node.ask(Member::hasAcknowledged);
    }

    ReplicationNode node() {
        return node;
    }

    Optional<String> awaited() {
        return node.ask(member -> {
            String where = "channel=" + settings.channel() + " of host=" + from + " at "
                    + settings.plan().hosts().get(from).address();
            if (member.isSource()) {
                throw new TopologyException(where + " is received here, and this directory is its source directory="
                        + settings.directory());
            }
            if (member.stopped() != null) {
                return Optional.of(where + " cannot be followed: " + member.stopped());
            }
            if (member.failure() != null) {
                return Optional.of(where + " cannot be followed now: " + member.failure());
            }
            if (log.origin() == null) {
                String refusal = node.refusal();
                return Optional.of(where + " has not come yet; "
                        + (refusal.isEmpty() ? "is that host running?" : "do the certificates fit? " + refusal));
            }
            if (!member.state().whole()) {
                return Optional.of("this machine went down, was restored or was promoted, and may lack something of "
                        + where + ", which does not answer or is sending that; is that host running?");
            }
            return isNew && !member.isCaughtUp()
                    ? Optional.of(where + " is being copied for the first time")
                    : Optional.empty();
        });
    }

    boolean isConnected() {
        return node.ask(Member::isStreaming);
    }

    boolean isCaughtUp() {
        return node.ask(Member::isCaughtUp);
    }

    long joinedEnd() {
        return copy.joinedEnd(); // without the lock of the node: a reader at an end asks each time it looks
    }

    HostChannel status() {
        return node.ask(member -> {
            return new HostChannel(
                    settings.channel(),
                    from,
                    settings.plan().site(),
                    settings.trouble(member).orElse(member.isStreaming() ? "connected" : "missing"),
                    OptionalLong.empty(),
                    OptionalLong.empty());
        });
    }

    @Override
    public void close() {
        node.close();
        log.close();
    }
}
