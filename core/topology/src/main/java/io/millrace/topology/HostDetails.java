package io.millrace.topology;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.SequencedMap;

/**
 * What a host says of itself for people. Other hosts decide nothing by it, and a host may leave it out.
 *
 * @param components the components that run on it, by name
 * @param sections the sections that it serves, by key
 * @param epochs the epoch of each channel that it sends or receives, as {@code round.leader}
 * @param cut the stored cut of a machine that stands by: the boundary up to which it acknowledges each channel of its
 *     host, as {@link io.millrace.journal.Index#toText} writes it
 */
public record HostDetails(
        SequencedMap<String, HostComponent> components,
        SequencedMap<String, HostSection> sections,
        SequencedMap<String, String> epochs,
        SequencedMap<String, String> cut) {

    /** Nothing. */
    public static final HostDetails NONE =
            new HostDetails(new LinkedHashMap<>(), new LinkedHashMap<>(), new LinkedHashMap<>(), new LinkedHashMap<>());

    /** Takes copies. */
    public HostDetails {
        components = Collections.unmodifiableSequencedMap(new LinkedHashMap<>(components));
        sections = Collections.unmodifiableSequencedMap(new LinkedHashMap<>(sections));
        epochs = Collections.unmodifiableSequencedMap(new LinkedHashMap<>(epochs));
        cut = Collections.unmodifiableSequencedMap(new LinkedHashMap<>(cut));
    }

    /** Returns what the health of a run says of its components and sections, with the epochs of channels. */
    static HostDetails of(TopologyHealth health, SequencedMap<String, String> epochs) {
        SequencedMap<String, HostComponent> components = new LinkedHashMap<>();
        health.components()
                .forEach((name, each) -> components.put(
                        name, new HostComponent(each.state().name(), each.inputs(), each.outputs(), each.unread())));
        SequencedMap<String, HostSection> sections = new LinkedHashMap<>();
        health.sections()
                .forEach((key, each) ->
                        sections.put(key, new HostSection(each.state().name(), each.details())));
        return new HostDetails(components, sections, epochs, new LinkedHashMap<>());
    }
}
