package io.millrace.service;

import io.millrace.text.YamlTree;
import io.millrace.text.YamlTree.Entry;
import io.millrace.text.YamlTree.Fields;
import io.millrace.text.YamlTree.Items;
import io.millrace.text.YamlTree.Text;
import io.millrace.wire.WireException;
import io.millrace.wire.WireLimits;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.SequencedMap;

/**
 * The components that a data directory was last run with, in its file {@code millrace.run}: commands of operators know
 * them without the topology and its classes. Every start replaces the file, whole or not at all.
 *
 * @param topology the name of the topology
 * @param queues the names of its queues
 * @param components the components by name
 */
public record RunDescription(String topology, List<String> queues, SequencedMap<String, Part> components) {

    private static final String FILE = "millrace.run";

    /**
     * A component.
     *
     * @param kind its kind
     * @param caller the first component of the chain that calls it directly, empty where it is not called directly
     * @param reads the channels that it reads
     * @param output the channel of its outputs; of a chain, that of its last component
     */
    public record Part(ComponentKind kind, String caller, List<String> reads, String output) {

        /** Checks that nothing is null and takes a copy. */
        public Part {
            Objects.requireNonNull(kind, "kind");
            Objects.requireNonNull(caller, "caller");
            reads = List.copyOf(reads);
            Objects.requireNonNull(output, "output");
        }
    }

    /** Checks that nothing is null and takes a copy. */
    public RunDescription {
        Objects.requireNonNull(topology, "topology");
        queues = List.copyOf(queues);
        components = Collections.unmodifiableSequencedMap(new LinkedHashMap<>(components));
    }

    /**
     * Writes the description, whole or not at all.
     *
     * @param data the data directory, which exists
     * @throws UncheckedIOException where it cannot be written
     */
    public void write(Path data) {
        StringBuilder text = new StringBuilder("# What this directory was last run with; each start writes it anew.\n");
        text.append("version: 1\ntopology: ").append(quoted(topology));
        text.append("\nqueues: ").append(list(queues)).append("\ncomponents:\n");
        components.forEach((name, part) -> text.append("  ")
                .append(quoted(name))
                .append(": {kind: ")
                .append(part.kind())
                .append(", caller: ")
                .append(quoted(part.caller()))
                .append(", reads: ")
                .append(list(part.reads()))
                .append(", output: ")
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
            throw new UncheckedIOException("cannot write what is run file=" + data.resolve(FILE) + ": " + e, e);
        }
    }

    private static String list(List<String> names) {
        return "["
                + String.join(", ", names.stream().map(RunDescription::quoted).toList()) + "]";
    }

    /** Quotes a name, which has letters, digits, - and _ only, so that it is not read as a number or a keyword. */
    private static String quoted(String name) {
        return "\"" + name + "\"";
    }

    /**
     * Reads what a directory was last run with.
     *
     * @param data the data directory
     * @return the description; empty where no topology was run there
     * @throws ServiceException where the file is not what {@link #write} has written
     */
    public static Optional<RunDescription> read(Path data) {
        Path file = data.resolve(FILE);
        if (!Files.exists(file)) {
            return Optional.empty();
        }
        try {
            Optional<YamlTree> root =
                    YamlTree.parse(Files.readString(file, StandardCharsets.UTF_8), WireLimits.defaults());
            Fields top = fields(root.orElse(null), "the file");
            SequencedMap<String, Part> parts = new LinkedHashMap<>();
            fields(node(top, "components"), "components")
                    .entries()
                    .forEach((name, entry) -> parts.put(name, part(fields(entry.value(), name))));
            List<String> queues =
                    top.entries().containsKey("queues") ? texts(node(top, "queues"), "queues") : List.of();
            return Optional.of(new RunDescription(text(node(top, "topology"), "topology"), queues, parts));
        } catch (IOException | WireException | IllegalArgumentException e) {
            throw new ServiceException("cannot read what was run last file=" + file + ": " + e.getMessage(), e);
        }
    }

    private static Part part(Fields fields) {
        return new Part(
                ComponentKind.valueOf(text(node(fields, "kind"), "kind")),
                text(node(fields, "caller"), "caller"),
                texts(node(fields, "reads"), "reads"),
                text(node(fields, "output"), "output"));
    }

    private static List<String> texts(YamlTree node, String key) {
        List<YamlTree> items = node instanceof Items list ? list.items() : List.of(node);
        return items.stream().map(item -> text(item, key)).toList();
    }

    private static YamlTree node(Fields fields, String key) {
        Entry entry = fields.entries().get(key);
        if (entry == null) {
            throw new IllegalArgumentException("line=" + fields.line() + " has no key=" + key);
        }
        return entry.value();
    }

    private static Fields fields(YamlTree node, String what) {
        if (node instanceof Fields fields) {
            return fields;
        }
        throw new IllegalArgumentException(what + " is no map");
    }

    private static String text(YamlTree node, String key) {
        if (node instanceof Text text && !text.isNull()) {
            return text.value();
        }
        throw new IllegalArgumentException("line=" + node.line() + " needs one value key=" + key);
    }
}
