package io.millrace.topology;

import io.millrace.service.ComponentInterfaces;
import io.millrace.service.OrderedSource;
import io.millrace.text.NearestName;
import io.millrace.wire.CallSchema;
import io.millrace.wire.OfferedCall;
import io.millrace.wire.OfferedCall.Kind;
import io.millrace.wire.Wire;
import io.millrace.wire.WireTypes;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
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
 * What runs together: channels, the components between them, the threads that run the components, the parameters that a
 * user may set, and the sections that modules add. Read from a file of YAML by {@link #load}, or built in Java by
 * {@link #builder}; both give equal values. Immutable.
 *
 * @param file the file it was read from, to which relative paths refer
 * @param name its name
 * @param description one line for people, may be empty
 * @param classpath directories and jars of the classes of the components, in addition to the program's class path
 * @param parameters what a user may set, by name
 * @param channels the channels, by name
 * @param components the components, by name
 * @param threads the threads, by name; components that none runs share one of their own
 * @param sections the sections that modules add, by key, in the order of the file
 * @param hosts the machines that run it, by name; without them one process runs everything
 * @param sectionHosts the hosts of those sections that name one, by the keys of the sections; others are on each host
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
        SequencedMap<String, Object> sections,
        SequencedMap<String, HostSpec> hosts,
        SequencedMap<String, String> sectionHosts) {

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
        sections = copy(sections);
        hosts = copy(hosts);
        sectionHosts = copy(sectionHosts);
    }

    /**
     * Reads a topology file.
     *
     * @param file a file of YAML as {@code docs/topology.md} describes it
     * @return the checked topology
     * @throws TopologyException where the file cannot be read, is no topology or is inconsistent; the message names the
     *     file, the line and the column
     */
    public static Topology load(Path file) {
        return TopologyReader.read(file);
    }

    /**
     * Returns a builder of a topology in Java.
     *
     * @param name its name
     * @return the builder
     */
    public static TopologyBuilder builder(String name) {
        return new TopologyBuilder(name);
    }

    /**
     * Returns the calls that the components and sections which read a channel take, as their schemas, which need no
     * classes any more: what another program may write to it. Loads the classes of these components and
     * initialises none.
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
                if (OrderedSource.class.isAssignableFrom(type)) {
                    calls.addAll(callsInto(component.writes(), classLoader)); // it takes them to where they are read
                    continue;
                }
                Wire.of(allowed).offeredCalls(ComponentInterfaces.of(type).toArray(Class<?>[]::new)).stream()
                        .filter(call -> call.kind() != Kind.QUERIED)
                        .map(OfferedCall::call)
                        .forEach(calls::add);
            }
        }
        for (Class<?> type : TopologySections.find().calls(this, channel)) {
            Wire.of(WireTypes.none()).offeredCalls(type).forEach(offered -> calls.add(offered.call()));
        }
        return List.copyOf(calls);
    }

    /**
     * Returns a section.
     *
     * @param type the type of its value
     * @return the value; empty where the topology has no such section
     * @param <S> the type
     */
    public <S> Optional<S> section(Class<S> type) {
        return sections.values().stream()
                .filter(type::isInstance)
                .map(type::cast)
                .findFirst();
    }

    /** Returns whether one of the sections has a server that serves the pages of the others. */
    public boolean servesPages() {
        return TopologySections.find().servesPages(this);
    }

    /**
     * Returns the options of {@code millrace run} that the modules on the class path add for their sections, by the
     * keys of the sections.
     */
    public static SequencedMap<String, SectionOption<?>> sectionOptions() {
        SequencedMap<String, SectionOption<?>> options = new LinkedHashMap<>();
        for (TopologySection<?> section : TopologySections.find().all()) {
            section.option().ifPresent(option -> options.put(section.key(), option));
        }
        return options;
    }

    /**
     * Returns this topology with values of its parameters in the sections of its file. A section that was changed
     * meanwhile stays.
     *
     * @param given the values of parameters, by name; the others have their defaults
     * @param dataDirectory the directory of the channels
     * @throws TopologyException where a parameter is missing, unknown or wrong, or the section with it
     */
    public Topology withParameters(Map<String, String> given, Path dataDirectory) {
        if (parameters.isEmpty() || file.isEmpty() || sections.isEmpty()) {
            return this;
        }
        ParameterValues values = ParameterValues.of(this, given, dataDirectory);
        SequencedMap<String, Object> standard =
                TopologyReader.sections(file.get(), text -> ParameterValues.withDefaults(text, parameters, file));
        SequencedMap<String, Object> changed = new LinkedHashMap<>(sections);
        TopologyReader.sections(file.get(), values::inSection).forEach((key, value) -> {
            if (sections.containsKey(key) && sections.get(key).equals(standard.get(key))) {
                changed.put(key, value);
            }
        });
        return changed.equals(sections) ? this : with(changed);
    }

    /** Returns this topology without some components, and without the channels and threads that only these have. */
    Topology without(Set<String> left) {
        if (left.isEmpty()) {
            return this;
        }
        SequencedMap<String, ComponentSpec> kept = new LinkedHashMap<>(components);
        kept.keySet().removeAll(left);
        SequencedMap<String, ChannelSpec> used = new LinkedHashMap<>(channels);
        used.keySet().removeIf(channel -> isUsed(channel, components) && !isUsed(channel, kept));
        SequencedMap<String, ThreadSpec> run = new LinkedHashMap<>();
        threads.forEach((thread, spec) -> {
            List<String> runs =
                    spec.runs().stream().filter(each -> !left.contains(each)).toList();
            if (!runs.isEmpty()) {
                run.put(thread, new ThreadSpec(runs, spec.idle(), spec.cpu(), spec.host()));
            }
        });
        return new Topology(
                file, name, description, classpath, parameters, used, kept, run, sections, hosts, sectionHosts);
    }

    private static boolean isUsed(String channel, Map<String, ComponentSpec> by) {
        return by.values().stream()
                .anyMatch(each -> each.writes().equals(channel)
                        || each.reads().contains(channel)
                        || each.snapshots()
                                .filter(spec -> spec.channel().equals(channel))
                                .isPresent());
    }

    /**
     * Returns this topology with one of its sections alone, for a further run of it in the same process.
     *
     * @param type the type of the value of a section that it has
     */
    public Topology withOnly(Class<?> type) {
        SequencedMap<String, Object> only = new LinkedHashMap<>(sections);
        only.values().removeIf(value -> !type.isInstance(value));
        return unchecked(only);
    }

    private Topology with(SequencedMap<String, Object> changed) {
        Topology topology = unchecked(changed);
        TopologyChecks.check(topology, TopologySections.find());
        return topology;
    }

    private Topology unchecked(SequencedMap<String, Object> changed) {
        return new Topology(
                file,
                name,
                description,
                classpath,
                parameters,
                channels,
                components,
                threads,
                changed,
                hosts,
                sectionHosts);
    }

    /**
     * Returns this topology with a section as an option of {@code millrace run} sets it, checked.
     *
     * @param key the key of a section that has an option
     * @param value the value of the option
     * @throws TopologyException where the value is wrong, or there is no such option
     */
    public Topology withSectionOption(String key, String value) {
        TopologySections known = TopologySections.find();
        SequencedMap<String, Object> changed = new LinkedHashMap<>(sections);
        changed.put(key, known.optionValue(key, value, Optional.ofNullable(sections.get(key))));
        return with(changed);
    }

    /**
     * Returns what one of the hosts has to do with the others.
     *
     * @param host the name of a host
     * @throws TopologyException where there is no such host, or the topology has no hosts
     */
    public HostPlan plan(String host) {
        return TopologyHosts.plan(this, host);
    }

    /**
     * Returns what a machine has to do for a host: for one of its two sites where it has a spare.
     *
     * @param host the name of a host that runs components
     * @param site its own name, or that of its spare
     * @param duty whether the machine runs the host or stands by
     * @throws TopologyException where there is no such host, or it has no such site
     */
    public HostPlan plan(String host, String site, HostDuty duty) {
        HostPlan plan = plan(host);
        if (!plan.host().equals(host) || !plan.sites(host).contains(site)) {
            throw problem("host=" + host + " does not run at site=" + site, "hosts");
        }
        return TopologyHosts.plan(this, host, site, duty);
    }

    /** Returns the component that writes a channel, if one does. */
    public Optional<String> writerOf(String channel) {
        return components.entrySet().stream()
                .filter(entry -> entry.getValue().writes().equals(channel))
                .map(Map.Entry::getKey)
                .findFirst();
    }

    /** Returns the components that read a channel, in the order of the topology. */
    public List<String> readersOf(String channel) {
        return components.entrySet().stream()
                .filter(entry -> entry.getValue().reads().contains(channel))
                .map(Map.Entry::getKey)
                .toList();
    }

    boolean isDirect(String channel) {
        return channels.get(channel).kind() == ChannelKind.DIRECT;
    }

    /** Returns the kind of a channel as the file says it. */
    String kindText(String channel) {
        return channels.get(channel).kind().name().toLowerCase(Locale.ROOT);
    }

    boolean isQueue(String channel) {
        return channels.get(channel).kind() == ChannelKind.QUEUE;
    }

    /** Returns whether the messages of a channel exist in the next run. */
    boolean isKept(String channel) {
        return channels.get(channel).kind() == ChannelKind.JOURNAL;
    }

    boolean calledDirectly(String component) {
        return components.get(component).reads().stream().anyMatch(this::isDirect);
    }

    /** Returns a component and those that it calls directly, also through others, in the order of the calls. */
    List<String> chain(String component) {
        List<String> chain = new ArrayList<>(List.of(component));
        while (isDirect(components.get(chain.getLast()).writes())) {
            chain.add(readersOf(components.get(chain.getLast()).writes()).getFirst());
        }
        return chain;
    }

    /** Returns the first component of the chain that calls a component directly, if one does. */
    Optional<String> callerOf(String component) {
        return components.keySet().stream()
                .filter(other -> !other.equals(component) && !calledDirectly(other))
                .filter(other -> chain(other).contains(component))
                .findFirst();
    }

    /**
     * Checks that there is a channel, for the checks of sections.
     *
     * @param channel the name of the channel
     * @param subject the beginning of the message, as in {@code summary=bars counts}
     * @param keys the keys that lead to the name
     * @throws TopologyException with the nearest valid name where there is no such channel
     */
    public void requireChannel(String channel, String subject, String... keys) {
        require("channel", channels, channel, subject, keys);
    }

    /**
     * Checks that there is a component, for the checks of sections.
     *
     * @param component the name of the component
     * @param subject the beginning of the message, as in {@code summary=rows asks}
     * @param keys the keys that lead to the name
     * @throws TopologyException with the nearest valid name where there is no such component
     */
    public void requireComponent(String component, String subject, String... keys) {
        require("component", components, component, subject, keys);
    }

    /**
     * Checks that the topology names a thread, for the checks of sections.
     *
     * @param thread the name of the thread
     * @param subject the beginning of the message, as in {@code fix has}
     * @param keys the keys that lead to the name
     * @throws TopologyException with the nearest valid name where there is no such thread
     */
    public void requireThread(String thread, String subject, String... keys) {
        require("thread", threads, thread, subject, keys);
    }

    private void require(String kind, Map<String, ?> all, String name, String subject, String... keys) {
        if (!all.containsKey(name)) {
            String[] path = Arrays.copyOf(keys, keys.length + 1);
            path[keys.length] = name;
            throw problem(
                    subject + " " + kind + "=" + name + ", which is not among the " + kind + "s"
                            + NearestName.hint(name, all.keySet()),
                    path);
        }
    }

    /**
     * Returns an error in the topology, with the file, the line and the column where they are known.
     *
     * @param message what is wrong
     * @param keys the keys that lead to it, from the top level
     * @return the exception, not thrown
     */
    public TopologyException problem(String message, String... keys) {
        return new TopologyException(position(keys) + message);
    }

    /** Returns the beginning of an error message: the file with line and column, or the topology's name. */
    String position(String... keys) {
        return file.map(path -> YamlPosition.find(path, keys)).orElse("topology=" + name) + ": ";
    }

    static Path resolve(Optional<Path> file, String entry) {
        Path directory = file.map(path -> path.toAbsolutePath().getParent()).orElse(Path.of(""));
        return directory.resolve(entry).toAbsolutePath().normalize();
    }

    private static <T> SequencedMap<String, T> copy(SequencedMap<String, T> map) {
        return Collections.unmodifiableSequencedMap(new LinkedHashMap<>(map));
    }
}
