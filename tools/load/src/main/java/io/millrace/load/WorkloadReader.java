package io.millrace.load;

import io.millrace.measure.MeasureException;
import io.millrace.topology.YamlFields;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;

/** Reads workload files. */
final class WorkloadReader {
    private static final int MAX_WEIGHT = 1_000_000;
    private static final int MAX_OPERATIONS = 1_000;

    private WorkloadReader() {}

    static Workload read(Path path) {
        YamlFields fields =
                YamlFields.read(path, "workload", LoadException::new).only("seed", "setup", "values", "operations");
        Map<String, Generator> values = new LinkedHashMap<>();
        fields.named("values").forEach((name, value) -> values.put(name, generator(value)));
        List<OperationSpec> operations = new ArrayList<>();
        fields.named("operations").forEach((name, each) -> operations.add(operation(name, each, values)));
        if (operations.isEmpty() || operations.size() > MAX_OPERATIONS) {
            throw fields.problem(
                    "operations", "needs 1 to " + MAX_OPERATIONS + " operations count=" + operations.size());
        }
        long seed =
                fields.optionalNumber("seed", Long.MIN_VALUE, Long.MAX_VALUE).orElse(0);
        return new Workload(seed, fields.texts("setup"), operations, values);
    }

    private static OperationSpec operation(String name, YamlFields fields, Map<String, Generator> values) {
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
        texts.forEach((key, text) -> templates.put(key, at(fields, key, () -> Template.parse(text, parameters))));
        int weight = (int) fields.optionalNumber("weight", 1, MAX_WEIGHT).orElse(1);
        return at(fields, name, () -> new OperationSpec(name, weight, parameters, templates, fields.position()));
    }

    /** Returns what a supplier makes; what it refuses is an error at a key. */
    private static <T> T at(YamlFields fields, String key, Supplier<T> maker) {
        return fields.at(key, maker, e -> e instanceof MeasureException || e instanceof LoadException);
    }

    private static Generator generator(YamlFields all) {
        String kind = all.text("kind").orElseThrow(() -> all.problem("kind", "needs a kind"));
        return switch (kind) {
            case "uniform" -> {
                YamlFields fields = all.only("kind", "from", "to");
                yield at(fields, "kind", () -> new UniformGenerator(whole(fields, "from"), whole(fields, "to")));
            }
            case "sequence" -> {
                YamlFields fields = all.only("kind", "from", "to");
                long from = fields.optionalNumber("from", Long.MIN_VALUE, Long.MAX_VALUE)
                        .orElse(0);
                long to = fields.optionalNumber("to", Long.MIN_VALUE, Long.MAX_VALUE)
                        .orElse(Long.MAX_VALUE - 1);
                yield at(fields, "kind", () -> new SequenceGenerator(from, to));
            }
            case "zipf" -> {
                YamlFields fields = all.only("kind", "from", "to", "exponent");
                double exponent = fields.decimal("exponent", 1);
                yield at(fields, "kind", () -> new ZipfGenerator(whole(fields, "from"), whole(fields, "to"), exponent));
            }
            case "decimal" -> {
                YamlFields fields = all.only("kind", "from", "to");
                yield at(
                        fields, "kind", () -> new DecimalGenerator(fields.decimal("from", 0), fields.decimal("to", 1)));
            }
            case "normal" -> {
                YamlFields fields = all.only("kind", "mean", "deviation", "from", "to");
                yield at(
                        fields,
                        "kind",
                        () -> new NormalGenerator(
                                fields.decimal("mean", 0),
                                fields.decimal("deviation", 1),
                                fields.decimal("from", Double.NEGATIVE_INFINITY),
                                fields.decimal("to", Double.POSITIVE_INFINITY)));
            }
            case "text" -> text(all.only("kind", "length", "from", "to", "alphabet"));
            case "choice" -> {
                YamlFields fields = all.only("kind", "of");
                yield at(fields, "kind", () -> new ChoiceGenerator(fields.texts("of")));
            }
            case "uuid" -> {
                all.only("kind");
                yield new UuidGenerator();
            }
            default ->
                throw all.problem(
                        "kind",
                        "has an unknown kind=" + kind
                                + " known=[uniform, sequence, zipf, decimal, normal, text, choice, uuid]");
        };
    }

    private static Generator text(YamlFields fields) {
        int length = length(fields, "length", 16);
        int from = length(fields, "from", length);
        int to = length(fields, "to", Math.max(from, length));
        String alphabet = fields.text("alphabet").orElse("abcdefghijklmnopqrstuvwxyz0123456789");
        return at(fields, "kind", () -> new TextGenerator(from, to, alphabet));
    }

    private static int length(YamlFields fields, String key, int otherwise) {
        return (int) fields.optionalNumber(key, 0, TextGenerator.LONGEST).orElse(otherwise);
    }

    private static long whole(YamlFields fields, String key) {
        return fields.number(key, Long.MIN_VALUE, Long.MAX_VALUE);
    }
}
