package io.millrace.trace;

import io.millrace.channel.Channel;
import io.millrace.channel.RestartPosition;
import io.millrace.channel.Source;
import io.millrace.journal.Index;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.NavigableSet;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;

/** Infers a {@link ChannelGraph} from the data of channels. For one thread. */
final class GraphInference {

    private final ChannelSet set;
    private final SortedMap<String, ChannelKind> kinds = new TreeMap<>();
    private final Set<String> notes = new LinkedHashSet<>();

    /** By the channel that is written: the channels that are read for it. */
    private final SortedMap<String, SortedSet<String>> reads = new TreeMap<>();

    /** By the channel that is written: the external sources that write it. */
    private final SortedMap<String, SortedSet<String>> sources = new TreeMap<>();

    /** By channel: the services that hold positions in it. */
    private final SortedMap<String, SortedSet<String>> holders = new TreeMap<>();

    /** By the channel that is written: the component that writes it. */
    private final Map<String, String> writers = new TreeMap<>();

    GraphInference(ChannelSet set) {
        this.set = set;
    }

    ChannelGraph graph() {
        set.problems()
                .forEach((name, reason) -> notes.add("cannot read channel channel=" + name + " reason=" + reason));
        List<ChannelSample> samples = new ArrayList<>();
        for (String name : set.names()) {
            set.channel(name).ifPresent(channel -> {
                ChannelSample sample = ChannelSample.of(channel, notes);
                samples.add(sample);
                kinds.put(name, sample.holdsSnapshots ? ChannelKind.SNAPSHOTS : ChannelKind.JOURNAL);
                holders.put(name, holders(channel));
            });
        }
        samples.forEach(sample -> sample.items.forEach(item -> put(sources, item.writes(), sender(item))));
        samples.forEach(sample -> sample.links.forEach(this::add));
        name();
        addHeldInputs();
        return new ChannelGraph(components(), kinds, List.copyOf(notes));
    }

    private NavigableSet<String> holders(Channel channel) {
        NavigableSet<String> services = new TreeSet<>();
        try {
            for (String position : channel.journal().orElseThrow().positions().keySet()) {
                RestartPosition.service(position).ifPresent(services::add);
            }
        } catch (RuntimeException | InternalError e) { // an error is a mapped page that is not there any more
            notes.add("cannot read named positions channel=" + channel.name() + " reason=" + ChannelSet.reason(e));
        }
        return services;
    }

    private void add(ChannelSample.Link link) {
        String output = node(link.writes());
        String sender = sender(link);
        boolean isItem = link.reads().isExternal()
                && (sources.getOrDefault(output, new TreeSet<>()).contains(sender)
                        || holders.getOrDefault(output, new TreeSet<>()).contains(sender));
        if (isItem) {
            put(sources, link.writes(), sender);
        } else {
            put(reads, link.writes(), node(link.reads()));
        }
    }

    /** Returns the name of what is read; that of a source NAME, known in its output, for its streams NAME/S. */
    private String sender(ChannelSample.Link link) {
        String name = link.reads().name();
        int slash = name.indexOf('/');
        boolean isStream = slash > 0
                && holders.getOrDefault(node(link.writes()), new TreeSet<>()).contains(name.substring(0, slash));
        return isStream ? name.substring(0, slash) : name;
    }

    private void put(SortedMap<String, SortedSet<String>> to, Source output, String input) {
        to.computeIfAbsent(node(output), _ -> new TreeSet<>()).add(input);
    }

    /** Returns the name of a channel in the graph: distinct for another journal of a known name. */
    private String node(Source source) {
        String name = set.name(source);
        boolean isKnown = source.isExternal()
                || set.channel(source.journalId().orElseThrow()).isPresent();
        String node = isKnown || !set.names().contains(name) ? name : source.toString();
        kinds.putIfAbsent(node, source.isExternal() ? ChannelKind.QUEUE : ChannelKind.JOURNAL);
        return node;
    }

    /**
     * Finds the names of the writers of channels. A service holds positions in its output and in its inputs, and has
     * one output; so where only one service is possible for an output, it is none of the others.
     */
    private void name() {
        SortedMap<String, SortedSet<String>> candidates = new TreeMap<>();
        reads.forEach((output, inputs) -> candidates.put(output, candidates(output, inputs)));
        eliminate(candidates);
        for (String channel : set.names()) {
            silentWriter(channel).ifPresent(service -> {
                writers.put(channel, service);
                candidates.values().forEach(services -> services.remove(service));
            });
        }
        eliminate(candidates);
    }

    private void eliminate(SortedMap<String, SortedSet<String>> candidates) {
        boolean found = true;
        while (found) {
            found = false;
            for (Map.Entry<String, SortedSet<String>> each : candidates.entrySet()) {
                if (each.getValue().size() == 1 && !writers.containsKey(each.getKey())) {
                    String service = each.getValue().getFirst();
                    writers.put(each.getKey(), service);
                    candidates.forEach((output, services) -> {
                        if (!output.equals(each.getKey())) {
                            services.remove(service);
                        }
                    });
                    found = true;
                }
            }
        }
    }

    /**
     * Returns the service that has not written its output yet: the only one that holds a position in an empty channel,
     * where it holds none in another empty one.
     */
    private Optional<String> silentWriter(String channel) {
        SortedSet<String> services = holders.getOrDefault(channel, new TreeSet<>());
        if (services.size() != 1 || !isSilent(channel) || writers.containsValue(services.getFirst())) {
            return Optional.empty();
        }
        long held = holders.values().stream()
                .filter(each -> each.contains(services.getFirst()))
                .count();
        long silent = holders.keySet().stream()
                .filter(each -> holders.get(each).contains(services.getFirst()) && isSilent(each))
                .count();
        return held > 1 && silent == 1 ? Optional.of(services.getFirst()) : Optional.empty();
    }

    private boolean isSilent(String channel) {
        return !sources.containsKey(channel) && !reads.containsKey(channel) && isEmpty(channel);
    }

    private SortedSet<String> candidates(String output, Set<String> inputs) {
        SortedSet<String> candidates = null;
        List<String> channels = new ArrayList<>(inputs);
        channels.add(output);
        for (String channel : channels) {
            SortedSet<String> held = holders.get(channel);
            if (held != null && !held.isEmpty()) {
                if (candidates == null) {
                    candidates = new TreeSet<>(held);
                } else {
                    candidates.retainAll(held);
                }
            }
        }
        SortedSet<String> result = candidates == null ? new TreeSet<>() : candidates;
        for (SortedSet<String> others : sources.values()) {
            result.removeAll(others); // they have an output of their own
        }
        return result;
    }

    /** Adds the inputs in which a service holds a position. */
    private void addHeldInputs() {
        writers.forEach((output, service) -> holders.forEach((channel, services) -> {
            boolean isInput = services.contains(service)
                    && !channel.equals(output)
                    && kinds.get(channel) != ChannelKind.SNAPSHOTS;
            if (isInput) {
                reads.computeIfAbsent(output, _ -> new TreeSet<>()).add(channel);
            }
        }));
    }

    private boolean isEmpty(String name) {
        try {
            return set.channel(name)
                    .flatMap(Channel::journal)
                    .map(journal -> journal.lastIndex() == Index.NONE)
                    .orElse(false);
        } catch (RuntimeException e) {
            return false; // damage, which the samples have reported
        }
    }

    private List<GraphComponent> components() {
        List<GraphComponent> components = new ArrayList<>();
        SortedSet<String> outputs = new TreeSet<>(sources.keySet());
        outputs.addAll(reads.keySet());
        for (String output : outputs) {
            sources.getOrDefault(output, new TreeSet<>())
                    .forEach(name -> components.add(new GraphComponent(Optional.of(name), List.of(), output)));
            if (reads.containsKey(output)) {
                components.add(new GraphComponent(
                        Optional.ofNullable(writers.get(output)), List.copyOf(reads.get(output)), output));
            }
        }
        return components;
    }
}
