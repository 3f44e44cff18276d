package io.millrace.topology;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SequencedMap;
import java.util.Set;

/**
 * A section of topologies that a module adds: a key of the top level, the keys below it, and what it starts and stops.
 * Implementations are public, have a public constructor without parameters, are named in {@code META-INF/services} and
 * {@code module-info}, and are found on the class path of the program. They have no state and are used by any thread.
 *
 * <p>A topology passes through these steps, and an exception ends it at any of them: {@link #read} from a file, or the
 * same value from the builder; {@link #check}; and for each run {@link #link} and {@link #open}, all before a channel
 * is opened. What the section does in the run is the {@link SectionRun}.
 *
 * @param <S> what a topology says in this section: an immutable value with {@code equals}, a record for example
 */
public interface TopologySection<S> {

    /** Returns the key of the section at the top level of a topology, in {@code camelCase}. */
    String key();

    /** Returns one line about the section for users. */
    String help();

    /** Returns the type of the section's value. */
    Class<S> type();

    /** Returns the keys of the section with a line about each; none where users choose the names. */
    default SequencedMap<String, String> keys() {
        return new LinkedHashMap<>();
    }

    /**
     * Returns the option of {@code millrace run} that adds the section to a topology, or changes the one that it has.
     *
     * @return the option; empty where only the file can have the section
     */
    default Optional<SectionOption<S>> option() {
        return Optional.empty();
    }

    /** Returns whether the section has a server that serves the {@link SectionRun#pages pages} of all sections. */
    default boolean servesPages() {
        return false;
    }

    /**
     * Returns the names of the channels that the section itself reads or writes, so that no component has to.
     *
     * @param value the section
     */
    default Set<String> channels(S value) {
        return Set.of();
    }

    /**
     * Returns the interfaces of the calls that the section itself takes from channels, so that an operator may append
     * such a call.
     *
     * @param value the section
     * @return the interfaces, by the names of the channels
     */
    default Map<String, List<Class<?>>> calls(S value) {
        return Map.of();
    }

    /**
     * Reads the section of a file.
     *
     * @param fields the section; it has no keys but {@link #keys}
     * @return its value
     * @throws TopologyException where a value is wrong, as {@link YamlFields} creates it
     */
    S read(YamlFields fields);

    /**
     * Checks the section, from a file or from Java, against its topology, which needs no classes.
     *
     * @param value the section
     * @param topology the whole topology
     * @throws TopologyException where something does not fit, as {@link Topology#problem} creates it
     */
    default void check(S value, Topology topology) {}

    /**
     * Checks the section against the classes of the components.
     *
     * @param value the section
     * @param topology the whole topology
     * @param types the classes of its components
     * @throws TopologyException where something does not fit
     */
    default void link(S value, Topology topology, ComponentTypes types) {}

    /**
     * Returns the components that this run leaves out, as one of several nodes does that run one topology. The channels
     * and threads that only these have are left out, too.
     *
     * @param value the section
     * @param topology the whole topology, which was checked
     * @param parameters the parameters that were given for this run, by name
     */
    default Set<String> leftOut(S value, Topology topology, Map<String, String> parameters) {
        return Set.of();
    }

    /**
     * Creates what the section does in one run; starts nothing yet.
     *
     * @param value the section
     * @param context the run
     * @return what the run starts and stops
     */
    SectionRun open(S value, SectionContext context);
}
