package io.millrace.service;

import io.millrace.wire.YamlTree;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Optional;
import java.util.SequencedMap;
import java.util.function.Function;

/**
 * What a data directory was last run with, in its file {@code millrace.run}, so that an operator's commands know the
 * components without the topology and its classes. Every start writes it anew, whole or not at all.
 *
 * @param topology the name of the topology
 * @param components the components by name
 */
record RunDescription(String topology, SequencedMap<String, Part> components) {

    static final String FILE = "millrace.run";

    /**
     * A component.
     *
     * @param kind what it is
     * @param caller the first component of the chain that calls it directly, empty where it is not called directly
     * @param reads the channels that it reads
     * @param output the channel in which its outputs stand, of a chain that of its last component
     */
    record Part(ComponentKind kind, String caller, List<String> reads, String output) {}

    static RunDescription of(Topology topology, Function<String, ComponentKind> kindOf) {
        SequencedMap<String, Part> parts = new LinkedHashMap<>();
        topology.components().forEach((name, component) -> {
            List<String> chain = topology.chain(name);
            String output = topology.components().get(chain.getLast()).writes();
            parts.put(name, new Part(kindOf.apply(name), caller(topology, name), component.reads(), output));
        });
        return new RunDescription(topology.name(), parts);
    }

    private static String caller(Topology topology, String name) {
        return topology.components().keySet().stream()
                .filter(other -> !other.equals(name) && !topology.calledDirectly(other))
                .filter(other -> topology.chain(other).contains(name))
                .findFirst()
                .orElse("");
    }

    void write(Path data) {
        StringBuilder text = new StringBuilder("# What this directory was last run with; each start writes it anew.\n");
        text.append("version: 1\ntopology: ").append(quoted(topology)).append("\ncomponents:\n");
        components.forEach((name, part) -> text.append("  ")
                .append(quoted(name))
                .append(": {kind: ")
                .append(part.kind())
                .append(", caller: ")
                .append(quoted(part.caller()))
                .append(", reads: [")
                .append(String.join(
                        ", ", part.reads().stream().map(RunDescription::quoted).toList()))
                .append("], output: ")
                .append(quoted(part.output()))
                .append("}\n"));
        try {
            Path partial = Files.createTempFile(data, "." + FILE, ".partial");
            try {
                Files.writeString(partial, text);
                Files.move(
                        partial,
                        data.resolve(FILE),
                        StandardCopyOption.REPLACE_EXISTING,
                        StandardCopyOption.ATOMIC_MOVE);
            } finally {
                Files.deleteIfExists(partial);
            }
        } catch (IOException e) {
            throw new UncheckedIOException("what is run cannot be noted file=" + data.resolve(FILE) + ": " + e, e);
        }
    }

    /** A name of a topology has letters, digits, - and _ only, and is no number or keyword between quotes. */
    private static String quoted(String name) {
        return "\"" + name + "\"";
    }

    /** Reads what a directory was last run with; empty where it never was. */
    static Optional<RunDescription> read(Path data) {
        Path file = data.resolve(FILE);
        if (!Files.exists(file)) {
            return Optional.empty();
        }
        String shown = TopologyPlace.shown(file);
        TopologyFields top =
                TopologyFields.of(shown, FILE, TopologyYaml.parse(file), "version", "topology", "components");
        SequencedMap<String, Part> parts = new LinkedHashMap<>();
        top.map("components").forEach((name, entry) -> parts.put(name, part(shown, name, entry.value())));
        return Optional.of(new RunDescription(top.required("topology"), parts));
    }

    private static Part part(String shown, String name, YamlTree node) {
        TopologyFields fields =
                TopologyFields.of(shown, "component=" + name, node, "kind", "caller", "reads", "output");
        return new Part(
                fields.constant("kind", ComponentKind.class).orElse(ComponentKind.COMPONENT),
                fields.text("caller").orElse(""),
                fields.texts("reads"),
                fields.required("output"));
    }
}
