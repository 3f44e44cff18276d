package io.millrace.net;

import io.millrace.topology.HostComponent;
import io.millrace.topology.HostDetails;
import io.millrace.topology.HostSection;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.SequencedMap;

/**
 * The lines of an answer that are for people. What is wrong with them takes nothing else from the answer, by which
 * hosts and operators decide: a section may be of foreign code, and the other side of another version.
 */
final class StatusDetails {

    private final SequencedMap<String, HostComponent> components = new LinkedHashMap<>();
    private final SequencedMap<String, HostSection> sections = new LinkedHashMap<>();
    private final SequencedMap<String, String> epochs = new LinkedHashMap<>();
    private final SequencedMap<String, String> cut = new LinkedHashMap<>();

    StatusDetails() {}

    /** Returns the lines; what is null is the word null. */
    static String text(HostDetails details) {
        StringBuilder text = new StringBuilder();
        details.components()
                .forEach((name, each) -> StatusMessage.line(
                        text,
                        "component",
                        name,
                        each.state(),
                        Long.toString(each.inputs()),
                        Long.toString(each.outputs()),
                        StatusMessage.text(each.unread())));
        details.sections().forEach((key, each) -> {
            List<String> fields = new ArrayList<>(List.of("section", key, each.state()));
            each.details().forEach((name, value) -> {
                fields.add(String.valueOf(name));
                fields.add(String.valueOf(value));
            });
            StatusMessage.line(text, fields.toArray(String[]::new));
        });
        details.epochs().forEach((name, epoch) -> StatusMessage.line(text, "epoch", name, epoch));
        details.cut().forEach((name, boundary) -> StatusMessage.line(text, "cut", name, boundary));
        return text.toString();
    }

    /** Takes a line; one of a later version, or one that is not as this version knows it, is left out. */
    void line(String... fields) {
        try {
            switch (fields[0]) {
                case "component" ->
                    components.put(
                            fields[1],
                            new HostComponent(
                                    fields[2],
                                    Long.parseLong(fields[3]),
                                    Long.parseLong(fields[4]),
                                    StatusMessage.number(fields[5])));
                case "section" -> sections.put(fields[1], section(fields));
                case "epoch" -> epochs.put(fields[1], fields[2]);
                case "cut" -> cut.put(fields[1], fields[2]);
                default -> {} // of a later version
            }
        } catch (NumberFormatException | ArrayIndexOutOfBoundsException e) {
            // People see it as unknown.
        }
    }

    private static HostSection section(String... fields) {
        SequencedMap<String, String> details = new LinkedHashMap<>();
        for (int i = 3; i + 1 < fields.length; i += 2) {
            details.put(fields[i], fields[i + 1]);
        }
        return new HostSection(fields[2], details);
    }

    /** Returns what was taken. */
    HostDetails read() {
        return new HostDetails(components, sections, epochs, cut);
    }
}
