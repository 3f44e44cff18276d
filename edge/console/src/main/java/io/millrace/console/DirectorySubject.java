package io.millrace.console;

import io.millrace.channel.Channel;
import io.millrace.channel.ChannelOptions;
import io.millrace.journal.Durability;
import io.millrace.journal.JournalOptions;
import io.millrace.journal.Ownership;
import io.millrace.journal.RetentionPolicy;
import io.millrace.server.RefusedException;
import io.millrace.topology.TopologyView;
import io.millrace.trace.ChannelGraph;
import io.millrace.trace.ChannelKind;
import io.millrace.trace.ChannelSet;
import io.millrace.trace.GraphComponent;
import io.millrace.trace.RecordedProgress;
import io.millrace.trace.TraceException;
import io.millrace.wire.BinaryOutput;
import io.millrace.wire.CallSchema;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.SequencedMap;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;

/**
 * A data directory: at rest, or of another process. Its channels are read only; directories may appear and disappear. A
 * channel that was there and is gone stays in sight as such.
 */
final class DirectorySubject implements Subject {

    private static final long REFRESH_NS = TimeUnit.SECONDS.toNanos(1);
    private static final long INFER_NS = TimeUnit.SECONDS.toNanos(10);
    private static final long PROGRESS_NS = TimeUnit.SECONDS.toNanos(2);
    private static final int MAX_GONE = 1_000;
    private static final RecordedProgress NOTHING_RECORDED = new RecordedProgress(new TreeMap<>());
    private static final String DATA = "DATA";
    private static final String DEGRADED = "DEGRADED";
    private static final String FAILED = "FAILED";

    private final Path directory;
    private final ChannelSet set;
    private final Map<String, JournalSampler> samplers = new HashMap<>();
    private final Map<String, Channel> sampled = new HashMap<>();
    private final Set<String> gone = new TreeSet<>();
    private final Map<String, RecordedProgress> progress = new HashMap<>();
    private volatile Graph graph = new Graph(List.of(), List.of());
    private volatile ChannelGraph inferred = ChannelGraph.of(List.of(), Map.of());
    private volatile Optional<String> failure = Optional.empty();
    private Set<String> inferredFor = Set.of();
    private long refreshedNs;
    private long inferredNs;
    private long progressNs;

    private DirectorySubject(Path directory, ChannelSet set) {
        this.directory = directory;
        this.set = set;
    }

    /**
     * Opens a data directory.
     *
     * @throws ConsoleException where it is no directory
     */
    static DirectorySubject open(Path directory) {
        try {
            DirectorySubject subject = new DirectorySubject(directory, ChannelSet.open(directory));
            subject.infer(System.nanoTime());
            return subject;
        } catch (TraceException e) {
            throw new ConsoleException(String.valueOf(e.getMessage()), e);
        }
    }

    @Override
    public String title() {
        Path name = directory.toAbsolutePath().normalize().getFileName();
        return name == null ? directory.toString() : name.toString();
    }

    @Override
    public String description() {
        return "";
    }

    @Override
    public boolean isLive() {
        return false;
    }

    @Override
    public Path directory() {
        return directory;
    }

    @Override
    public String command() {
        return "millrace console " + ShellText.quoted(directory);
    }

    @Override
    public Graph graph() {
        return graph;
    }

    @Override
    public Observation observe() {
        long nowNs = System.nanoTime();
        refresh(nowNs);
        infer(nowNs);
        readProgress(nowNs);
        SequencedMap<String, ChannelCounts> channels = new LinkedHashMap<>();
        boolean isWhole = true;
        for (String name : set.names()) {
            Optional<Channel> channel = set.channel(name);
            if (channel.isPresent()) {
                ChannelCounts counts = sample(name, channel.get(), nowNs);
                isWhole &= counts.state() == ChannelCounts.State.OK;
                channels.put(name, counts);
            }
        }
        for (Map.Entry<String, String> problem : set.problems().entrySet()) {
            isWhole = false;
            channels.put(
                    problem.getKey(),
                    ChannelCounts.unreadable(ChannelCounts.State.DAMAGED, Optional.of(problem.getValue())));
        }
        gone.removeAll(channels.keySet());
        gone.forEach(name -> channels.put(
                name,
                ChannelCounts.unreadable(
                        ChannelCounts.State.GONE,
                        Optional.of("the directory of the channel was removed directory=" + directory.resolve(name)))));
        graph.channels().forEach(edge -> channels.computeIfAbsent(edge.name(), _ -> notHere(edge)));
        SequencedMap<String, ComponentCounts> components = new LinkedHashMap<>();
        graph.nodes().forEach(node -> components.put(node.name(), component(node, channels)));
        Map<String, List<Observation.Reader>> readers = new LinkedHashMap<>();
        set.names().forEach(name -> readers.put(name, sampler(name).readers()));
        String health = failure.isPresent() ? FAILED : isWhole ? DATA : DEGRADED;
        return new Observation(health, failure, channels, components, new LinkedHashMap<>(), readers);
    }

    /** Opens what has appeared and closes what has disappeared, once a second. */
    private void refresh(long nowNs) {
        if (refreshedNs != 0 && nowNs - refreshedNs < REFRESH_NS) {
            return;
        }
        refreshedNs = nowNs;
        Set<String> before = new TreeSet<>(set.names());
        try {
            set.refresh();
            failure = Optional.empty();
        } catch (TraceException e) {
            failure = Optional.of(String.valueOf(e.getMessage()));
        }
        before.removeAll(set.names());
        if (gone.size() + before.size() <= MAX_GONE) {
            gone.addAll(before);
        }
        samplers.keySet().retainAll(set.names());
    }

    private void infer(long nowNs) {
        Set<String> names = new TreeSet<>(set.names());
        boolean isDue = inferredNs == 0 || nowNs - inferredNs > INFER_NS || !names.equals(inferredFor);
        if (!isDue || failure.isPresent()) {
            return;
        }
        inferredNs = nowNs;
        inferredFor = names;
        inferred = ChannelGraph.infer(set);
        graph = graph(inferred);
    }

    /** Reads how far the components are: the newest records of each output, every two seconds. */
    private void readProgress(long nowNs) {
        if (progressNs != 0 && nowNs - progressNs < PROGRESS_NS) {
            return;
        }
        progressNs = nowNs;
        progress.clear();
        for (GraphComponent component : inferred.components()) {
            progress.put(name(component), RecordedProgress.of(set, component));
        }
    }

    private static String name(GraphComponent component) {
        return component.name().orElse("writer of " + component.writes());
    }

    private static Graph graph(ChannelGraph inferred) {
        List<Graph.Node> nodes = new ArrayList<>();
        for (GraphComponent component : inferred.components()) {
            nodes.add(new Graph.Node(
                    name(component),
                    component.isSource() ? "source" : "component",
                    "",
                    component.reads(),
                    component.writes()));
        }
        List<Graph.Edge> edges = new ArrayList<>();
        inferred.channels()
                .forEach((name, kind) -> edges.add(new Graph.Edge(
                        name,
                        kind == ChannelKind.SNAPSHOTS ? "journal" : kind.name().toLowerCase(Locale.ROOT),
                        "",
                        "",
                        OptionalLong.empty())));
        return new Graph(nodes, edges);
    }

    private JournalSampler sampler(String name) {
        return samplers.computeIfAbsent(name, _ -> new JournalSampler());
    }

    private ChannelCounts sample(String name, Channel channel, long nowNs) {
        if (!channel.equals(sampled.put(name, channel))) {
            samplers.remove(name); // another journal of this name
        }
        JournalSampler sampler = sampler(name);
        return sampler.sample(
                channel.journal().orElseThrow(),
                nowNs,
                sampler.isDue(nowNs) ? JournalSampler.Detail.ALL : JournalSampler.Detail.CHEAP);
    }

    /** Returns what is known of a channel that histories name and that is no journal of this directory: nothing. */
    private ChannelCounts notHere(Graph.Edge edge) {
        return edge.kind().equals("journal")
                ? ChannelCounts.unreadable(
                        ChannelCounts.State.GONE,
                        Optional.of("messages name the channel, and its journal is not in this directory channel="
                                + edge.name()))
                : ChannelCounts.unreadable(ChannelCounts.State.UNKNOWN, Optional.empty());
    }

    /**
     * Returns what the data says of a component. Its output states which inputs it has taken; that a message after
     * those is unread is certain for none, since a component passes over calls that it does not take.
     */
    private ComponentCounts component(Graph.Node node, Map<String, ChannelCounts> channels) {
        RecordedProgress recorded = progress.getOrDefault(node.name(), NOTHING_RECORDED);
        OptionalLong atMost = OptionalLong.of(0);
        for (String input : node.reads()) {
            OptionalLong after = recorded.after(set, input);
            atMost = after.isEmpty() || atMost.isEmpty()
                    ? OptionalLong.empty()
                    : OptionalLong.of(atMost.getAsLong() + after.getAsLong());
        }
        boolean isSource = node.reads().isEmpty();
        boolean isRead = atMost.isPresent() && atMost.getAsLong() == 0;
        ChannelCounts written = channels.get(node.writes());
        return new ComponentCounts(
                Optional.empty(),
                OptionalLong.empty(),
                written == null ? OptionalLong.empty() : written.messages(),
                isRead && !isSource ? atMost : OptionalLong.empty(),
                isRead || isSource ? OptionalLong.empty() : atMost,
                OptionalLong.empty(),
                OptionalLong.empty(),
                OptionalLong.empty(),
                Optional.empty());
    }

    @Override
    public SequencedMap<String, Channel> journals() {
        SequencedMap<String, Channel> journals = new LinkedHashMap<>();
        for (String name : set.names()) {
            set.channel(name).ifPresent(channel -> journals.put(name, channel));
        }
        return Collections.unmodifiableSequencedMap(journals);
    }

    @Override
    public ChannelSet channelSet() {
        return set;
    }

    @Override
    public ChannelGraph channelGraph() {
        return inferred;
    }

    @Override
    public Optional<String> problem(String name) {
        return Optional.ofNullable(set.problems().get(name));
    }

    @Override
    public Optional<RetentionPolicy> retention(String channel) {
        return Optional.empty();
    }

    @Override
    public List<CallSchema> calls(String channel) {
        return List.of();
    }

    /** Returns whether no component writes the channel: a message without its input would be a divergence there. */
    @Override
    public boolean isAppendable(String channel) {
        boolean isWritten =
                graph.nodes().stream().anyMatch(node -> node.writes().equals(channel));
        return !isWritten
                && !channel.equals(AuditLog.NAME)
                && set.channel(channel).isPresent();
    }

    @Override
    public long append(String channel, CallSchema schema, BinaryOutput arguments) {
        if (!isAppendable(channel)) {
            throw new RefusedException(
                    409, "a component writes the channel, so a call is not appended here channel=" + channel);
        }
        ChannelOptions options = ChannelOptions.defaults()
                .withJournal(JournalOptions.defaults()
                        .withOwnership(Ownership.SHARED)
                        .withDurability(Durability.SYNCED));
        try (Channel open = Channel.journal(channel, directory.resolve(channel), options)) {
            return Appending.append(open, schema, arguments);
        }
    }

    @Override
    public Optional<TopologyView> view() {
        return Optional.empty();
    }

    @Override
    public void close() {
        set.close();
    }
}
