package io.millrace.topology;

import io.millrace.text.NearestName;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SequencedMap;
import java.util.ServiceConfigurationError;
import java.util.ServiceLoader;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;

/** The sections that the modules on the class path of the program add to topologies, by their keys. Immutable. */
final class TopologySections {

    /** The keys at the top level of a topology that are no sections. */
    static final List<String> OWN_KEYS =
            List.of("name", "description", "classpath", "parameters", "channels", "components", "threads", "hosts");

    /** The key of every section that names the host which has it. */
    static final String HOST = "host";

    /** The artifacts that have sections, by key, for the error where one is missing; a module adds its own. */
    private static final Map<String, String> ARTIFACTS =
            Map.of("clients", "millrace-clients", "console", "millrace-console");

    private final Map<String, TopologySection<?>> sections;
    private final Map<String, String> artifacts;

    private TopologySections(Map<String, TopologySection<?>> sections, Map<String, String> artifacts) {
        this.sections = sections;
        this.artifacts = artifacts;
    }

    /** Finds all sections. */
    static TopologySections find() {
        try {
            return of(ServiceLoader.load(TopologySection.class), ARTIFACTS);
        } catch (ServiceConfigurationError e) {
            throw new TopologyException("cannot load a section of topologies: " + e.getMessage(), e);
        }
    }

    /** Takes sections, and the artifacts of those that may be missing. */
    @SuppressWarnings("rawtypes") // ServiceLoader knows the raw type alone
    static TopologySections of(Iterable<TopologySection> found, Map<String, String> artifacts) {
        Map<String, TopologySection<?>> sections = new TreeMap<>();
        for (TopologySection<?> section : found) {
            TopologySection<?> other = sections.putIfAbsent(section.key(), section);
            if (other != null || OWN_KEYS.contains(section.key())) {
                String owner =
                        other == null ? "the topology itself" : other.getClass().getName();
                throw new TopologyException("a section has the key of another section=" + section.key() + " class="
                        + section.getClass().getName() + " other=" + owner);
            }
        }
        return new TopologySections(sections, artifacts);
    }

    Collection<TopologySection<?>> all() {
        return sections.values();
    }

    /** Returns the names of the options that sections add to the command, which no parameter may have. */
    Set<String> optionNames() {
        return sections.values().stream()
                .flatMap(section -> section.option().stream())
                .map(SectionOption::name)
                .collect(Collectors.toSet());
    }

    /** Returns the end of the error of an unknown key at the top level. */
    private String hint(String key) {
        if (artifacts.containsKey(key)) {
            return "; it is a section of " + artifacts.get(key) + ", which is not on the class path";
        }
        List<String> known = new ArrayList<>(OWN_KEYS);
        known.addAll(sections.keySet());
        return NearestName.of(key, known)
                .map(near -> "; did you mean " + near + "?")
                .orElseGet(() -> "; there are " + String.join(", ", OWN_KEYS) + ", and the sections "
                        + String.join(", ", sections.keySet()));
    }

    /**
     * Reads the sections of a file, in the order in which it has them; refuses keys that are unknown.
     *
     * @param parameters replaces parameters in the values
     */
    SequencedMap<String, Object> read(YamlFields top, UnaryOperator<String> parameters) {
        for (String key : top.keys()) {
            if (!OWN_KEYS.contains(key) && !sections.containsKey(key)) {
                throw top.unknown(key, hint(key));
            }
        }
        SequencedMap<String, Object> values = new LinkedHashMap<>();
        for (String key : top.keys()) {
            if (sections.containsKey(key)) {
                values.put(key, read(sections.get(key), top.section(key, parameters)));
            }
        }
        return values;
    }

    private static Object read(TopologySection<?> section, YamlFields fields) {
        if (!section.keys().isEmpty()) {
            List<String> known = new ArrayList<>(section.keys().keySet());
            known.add(HOST);
            fields.only(known);
        }
        return section.read(fields);
    }

    /** Reads which hosts the sections of a file name; a section whose keys are names that users choose names none. */
    SequencedMap<String, String> hosts(YamlFields top) {
        SequencedMap<String, String> hosts = new LinkedHashMap<>();
        for (String key : top.keys()) {
            if (sections.containsKey(key) && !sections.get(key).keys().isEmpty()) {
                top.section(key, UnaryOperator.identity()).text(HOST).ifPresent(host -> hosts.put(key, host));
            }
        }
        return hosts;
    }

    /** Returns the key of a section by its value, which Java has made. */
    String keyOf(Object value) {
        return sections.values().stream()
                .filter(section -> section.type().isInstance(value))
                .map(TopologySection::key)
                .findFirst()
                .orElseThrow(() -> new TopologyException("no section takes this value class="
                        + value.getClass().getName() + " sections=" + sections.keySet()));
    }

    boolean servesPages(Topology topology) {
        return topology.sections().keySet().stream()
                .anyMatch(key -> required(key).servesPages());
    }

    /** Returns the channels that sections read or write themselves. */
    Set<String> channels(Topology topology) {
        Set<String> channels = new HashSet<>();
        topology.sections().forEach((key, value) -> channels.addAll(channels(required(key), value)));
        return channels;
    }

    private static <S> Set<String> channels(TopologySection<S> section, Object value) {
        return section.channels(section.type().cast(value));
    }

    /** Returns the interfaces of the calls that sections take from a channel. */
    List<Class<?>> calls(Topology topology, String channel) {
        List<Class<?>> calls = new ArrayList<>();
        topology.sections()
                .forEach(
                        (key, value) -> calls.addAll(calls(required(key), value).getOrDefault(channel, List.of())));
        return calls;
    }

    private static <S> Map<String, List<Class<?>>> calls(TopologySection<S> section, Object value) {
        return section.calls(section.type().cast(value));
    }

    void check(Topology topology) {
        topology.sections().forEach((key, value) -> check(required(key), value, topology));
    }

    private static <S> void check(TopologySection<S> section, Object value, Topology topology) {
        section.check(section.type().cast(value), topology);
    }

    void link(Topology topology, ComponentTypes types) {
        topology.sections().forEach((key, value) -> link(required(key), value, topology, types));
    }

    private static <S> void link(TopologySection<S> section, Object value, Topology topology, ComponentTypes types) {
        section.link(section.type().cast(value), topology, types);
    }

    /** Returns the components that the sections leave out of a run. */
    Set<String> leftOut(Topology topology, Map<String, String> parameters) {
        Set<String> left = new HashSet<>();
        topology.sections().forEach((key, value) -> left.addAll(leftOut(required(key), value, topology, parameters)));
        return left;
    }

    private static <S> Set<String> leftOut(
            TopologySection<S> section, Object value, Topology topology, Map<String, String> parameters) {
        return section.leftOut(section.type().cast(value), topology, parameters);
    }

    SectionRun open(String key, Object value, SectionContext context) {
        return open(required(key), value, context);
    }

    private static <S> SectionRun open(TopologySection<S> section, Object value, SectionContext context) {
        return section.open(section.type().cast(value), context);
    }

    /** Returns the value of a section that an option of {@code millrace run} sets. */
    Object optionValue(String key, String text, Optional<Object> written) {
        return optionValue(required(key), text, written);
    }

    private static <S> S optionValue(TopologySection<S> section, String text, Optional<Object> written) {
        return section.option()
                .orElseThrow(() -> new TopologyException("the section has no option section=" + section.key()))
                .value()
                .apply(text, written.map(section.type()::cast));
    }

    private TopologySection<?> required(String key) {
        return Optional.ofNullable(sections.get(key))
                .orElseThrow(() -> new TopologyException("there is no such section section=" + key + hint(key)));
    }
}
