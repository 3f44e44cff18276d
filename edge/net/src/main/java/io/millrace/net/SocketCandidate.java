package io.millrace.net;

import io.millrace.journal.Journal;
import io.millrace.journal.JournalId;
import io.millrace.replication.FileMemberStore;
import io.millrace.replication.Holding;
import io.millrace.replication.JournalLog;
import io.millrace.replication.LogPosition;
import io.millrace.replication.Losses;
import io.millrace.replication.Member;
import io.millrace.replication.MemberEvent;
import io.millrace.replication.MemberState;
import io.millrace.replication.ReplicationException;
import io.millrace.topology.HostCandidate;
import io.millrace.topology.HostLosses;
import io.millrace.topology.HostPlan;
import io.millrace.topology.HostTransport;
import io.millrace.topology.TopologyException;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/** The members of all journals that a host writes, on a machine that is promoted or reset. They do not listen. */
final class SocketCandidate implements HostCandidate {

    /** How long members are waited for that neither answer nor refuse a connection. */
    private static final long ANSWER_NS = 2_000_000_000;

    private final HostPlan plan;
    private final HostTransport.Settings settings;
    private final LinkOptions options;
    private final Map<String, JournalLog> logs = new LinkedHashMap<>();
    private final Map<String, ReplicationNode> nodes = new LinkedHashMap<>();
    private final Map<String, String> failures = new ConcurrentHashMap<>();

    /** The machines whose members a promotion does not wait for. */
    private final Set<String> away = new HashSet<>();

    /** Whether the copies are to follow the other machine, which a promotion must not let them do. */
    private volatile boolean follows;

    private SocketCandidate(HostPlan plan, HostTransport.Settings settings, LinkOptions options) {
        this.plan = plan;
        this.settings = settings;
        this.options = options;
    }

    static SocketCandidate open(HostPlan plan, HostTransport.Settings settings, LinkOptions options) {
        SocketCandidate candidate = new SocketCandidate(plan, settings, options);
        try {
            plan.received().forEach((name, from) -> {
                if (from.equals(plan.host()) && Journal.exists(candidate.directory(name))) {
                    candidate.open(name);
                }
            });
            return candidate;
        } catch (RuntimeException e) {
            candidate.close();
            throw e;
        }
    }

    private Path directory(String channel) {
        return settings.directory().resolve(channel);
    }

    private void open(String name) {
        ChannelMember channel = new ChannelMember(plan, name, settings, options);
        FileMemberStore store = new FileMemberStore(channel.directory());
        JournalLog log = channel.openLog(store);
        logs.put(name, log);
        nodes.put(
                name,
                ReplicationNode.open(
                        options,
                        channel.sender(),
                        channel.member(channel.otherSites(plan.host()))
                                .withAnswerNs(ANSWER_NS)
                                .withHolding(new Silent()),
                        log,
                        store,
                        (event, text) -> event(channel, event, text)));
    }

    /**
     * Acknowledges nothing, since what is set aside must not be seen by others, and stays away from a source as long as
     * the journals may be promoted: what they have is decided.
     */
    private final class Silent implements Holding {

        @Override
        public long limit() {
            return LogPosition.NONE;
        }

        @Override
        public void received() {}

        @Override
        public void cutting(long position) {}

        @Override
        public void cut() {}

        @Override
        public String failure() {
            return follows ? null : "the journals may be promoted";
        }
    }

    private void event(ChannelMember channel, MemberEvent event, String text) {
        if (event == MemberEvent.PROMOTION_FAILED) {
            failures.put(channel.channel(), text);
        }
        System.getLogger(SocketCandidate.class.getPackageName())
                .log(System.Logger.Level.DEBUG, "channel=" + channel.channel() + " " + event + " " + text);
    }

    @Override
    public Optional<String> obstacle() {
        for (Map.Entry<String, String> channel : plan.received().entrySet()) {
            if (channel.getValue().equals(plan.host())) {
                ReplicationNode node = nodes.get(channel.getKey());
                String why = node == null ? "nothing of it has come" : node.ask(SocketCandidate::obstacle);
                if (why != null) {
                    return Optional.of("channel=" + channel.getKey() + ": " + why);
                }
            }
        }
        return Optional.empty();
    }

    /** Returns why a copy cannot be promoted, or null. */
    private static String obstacle(Member member) {
        MemberState state = member.state();
        if (member.isSource()) {
            return null;
        }
        if (state.configuration() == null || !state.configuration().isSettled(state.copyId())) {
            return "this machine is not known to the others as one that holds it";
        }
        return state.whole() ? null : "this machine went down and has not got again what it lost";
    }

    @Override
    public Optional<String> reserve(Map<JournalId, Long> kept) {
        for (Map.Entry<String, ReplicationNode> node : nodes.entrySet()) {
            JournalLog log = logs.get(node.getKey());
            String why = node.getValue().ask(member -> reserve(member, log, kept(node.getKey(), kept)));
            if (why != null) {
                nodes.forEach((name, other) -> other.ask(member -> release(member, logs.get(name))));
                return Optional.of("channel=" + node.getKey() + ": " + why);
            }
        }
        return Optional.empty();
    }

    private long kept(String channel, Map<JournalId, Long> kept) {
        return kept.getOrDefault(logs.get(channel).origin().id(), Long.MAX_VALUE);
    }

    /**
     * Cuts a copy first, which decides the number of the next segment, and takes the space of the segment that a
     * promotion begins; returns why there is none, or null.
     */
    private static String reserve(Member member, JournalLog log, long kept) {
        try {
            if (!member.isSource()) {
                member.keep(kept);
                log.reserve(member.state().highestLed());
            }
            return null;
        } catch (ReplicationException e) {
            return "the new epoch has no space here: " + e.getMessage();
        }
    }

    /** Gives the space back; returns why that is not possible, or null. */
    private static String release(Member member, JournalLog log) {
        try {
            if (!member.isSource()) {
                log.releaseReserved(member.state().highestLed());
            }
            return null;
        } catch (ReplicationException e) {
            System.getLogger(SocketCandidate.class.getPackageName())
                    .log(System.Logger.Level.DEBUG, "cannot give back the space of a segment", e);
            return e.getMessage();
        }
    }

    @Override
    public boolean hasBegun() {
        return nodes.values().stream()
                .anyMatch(node -> node.ask(member ->
                        member.state().promised().leader() == member.state().number()));
    }

    @Override
    public Optional<String> promote(HostLosses losses, Map<JournalId, Long> kept) {
        failures.forEach((name, text) -> {
            throw new TopologyException("the promotion of a channel failed channel=" + name + ": " + text);
        });
        Optional<String> missing = Optional.empty();
        for (Map.Entry<String, ReplicationNode> node : nodes.entrySet()) {
            boolean isSource = node.getValue().ask(member -> {
                try {
                    return promote(node.getKey(), member, losses, kept);
                } catch (ReplicationException e) {
                    throw new TopologyException(
                            "a channel cannot be promoted channel=" + node.getKey() + ": " + e.getMessage(), e);
                }
            });
            if (!isSource) {
                missing = Optional.of("channel=" + node.getKey() + " is being promoted");
            }
        }
        return missing;
    }

    /** Begins the promotion of a channel where none has begun, and returns whether it is completed. */
    private boolean promote(String channel, Member member, HostLosses losses, Map<JournalId, Long> kept) {
        if (!member.isSource() && !member.isCandidate() && !failures.containsKey(channel)) {
            member.keep(kept(channel, kept));
            member.promote(losses == HostLosses.ACCEPTED ? Losses.ACCEPTED : Losses.HELD_HERE);
            away.forEach(site -> member.notConnected(
                    RouteHeader.address(plan.hosts().get(site).address(), channel)));
        }
        return member.isSource();
    }

    @Override
    public void isAway(String site) {
        away.add(site);
    }

    @Override
    public void mistrustInputs() {
        plan.received().forEach((name, from) -> {
            if (!from.equals(plan.host()) && Journal.exists(directory(name))) {
                FileMemberStore store = new FileMemberStore(directory(name));
                store.write(store.read().mistrusted());
            }
        });
    }

    @Override
    public Optional<String> reset() {
        follows = true;
        Optional<String> missing = Optional.empty();
        for (Map.Entry<String, ReplicationNode> node : nodes.entrySet()) {
            String why = node.getValue().ask(SocketCandidate::reset);
            if (why != null) {
                missing = Optional.of("channel=" + node.getKey() + ": " + why);
            }
        }
        return missing;
    }

    /** Takes the next step of a reset; returns what is not done, or null. */
    private static String reset(Member member) {
        if (member.isSource()) {
            return "the other machine has not said that it writes";
        }
        if (member.stopped() != null) {
            member.reset();
            return "what only this machine has is set aside";
        }
        return member.isStreaming() ? null : "the other machine has not been joined";
    }

    @Override
    public void close() {
        nodes.values().forEach(ReplicationNode::close);
        logs.values().forEach(JournalLog::close);
    }
}
