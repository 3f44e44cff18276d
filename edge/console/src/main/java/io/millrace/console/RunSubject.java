package io.millrace.console;

import io.millrace.channel.Channel;
import io.millrace.journal.Ownership;
import io.millrace.journal.RetentionPolicy;
import io.millrace.server.RefusedException;
import io.millrace.service.ComponentHealth;
import io.millrace.service.ComponentKind;
import io.millrace.topology.ChannelKind;
import io.millrace.topology.ChannelSpec;
import io.millrace.topology.ComponentInfo;
import io.millrace.topology.ComponentSpec;
import io.millrace.topology.HostsWatch;
import io.millrace.topology.SectionContext;
import io.millrace.topology.Topology;
import io.millrace.topology.TopologyHealth;
import io.millrace.topology.TopologyView;
import io.millrace.trace.ChannelGraph;
import io.millrace.trace.ChannelSet;
import io.millrace.trace.GraphComponent;
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
import java.util.concurrent.ConcurrentHashMap;

/** A running topology of this process. */
final class RunSubject implements Subject {

    private static final String FAILED = "FAILED";

    private final SectionContext context;
    private final Topology topology;
    private final SequencedMap<String, Channel> journals;
    private final Graph graph;
    private final ChannelSet set;
    private final ChannelGraph traced;
    private final Map<String, JournalSampler> samplers = new HashMap<>();
    private final UnreadAges oldest = new UnreadAges();
    private final Set<String> failed = ConcurrentHashMap.newKeySet();
    private final Optional<HostsWatch> watch;
    private final Optional<HostsModel> hosts;

    RunSubject(SectionContext context) {
        this.context = context;
        this.topology = context.topology();
        SequencedMap<String, Channel> open = new LinkedHashMap<>();
        topology.channels().forEach((name, spec) -> {
            if (spec.kind() == ChannelKind.JOURNAL) {
                open.put(name, context.channel(name));
            }
        });
        this.journals = Collections.unmodifiableSequencedMap(open);
        this.graph = graph(topology, context.view());
        this.set = ChannelSet.of(open.values());
        this.traced = traced(topology);
        this.watch = context.watchHosts();
        this.hosts = watch.map(each -> new HostsModel(context.whole(), context.machine(), each::hosts, this::kindOf));
    }

    /** Returns the kind of a component, also of one of another host, whose class may not be here. */
    private String kindOf(String component) {
        ComponentSpec spec = context.whole().components().get(component);
        ComponentKind kind;
        try {
            kind = ComponentKind.of(Class.forName(spec.className(), false, context.classLoader()));
        } catch (ClassNotFoundException | LinkageError e) {
            kind = spec.reads().isEmpty() ? ComponentKind.SOURCE : ComponentKind.COMPONENT;
        }
        return kind.name().toLowerCase(Locale.ROOT);
    }

    @Override
    public Optional<HostsModel> hosts() {
        return hosts;
    }

    /** Notes that a component has ended the run. */
    void failed(String component) {
        failed.add(component);
    }

    @Override
    public String title() {
        return topology.name() + context.host().map(host -> " on " + host).orElse("");
    }

    @Override
    public String description() {
        return topology.description();
    }

    @Override
    public boolean isLive() {
        return true;
    }

    @Override
    public Path directory() {
        return context.dataDirectory();
    }

    @Override
    public String command() {
        StringBuilder command = new StringBuilder("millrace run "
                + topology.file().map(ShellText::quoted).orElse("FILE") + " --data " + ShellText.quoted(directory()));
        context.host().ifPresent(host -> command.append(" --host ").append(ShellText.quoted(host)));
        context.parameters()
                .forEach((name, value) ->
                        command.append(" --").append(name).append(' ').append(ShellText.quoted(value)));
        return command.toString();
    }

    @Override
    public Graph graph() {
        return graph;
    }

    private static Graph graph(Topology topology, TopologyView view) {
        List<Graph.Node> nodes = new ArrayList<>();
        Map<String, ComponentInfo> infos = new HashMap<>();
        view.components().forEach(info -> infos.put(info.name(), info));
        topology.components().forEach((name, spec) -> {
            ComponentInfo info = infos.get(name);
            nodes.add(new Graph.Node(
                    name,
                    info == null ? "component" : info.kind().name().toLowerCase(Locale.ROOT),
                    info == null ? "" : info.thread(),
                    spec.reads(),
                    spec.writes()));
        });
        List<Graph.Edge> edges = new ArrayList<>();
        topology.channels().forEach((name, spec) -> edges.add(edge(name, spec)));
        return new Graph(nodes, edges);
    }

    private static Graph.Edge edge(String name, ChannelSpec spec) {
        boolean isJournal = spec.kind() == ChannelKind.JOURNAL;
        return new Graph.Edge(
                name,
                spec.kind().name().toLowerCase(Locale.ROOT),
                isJournal ? spec.durability().name() : "",
                isJournal ? spec.ownership().name() : "",
                spec.kind() == ChannelKind.QUEUE ? OptionalLong.of(spec.queueSizeBytes()) : OptionalLong.empty());
    }

    @Override
    public Observation observe() {
        long nowNs = System.nanoTime();
        TopologyView view = context.view();
        TopologyHealth health = view.health();
        Map<String, ComponentInfo> infos = new HashMap<>();
        view.components().forEach(info -> infos.put(info.name(), info));
        SequencedMap<String, ChannelCounts> channels = new LinkedHashMap<>();
        Optional<String> due = journals.keySet().stream()
                .filter(name -> sampler(name).isDue(nowNs))
                .findFirst();
        topology.channels()
                .forEach((name, spec) -> channels.put(
                        name,
                        switch (spec.kind()) {
                            case JOURNAL -> journal(name, nowNs, due);
                            case QUEUE -> queue(name, spec, health, infos);
                            case DIRECT ->
                                ChannelCounts.inMemory(
                                        written(name, health),
                                        OptionalLong.empty(),
                                        OptionalLong.empty(),
                                        ChannelCounts.State.OK);
                        }));
        SequencedMap<String, ComponentCounts> components = new LinkedHashMap<>();
        health.components().forEach((name, each) -> components.put(name, component(name, each, infos.get(name))));
        SequencedMap<String, Observation.Loop> threads = new LinkedHashMap<>();
        view.threads()
                .forEach(thread -> threads.put(
                        thread.name(),
                        new Observation.Loop(
                                thread.state().name(),
                                thread.idle(),
                                thread.cpu(),
                                thread.load().busyNs(),
                                thread.load().measuredNs(),
                                thread.components())));
        Map<String, List<Observation.Reader>> readers = new LinkedHashMap<>();
        journals.keySet().forEach(name -> readers.put(name, sampler(name).readers()));
        return new Observation(health.state().name(), health.failure(), channels, components, threads, readers);
    }

    private ChannelCounts journal(String name, long nowNs, Optional<String> due) {
        JournalSampler.Detail detail =
                due.equals(Optional.of(name)) ? JournalSampler.Detail.ALL : JournalSampler.Detail.CHEAP;
        return sampler(name).sample(journals.get(name).journal().orElseThrow(), nowNs, detail);
    }

    private JournalSampler sampler(String channel) {
        return samplers.computeIfAbsent(channel, _ -> new JournalSampler());
    }

    /** Returns how many calls were written to a channel in this run; those that a restart repeats count too. */
    private OptionalLong written(String channel, TopologyHealth health) {
        return topology.writerOf(channel)
                .map(writer -> health.components().get(writer))
                .map(writer -> OptionalLong.of(writer.outputs()))
                .orElse(OptionalLong.empty());
    }

    private ChannelCounts queue(
            String name, ChannelSpec spec, TopologyHealth health, Map<String, ComponentInfo> infos) {
        OptionalLong written = written(name, health);
        long slowest = topology.readersOf(name).stream()
                .mapToLong(reader -> infos.get(reader).positions().getOrDefault(name, -1L))
                .min()
                .orElse(-1);
        OptionalLong depth = written.isPresent()
                ? OptionalLong.of(Math.max(0, written.getAsLong() - slowest - 1))
                : OptionalLong.empty();
        OptionalLong usedBytes = context.channel(name).usedBytes();
        int capacity = spec.queueSizeBytes();
        // A group that may need an eighth of the memory, and the end of the ring that may be lost, must fit.
        boolean isFull = usedBytes.orElse(0) + capacity / 4 > capacity;
        return ChannelCounts.inMemory(
                written, depth, usedBytes, isFull ? ChannelCounts.State.FULL : ChannelCounts.State.OK);
    }

    private ComponentCounts component(String name, ComponentHealth health, ComponentInfo info) {
        OptionalLong oldestNs = OptionalLong.empty();
        if (health.unread().orElse(0) > 0 && info != null) {
            long nowNs = EpochTime.nowNs();
            for (Map.Entry<String, Long> position : info.positions().entrySet()) {
                Channel channel = journals.get(position.getKey());
                OptionalLong writtenNs =
                        channel == null ? OptionalLong.empty() : oldest.timeNs(name, channel, position.getValue());
                if (writtenNs.isPresent()) {
                    oldestNs =
                            OptionalLong.of(Math.max(oldestNs.orElse(0), Math.max(0, nowNs - writtenNs.getAsLong())));
                }
            }
        }
        return new ComponentCounts(
                Optional.of(failed.contains(name) ? FAILED : health.state().name()),
                OptionalLong.of(health.inputs()),
                OptionalLong.of(health.outputs()),
                health.unread(),
                OptionalLong.empty(),
                oldestNs,
                OptionalLong.of(health.recordedErrors()),
                OptionalLong.of(health.refused()),
                health.lastError());
    }

    @Override
    public SequencedMap<String, Channel> journals() {
        return journals;
    }

    @Override
    public ChannelSet channelSet() {
        return set;
    }

    @Override
    public ChannelGraph channelGraph() {
        return traced;
    }

    private static ChannelGraph traced(Topology topology) {
        List<GraphComponent> components = new ArrayList<>();
        topology.components()
                .forEach((name, spec) ->
                        components.add(new GraphComponent(Optional.of(name), spec.reads(), spec.writes())));
        Map<String, io.millrace.trace.ChannelKind> kinds = new HashMap<>();
        topology.channels()
                .forEach((name, spec) -> kinds.put(
                        name,
                        switch (spec.kind()) {
                            case JOURNAL -> io.millrace.trace.ChannelKind.JOURNAL;
                            case QUEUE -> io.millrace.trace.ChannelKind.QUEUE;
                            case DIRECT -> io.millrace.trace.ChannelKind.DIRECT;
                        }));
        topology.components()
                .values()
                .forEach(spec -> spec.snapshots()
                        .ifPresent(
                                snapshots -> kinds.put(snapshots.channel(), io.millrace.trace.ChannelKind.SNAPSHOTS)));
        return ChannelGraph.of(components, kinds);
    }

    @Override
    public Optional<String> problem(String name) {
        return Optional.empty();
    }

    @Override
    public Optional<RetentionPolicy> retention(String channel) {
        return Optional.ofNullable(topology.channels().get(channel)).map(ChannelSpec::retention);
    }

    @Override
    public List<CallSchema> calls(String channel) {
        return isAppendable(channel) ? topology.callsInto(channel, context.classLoader()) : List.of();
    }

    @Override
    public boolean isAppendable(String channel) {
        ChannelSpec spec = topology.channels().get(channel);
        return spec != null && spec.kind() == ChannelKind.JOURNAL && spec.ownership() == Ownership.SHARED;
    }

    @Override
    public long append(String channel, CallSchema schema, BinaryOutput arguments) {
        if (!isAppendable(channel)) {
            throw new RefusedException(
                    409, "channel has one owner; a call is appended to SHARED channels only channel=" + channel);
        }
        return Appending.append(journals.get(channel), schema, arguments);
    }

    @Override
    public Optional<TopologyView> view() {
        return Optional.of(context.view());
    }

    /** Closes what this has opened; the channels belong to the run. */
    @Override
    public void close() {
        watch.ifPresent(HostsWatch::close);
        oldest.close();
        set.close();
    }
}
