package io.millrace.trace;

import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * Which component reads and writes which channel: given by a topology ({@link #of}), or inferred from data at rest
 * ({@link #infer}). Immutable.
 *
 * <p>What is inferred comes from the data alone: from samples of each channel (its first and last records, and some in
 * between) the sources named in histories, in records of consumed inputs and in marks; and from the named positions
 * {@code restart of NAME} that services keep in each channel that they use. Therefore it cannot know:
 *
 * <ul>
 *   <li>a component that has written nothing yet, or a reader whose outputs name an input so seldom that no sample has
 *       it, unless its named position shows it;
 *   <li>direct calls: components connected by them appear as one, under the name of the first;
 *   <li>the readers of a queue that write to no journal, and the writer of a queue by its name where several components
 *       could be it;
 *   <li>the name of a component in a program without services, or where several components hold positions in the same
 *       channels; its name is then empty;
 *   <li>which components are gateways, what runs on which thread, and whether the data is from the present topology or
 *       from an earlier one.
 * </ul>
 *
 * @param components the components and sources, in the order of the channels that they write
 * @param channels what each channel is, by name
 * @param notes what could not be read, one sentence each
 */
public record ChannelGraph(
        List<GraphComponent> components, SortedMap<String, ChannelKind> channels, List<String> notes) {

    /** Queues in a row at most. */
    private static final int MAX_THROUGH = 16;

    /** Channels visited at most to find the readers of one; data that was tampered with may name very many queues. */
    private static final int MAX_VISITS = 10_000;

    /** A component that reads a channel, perhaps through queues, and the journal that shows it. */
    record Reading(Optional<String> component, String output, List<String> through) {}

    /** Copies the collections. */
    public ChannelGraph {
        components = List.copyOf(components);
        channels = Collections.unmodifiableSortedMap(new TreeMap<>(channels));
        notes = List.copyOf(notes);
    }

    /**
     * Returns the graph of a topology.
     *
     * @param components its components and sources
     * @param channels the kinds of its channels, by name; those that components name and that are missing here count as
     *     journals
     */
    public static ChannelGraph of(List<GraphComponent> components, Map<String, ChannelKind> channels) {
        SortedMap<String, ChannelKind> kinds = new TreeMap<>(channels);
        for (GraphComponent component : components) {
            kinds.putIfAbsent(component.writes(), ChannelKind.JOURNAL);
            component.reads().forEach(name -> kinds.putIfAbsent(name, ChannelKind.JOURNAL));
        }
        return new ChannelGraph(components, kinds, List.of());
    }

    /** Returns the graph of the channels of a set, as far as their data shows it; milliseconds for each channel. */
    public static ChannelGraph infer(ChannelSet set) {
        return new GraphInference(set).graph();
    }

    /** Returns what a channel is; empty where it is not in this graph. */
    public Optional<ChannelKind> kind(String channel) {
        return Optional.ofNullable(channels.get(channel));
    }

    /** Returns the component that writes a channel; of several, one that reads other channels comes before a source. */
    public Optional<GraphComponent> writerOf(String channel) {
        Optional<GraphComponent> source = Optional.empty();
        for (GraphComponent component : components) {
            if (component.writes().equals(channel)) {
                if (!component.isSource()) {
                    return Optional.of(component);
                }
                source = Optional.of(component);
            }
        }
        return source;
    }

    /** Returns the components that read a channel. */
    public List<GraphComponent> readersOf(String channel) {
        return components.stream()
                .filter(component -> component.reads().contains(channel))
                .toList();
    }

    /** Returns the journals whose messages may name a message of a channel as their nearest input in a journal. */
    List<Reading> readings(String channel) {
        Map<String, Reading> readings = new LinkedHashMap<>();
        follow(channel, List.of(), Optional.empty(), new HashSet<>(), readings);
        return List.copyOf(readings.values());
    }

    private void follow(
            String channel,
            List<String> through,
            Optional<String> first,
            Set<String> met,
            Map<String, Reading> readings) {
        if (through.size() > MAX_THROUGH || met.size() >= MAX_VISITS || !met.add(channel + through)) {
            return;
        }
        for (GraphComponent component : readersOf(channel)) {
            ChannelKind kind = channels.get(component.writes());
            if (kind == ChannelKind.QUEUE && through.contains(component.writes())) {
                continue; // a cycle
            }
            if (kind == ChannelKind.QUEUE) {
                List<String> longer = new ArrayList<>(through);
                longer.add(component.writes());
                follow(component.writes(), longer, Optional.empty(), met, readings);
            } else if (kind == ChannelKind.DIRECT) {
                follow(component.writes(), through, first.or(component::name), met, readings);
            } else {
                Reading reading = new Reading(first.or(component::name), component.writes(), List.copyOf(through));
                readings.putIfAbsent(reading.output() + reading.through(), reading);
            }
        }
    }

    /** Returns the components that read a channel and whose outputs no journal shows. */
    List<GraphComponent> unseenReaders(String channel) {
        return readersOf(channel).stream()
                .filter(component -> channels.get(component.writes()) != ChannelKind.JOURNAL)
                .filter(component -> readings(component.writes()).isEmpty())
                .toList();
    }
}
