package io.millrace.load;

import io.millrace.text.TextException;
import io.millrace.text.YamlTree;
import io.millrace.text.YamlTree.Entry;
import io.millrace.wire.WireException;
import io.millrace.wire.WireLimits;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Reads workload files. */
final class WorkloadReader {
    private static final int MAX_BYTES = 1 << 20;
    private static final int MAX_WEIGHT = 1_000_000;
    private static final int MAX_OPERATIONS = 1_000;

    private final String file;

    private WorkloadReader(String file) {
        this.file = file;
    }

    static Workload read(Path path) {
        WorkloadReader reader = new WorkloadReader(path.toString());
        return reader.workload(reader.text(path));
    }

    private String text(Path path) {
        try {
            if (Files.size(path) > MAX_BYTES) {
                throw new LoadException(
                        file + " is not a workload sizeBytes=" + Files.size(path) + " limit=" + MAX_BYTES);
            }
            return Files.readString(path, StandardCharsets.UTF_8);
        } catch (NoSuchFileException e) {
            throw new LoadException(file + ": no such file", e);
        } catch (IOException e) {
            throw new LoadException(file + ": cannot be read as text reason=" + e, e);
        }
    }

    private Workload workload(String text) {
        Optional<YamlTree> root;
        try {
            root = YamlTree.parse(text, WireLimits.defaults());
        } catch (TextException e) {
            throw new LoadException(file + ":" + e.line() + ":" + e.column() + ": " + e.getMessage(), e);
        } catch (WireException e) {
            throw new LoadException(file + ": " + e.getMessage(), e);
        }
        if (root.isEmpty()) {
            throw new LoadException(file + ": not a workload; it has no operations");
        }
        WorkloadFields fields =
                WorkloadFields.of(file, "a workload", root.get(), "seed", "setup", "values", "operations");
        Map<String, Generator> values = new LinkedHashMap<>();
        fields.map("values").forEach((name, entry) -> values.put(name, generator(name, entry)));
        List<OperationSpec> operations = new ArrayList<>();
        fields.map("operations").forEach((name, entry) -> operations.add(operation(name, entry, values)));
        if (operations.isEmpty() || operations.size() > MAX_OPERATIONS) {
            throw fields.problem(
                    "operations", "needs 1 to " + MAX_OPERATIONS + " operations count=" + operations.size());
        }
        long seed = fields.number("seed", 0, Long.MIN_VALUE, Long.MAX_VALUE);
        return new Workload(seed, fields.texts("setup"), operations, values);
    }

    private OperationSpec operation(String name, Entry entry, Map<String, Generator> values) {
        WorkloadFields fields = WorkloadFields.of(file, "operation=" + name, entry.value());
        Map<String, String> texts = new LinkedHashMap<>();
        List<Parameter> parameters = new ArrayList<>();
        for (String key : fields.keys()) {
            if (key.equals("weight")) {
                continue;
            }
            String text = fields.text(key).orElse("");
            texts.put(key, text);
            for (String parameter : Template.names(text)) {
                Generator generator = values.get(parameter);
                if (generator == null) {
                    throw fields.problem(
                            key, "refers to an unknown value value=" + parameter + " known=" + values.keySet());
                }
                Parameter found = new Parameter(parameter, generator.kind());
                if (!parameters.contains(found)) {
                    parameters.add(found);
                }
            }
        }
        Map<String, Template> templates = new LinkedHashMap<>();
        texts.forEach((key, text) -> templates.put(key, fields.at(key, () -> Template.parse(text, parameters))));
        int weight = (int) fields.number("weight", 1, 1, MAX_WEIGHT);
        return fields.at(name, () -> new OperationSpec(name, weight, parameters, templates, location(entry.key())));
    }

    private String location(YamlTree node) {
        return file + ":" + node.line() + ":" + node.column();
    }

    private Generator generator(String name, Entry entry) {
        String what = "value=" + name;
        WorkloadFields all = WorkloadFields.of(file, what, entry.value());
        String kind = all.text("kind").orElseThrow(() -> all.problem("kind", "needs a kind"));
        return switch (kind) {
            case "uniform" -> {
                WorkloadFields fields = all.only("kind", "from", "to");
                yield fields.at("kind", () -> new UniformGenerator(fields.whole("from"), fields.whole("to")));
            }
            case "sequence" -> {
                WorkloadFields fields = all.only("kind", "from", "to");
                long from = fields.number("from", 0, Long.MIN_VALUE, Long.MAX_VALUE);
                long to = fields.number("to", Long.MAX_VALUE - 1, Long.MIN_VALUE, Long.MAX_VALUE);
                yield fields.at("kind", () -> new SequenceGenerator(from, to));
            }
            case "zipf" -> {
                WorkloadFields fields = all.only("kind", "from", "to", "exponent");
                double exponent = fields.decimal("exponent", 1);
                yield fields.at("kind", () -> new ZipfGenerator(fields.whole("from"), fields.whole("to"), exponent));
            }
            case "decimal" -> {
                WorkloadFields fields = all.only("kind", "from", "to");
                yield fields.at("kind", () -> new DecimalGenerator(fields.decimal("from", 0), fields.decimal("to", 1)));
            }
            case "normal" -> {
                WorkloadFields fields = all.only("kind", "mean", "deviation", "from", "to");
                yield fields.at(
                        "kind",
                        () -> new NormalGenerator(
                                fields.decimal("mean", 0),
                                fields.decimal("deviation", 1),
                                fields.decimal("from", Double.NEGATIVE_INFINITY),
                                fields.decimal("to", Double.POSITIVE_INFINITY)));
            }
            case "text" -> text(all.only("kind", "length", "from", "to", "alphabet"));
            case "choice" -> {
                WorkloadFields fields = all.only("kind", "of");
                yield fields.at("kind", () -> new ChoiceGenerator(fields.texts("of")));
            }
            case "uuid" -> {
                all.only("kind");
                yield new UuidGenerator();
            }
            default ->
                throw all.problem(
                        "kind",
                        "is of an unknown kind=" + kind
                                + " known=[uniform, sequence, zipf, decimal, normal, text, choice, uuid]");
        };
    }

    private static Generator text(WorkloadFields fields) {
        int length = (int) fields.number("length", 16, 0, TextGenerator.LONGEST);
        int from = (int) fields.number("from", length, 0, TextGenerator.LONGEST);
        int to = (int) fields.number("to", Math.max(from, length), 0, TextGenerator.LONGEST);
        String alphabet = fields.text("alphabet").orElse("abcdefghijklmnopqrstuvwxyz0123456789");
        return fields.at("kind", () -> new TextGenerator(from, to, alphabet));
    }
}
