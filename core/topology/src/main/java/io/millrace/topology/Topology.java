package io.millrace.topology;

import io.millrace.service.ComponentInterfaces;
import io.millrace.wire.CallSchema;
import io.millrace.wire.Wire;
import io.millrace.wire.WireTypes;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.SequencedMap;
import java.util.Set;

/**
 * What runs together: channels, the components between them, the threads that run those, and the parameters that a
 * user may set. Read from a file of YAML by {@link #load}, or made in Java by {@link #builder}; both give equal
 * values. Immutable.
 *
 * @param file the file it was read from, to which relative paths refer
 * @param name its name
 * @param description one line for people, may be empty
 * @param classpath where the classes of the components are, besides the class path of the program itself
 * @param parameters what a user may set, by name
 * @param channels the channels, by name
 * @param components the components, by name
 * @param threads the threads, by name; components that none runs share one of their own
 * @param summary what is counted at the end of a run, by the name of the count
 */
public record Topology(
        Optional<Path> file,
        String name,
        String description,
        List<Path> classpath,
        SequencedMap<String, ParameterSpec> parameters,
        SequencedMap<String, ChannelSpec> channels,
        SequencedMap<String, ComponentSpec> components,
        SequencedMap<String, ThreadSpec> threads,
        SequencedMap<String, SummarySpec> summary) {

    /** Checks that nothing is null and takes copies. */
    public Topology {
        Objects.requireNonNull(file, "file");
        Objects.requireNonNull(name, "name");
        Objects.requireNonNull(description, "description");
        classpath = List.copyOf(classpath);
        parameters = copy(parameters);
        channels = copy(channels);
        components = copy(components);
        threads = copy(threads);
        summary = copy(summary);
    }

    /**
     * Reads a topology file.
     *
     * @param file a file of YAML as {@code docs/topology.md} describes it
     * @return the checked topology
     * @throws TopologyException where the file cannot be read, is no topology, or something in it does not fit
     *     together; the message names the file, the line and the column
     */
    public static Topology load(Path file) {
        return TopologyReader.read(file);
    }

    /**
     * Begins a topology in Java.
     *
     * @param name its name
     * @return the builder
     */
    public static TopologyBuilder builder(String name) {
        return new TopologyBuilder(name);
    }

    /**
     * Returns the calls that the readers of a channel take, as their schemas, which need no classes any more: what
     * another program may write to it. Loads the classes of these components and initialises none.
     *
     * @param channel the name of the channel
     * @param classLoader loads what is not on the class path of the topology
     * @return the calls of all readers, each once
     * @throws TopologyException where a class is not found
     */
    public List<CallSchema> callsInto(String channel, ClassLoader classLoader) {
        Set<CallSchema> calls = new LinkedHashSet<>();
        try (TopologyClassPath classPath = TopologyClassPath.open(this, classLoader)) {
            for (String reader : readersOf(channel)) {
                ComponentSpec component = components.get(reader);
                WireTypes allowed = WireTypes.none();
                for (String type : component.types()) {
                    allowed = allowed.allow(classPath.load(this, reader, type, "types"));
                }
                Class<?> type = classPath.load(this, reader, component.className(), "class");
                calls.addAll(Wire.of(allowed).calls(ComponentInterfaces.of(type).toArray(Class<?>[]::new)));
            }
        }
        return List.copyOf(calls);
    }

    /** The component that writes a channel, if one does. */
    Optional<String> writerOf(String channel) {
        return components.entrySet().stream()
                .filter(entry -> entry.getValue().writes().equals(channel))
                .map(Map.Entry::getKey)
                .findFirst();
    }

    /** The components that read a channel, in the order of the topology. */
    List<String> readersOf(String channel) {
        return components.entrySet().stream()
                .filter(entry -> entry.getValue().reads().contains(channel))
                .map(Map.Entry::getKey)
                .toList();
    }

    boolean isDirect(String channel) {
        return channels.get(channel).kind() == ChannelKind.DIRECT;
    }

    /** The kind of a channel as the file says it. */
    String kindText(String channel) {
        return channels.get(channel).kind().name().toLowerCase(Locale.ROOT);
    }

    boolean isQueue(String channel) {
        return channels.get(channel).kind() == ChannelKind.QUEUE;
    }

    /** Whether what is written to a channel is there in the next run. */
    boolean isKept(String channel) {
        return channels.get(channel).kind() == ChannelKind.JOURNAL;
    }

    boolean calledDirectly(String component) {
        return components.get(component).reads().stream().anyMatch(this::isDirect);
    }

    /** A component and those that its calls come to directly, in the order of the calls. */
    List<String> chain(String component) {
        List<String> chain = new ArrayList<>(List.of(component));
        while (isDirect(components.get(chain.getLast()).writes())) {
            chain.add(readersOf(components.get(chain.getLast()).writes()).getFirst());
        }
        return chain;
    }

    /** An error at a place in the topology, given by the keys that lead there. */
    TopologyException problem(String message, String... keys) {
        return new TopologyException(place(keys) + message);
    }

    /**
     * The beginning of an error message: the file with line and column where they can be found, or the topology's name.
     */
    String place(String... keys) {
        return file.map(path -> TopologyPlace.find(path, keys)).orElse("topology=" + name) + ": ";
    }

    static Path resolve(Optional<Path> file, String entry) {
        Path directory = file.map(path -> path.toAbsolutePath().getParent()).orElse(Path.of(""));
        return directory.resolve(entry).toAbsolutePath().normalize();
    }

    private static <T> SequencedMap<String, T> copy(SequencedMap<String, T> map) {
        return Collections.unmodifiableSequencedMap(new LinkedHashMap<>(map));
    }
}
