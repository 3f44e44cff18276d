package io.millrace.net;

import io.millrace.journal.Epoch;
import io.millrace.journal.Journal;
import io.millrace.net.SentChannel.SpareState;
import io.millrace.topology.HostChannel;
import io.millrace.topology.HostLinks;
import io.millrace.topology.HostPlan;
import io.millrace.topology.HostStatus;
import io.millrace.topology.HostTransport;
import io.millrace.topology.TopologyPrint;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.SequencedMap;
import java.util.concurrent.ConcurrentHashMap;

/** The links of a host: one listener for all journals, and a member of each journal that crosses. */
final class SocketLinks implements HostLinks {

    private final HostPlan plan;
    private final HostTransport.Settings settings;
    private final LinkOptions options;
    private final Map<String, SentChannel> sent = new ConcurrentHashMap<>();
    private final Map<String, ReceivedChannel> received = new ConcurrentHashMap<>();
    private final OtherSites sites = new OtherSites();

    /** Of which other machines the topologies differ, and how. */
    private final Map<String, String> differing = new ConcurrentHashMap<>();

    private Listener listener;

    private SocketLinks(HostPlan plan, HostTransport.Settings settings, LinkOptions options) {
        this.plan = plan;
        this.settings = settings;
        this.options = options;
    }

    static SocketLinks open(HostPlan plan, HostTransport.Settings settings, LinkOptions options) {
        SocketLinks links = new SocketLinks(plan, settings, options);
        try {
            for (String name : plan.sent().keySet()) {
                links.addSent(name);
            }
            links.listener = Listener.start(HostPort.parse(plan.own().address()), options, links::serve);
            for (String name : plan.received().keySet()) {
                links.received.put(
                        name,
                        ReceivedChannel.open(links.member(name), plan.received().get(name)));
            }
            return links;
        } catch (RuntimeException e) {
            links.close();
            throw e;
        }
    }

    /** Adds a channel that is sent, after those that it is made of. */
    private void addSent(String name) {
        if (sent.containsKey(name)) {
            return;
        }
        List<SentChannel> inputs = new ArrayList<>();
        for (String input : plan.before().getOrDefault(name, List.of())) {
            addSent(input);
            inputs.add(sent.get(input));
        }
        sent.put(name, new SentChannel(member(name), plan.sent().get(name), sites, inputs, sent.values()));
    }

    private ChannelMember member(String name) {
        return new ChannelMember(plan, name, settings, options);
    }

    /** Gives a link to the member of the journal that it names; one that is not there yet is asked for again later. */
    private void serve(Link link) {
        RouteHeader header = RouteHeader.read(link);
        String name = header.journal();
        String difference = difference(header);
        if (name.equals(StatusMessage.ROUTE)) {
            StatusMessage.write(link, settings.status().get());
            return;
        }
        SentChannel source = sent.get(name);
        ReceivedChannel copy = received.get(name);
        ReplicationNode node = source != null ? source.node() : copy == null ? null : copy.node();
        if (node != null) {
            node.accepted(link);
        } else if (!plan.sent().containsKey(name) && !plan.received().containsKey(name)) {
            throw new NetException("the peer wants a channel that does not cross this host peer=" + link.peer()
                    + " host=" + plan.host() + " channel=" + name
                    + (difference.isEmpty() ? "" : "; " + difference));
        }
    }

    /** Returns that the peer runs another topology than this host, and tells that once; empty where it does not. */
    private String difference(RouteHeader header) {
        TopologyPrint own = settings.topology();
        if (header.fingerprint() == 0) {
            return "";
        }
        String site = header.origin().split(" ", 2)[0];
        if (header.fingerprint() == own.fingerprint()) {
            differing.remove(site);
            return "";
        }
        String text = "topology files differ: " + header.origin() + ", here " + own;
        boolean isFull = differing.size() >= plan.hosts().size(); // what a stranger claims takes no more memory
        if (!isFull && !text.equals(differing.put(site, text))) {
            settings.notices().accept("host " + plan.site() + ": " + text);
        }
        return text;
    }

    @Override
    public List<String> differences() {
        return List.copyOf(differing.values());
    }

    @Override
    public Optional<String> prepare(String channel) {
        return sent.get(channel).prepare();
    }

    @Override
    public void send(String channel, Journal journal) {
        sent.get(channel).send(journal);
    }

    @Override
    public Optional<String> awaited(String channel) {
        return received.get(channel).awaited();
    }

    @Override
    public Optional<String> missing(String channel) {
        return sent.get(channel).missing();
    }

    @Override
    public boolean isConnected(String channel) {
        SentChannel source = sent.get(channel);
        return source != null
                ? source.isConnectedToMissing()
                : received.get(channel).isConnected();
    }

    @Override
    public boolean isCaughtUp(String channel) {
        return received.get(channel).isCaughtUp();
    }

    @Override
    public long joinedEnd(String channel) {
        return received.get(channel).joinedEnd();
    }

    @Override
    public void runs(String host, HostStatus status) {
        sites.note(host, status);
    }

    @Override
    public String spare() {
        if (plan.otherSite().isEmpty() || sent.isEmpty()) {
            return "";
        }
        SpareState least = SpareState.COMPLETE;
        for (SentChannel channel : sent.values()) {
            SpareState state = channel.spareState();
            least = state.compareTo(least) < 0 ? state : least;
        }
        return least == SpareState.COMPLETE ? HostStatus.COMPLETE : least.name().toLowerCase(Locale.ROOT);
    }

    @Override
    public boolean hasSpareCaughtUp() {
        return sent.values().stream().allMatch(SentChannel::hasSpareCaughtUp);
    }

    @Override
    public void requireSpare() {
        sent.values().forEach(SentChannel::requireSpare);
    }

    @Override
    public void acknowledge(String channel) {
        ReceivedChannel copy = received.get(channel);
        if (copy != null) { // else it is just being opened
            copy.acknowledge();
        }
    }

    @Override
    public boolean hasAcknowledged(String channel) {
        return received.get(channel).hasAcknowledged();
    }

    @Override
    public SequencedMap<String, String> epochs() {
        SequencedMap<String, String> epochs = new LinkedHashMap<>();
        plan.sent().keySet().forEach(name -> note(name, sent.get(name).node(), epochs));
        plan.received().keySet().forEach(name -> {
            ReceivedChannel copy = received.get(name);
            note(name, copy == null ? null : copy.node(), epochs);
        });
        return epochs;
    }

    /** Notes the epoch of a channel, unless there is nothing of it yet. */
    private static void note(String name, ReplicationNode node, SequencedMap<String, String> epochs) {
        if (node != null) {
            Epoch epoch = node.ask(member -> member.state().promised());
            epochs.put(name, epoch.round() + "." + epoch.leader());
        }
    }

    @Override
    public List<HostChannel> channels() {
        List<HostChannel> channels = new ArrayList<>();
        sent.values().forEach(channel -> channels.addAll(channel.status()));
        received.values().forEach(channel -> channels.add(channel.status()));
        return channels;
    }

    @Override
    public void close() {
        if (listener != null) {
            listener.close();
        }
        sent.values().forEach(SentChannel::close);
        received.values().forEach(ReceivedChannel::close);
    }
}
