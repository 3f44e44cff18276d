package io.millrace.topology;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Optional;
import java.util.SequencedMap;

/** Builds a {@link Topology} in Java; {@link #build()} checks it as a file is checked. One thread. */
public final class TopologyBuilder {
    private final String name;
    private Optional<Path> file = Optional.empty();
    private String description = "";
    private final List<Path> classpath = new ArrayList<>();
    private final SequencedMap<String, ParameterSpec> parameters = new LinkedHashMap<>();
    private final SequencedMap<String, ChannelSpec> channels = new LinkedHashMap<>();
    private final SequencedMap<String, ComponentSpec> components = new LinkedHashMap<>();
    private final SequencedMap<String, ThreadSpec> threads = new LinkedHashMap<>();
    private final SequencedMap<String, Object> sections = new LinkedHashMap<>();
    private final SequencedMap<String, HostSpec> hosts = new LinkedHashMap<>();
    private final SequencedMap<String, String> sectionHosts = new LinkedHashMap<>();

    TopologyBuilder(String name) {
        this.name = name;
    }

    /**
     * Sets the file that the topology is written in, to which relative paths refer and which errors name.
     *
     * @param path the file
     * @return this
     */
    public TopologyBuilder file(Path path) {
        file = Optional.of(path.toAbsolutePath().normalize());
        return this;
    }

    /**
     * Sets the description.
     *
     * @param line one line for people
     * @return this
     */
    public TopologyBuilder description(String line) {
        description = line;
        return this;
    }

    /**
     * Adds directories and jars that hold classes of components.
     *
     * @param entries directories, jars, {@code directory/*} for all jars in it, relative to the file where there
     *     is one, or {@code optional:NAME} for an optional part of the installed program
     * @return this
     * @throws TopologyException if an optional part is not installed
     */
    public TopologyBuilder classpath(String... entries) {
        for (String entry : entries) {
            classpath.add(
                    OptionalParts.resolve(file, entry, message -> new TopologyException("the class path " + message)));
        }
        return this;
    }

    /**
     * Adds a parameter.
     *
     * @param parameterName its name, the option {@code --name} on the command line
     * @param parameter its type and default
     * @return this
     */
    public TopologyBuilder parameter(String parameterName, ParameterSpec parameter) {
        add(parameters, "parameter", parameterName, parameter);
        return this;
    }

    /**
     * Adds a channel.
     *
     * @param channelName its name, under which components refer to it
     * @param channel how it carries calls
     * @return this
     */
    public TopologyBuilder channel(String channelName, ChannelSpec channel) {
        add(channels, "channel", channelName, channel);
        return this;
    }

    /**
     * Adds a component.
     *
     * @param componentName its name, which message histories contain
     * @param component its class and channels
     * @return this
     */
    public TopologyBuilder component(String componentName, ComponentSpec component) {
        add(components, "component", componentName, component);
        return this;
    }

    /**
     * Adds a thread; components that no thread runs share one of their own.
     *
     * @param threadName its name
     * @param thread its components and settings
     * @return this
     */
    public TopologyBuilder thread(String threadName, ThreadSpec thread) {
        add(threads, "thread", threadName, thread);
        return this;
    }

    /**
     * Adds a host; every component is then on one of the hosts.
     *
     * @param hostName its name, by which threads, components and channels refer to it
     * @param host where the other hosts reach it
     * @return this
     */
    public TopologyBuilder host(String hostName, HostSpec host) {
        add(hosts, "host", hostName, host);
        return this;
    }

    /**
     * Adds a count to the summary.
     *
     * @param countName its name; a dot makes it a member of an object in JSON
     * @param count what is counted
     * @return this
     */
    public TopologyBuilder summary(String countName, CountSpec count) {
        SummarySpec summary = (SummarySpec) sections.getOrDefault(SummarySection.KEY, SummarySpec.empty());
        sections.put(SummarySection.KEY, summary.with(countName, count));
        return this;
    }

    /**
     * Adds a section of a module.
     *
     * @param section its value, of the type that the module documents
     * @return this
     * @throws TopologyException where no module on the class path has a section of this type, or the topology has it
     * already
     */
    public TopologyBuilder section(Object section) {
        add(sections, "section", TopologySections.find().keyOf(section), section);
        return this;
    }

    /**
     * Adds a section of a module that one host has.
     *
     * @param section its value, of the type that the module documents
     * @param hostName the host that runs it, or its spare once that is promoted
     * @return this
     * @throws TopologyException where no module on the class path has a section of this type, or the topology has it
     * already
     */
    public TopologyBuilder section(Object section, String hostName) {
        section(section);
        sectionHosts.put(TopologySections.find().keyOf(section), hostName);
        return this;
    }

    /**
     * Returns the topology, checked.
     *
     * @return the checked topology
     * @throws TopologyException where a name is unknown or something does not fit together
     */
    public Topology build() {
        Topology topology = new Topology(
                file,
                name,
                description,
                classpath,
                parameters,
                channels,
                components,
                threads,
                sections,
                hosts,
                sectionHosts);
        TopologyChecks.check(topology, TopologySections.find());
        return topology;
    }

    private static <T> void add(SequencedMap<String, T> map, String kind, String key, T value) {
        if (map.putIfAbsent(key, value) != null) {
            throw new TopologyException(kind + "=" + key + " exists twice");
        }
    }
}
