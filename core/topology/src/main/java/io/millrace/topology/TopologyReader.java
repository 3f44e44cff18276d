package io.millrace.topology;

import io.millrace.journal.Durability;
import io.millrace.journal.JournalException;
import io.millrace.journal.Ownership;
import io.millrace.journal.PeriodPolicy;
import io.millrace.journal.ReaderPolicy;
import io.millrace.journal.RetentionPolicy;
import io.millrace.journal.RollPeriod;
import io.millrace.service.ErrorPolicy;
import io.millrace.service.StartAt;
import io.millrace.text.YamlTree;
import io.millrace.text.YamlTree.Fields;
import java.nio.file.Path;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.SequencedMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Turns a topology file into a topology, strictly: a key or value that is not known is an error with its place. */
final class TopologyReader {
    private static final Pattern SIZE = Pattern.compile("([0-9]{1,9}) ?(B|KiB|MiB|GiB)");

    private final Path file;
    private final String shown;

    private TopologyReader(Path file) {
        this.file = file.toAbsolutePath().normalize();
        this.shown = TopologyPlace.shown(file);
    }

    static Topology read(Path file) {
        Fields root = TopologyYaml.parse(file);
        Topology topology = new TopologyReader(file).topology(root);
        TopologyChecks.check(topology);
        return topology;
    }

    private TopologyFields fields(String what, YamlTree node, String... known) {
        return TopologyFields.of(shown, what, node, known);
    }

    private Topology topology(Fields root) {
        TopologyFields top = fields(
                "the topology",
                root,
                "name",
                "description",
                "classpath",
                "parameters",
                "channels",
                "components",
                "threads",
                "summary");
        String fileName = file.getFileName().toString();
        return new Topology(
                Optional.of(file),
                top.text("name").orElse(fileName.replaceFirst("\\.ya?ml$", "")),
                top.text("description").orElse(""),
                top.texts("classpath").stream()
                        .map(entry -> Topology.resolve(Optional.of(file), entry))
                        .toList(),
                map(top, "parameters", this::parameter),
                map(top, "channels", this::channel),
                map(top, "components", this::component),
                map(top, "threads", this::thread),
                map(top, "summary", this::summary));
    }

    private interface Section<T> {
        T read(String what, YamlTree node);
    }

    private <T> SequencedMap<String, T> map(TopologyFields parent, String key, Section<T> section) {
        SequencedMap<String, T> map = new LinkedHashMap<>();
        String singular = key.endsWith("s") ? key.substring(0, key.length() - 1) : key;
        parent.map(key).forEach((name, entry) -> map.put(name, section.read(singular + "=" + name, entry.value())));
        return map;
    }

    private ParameterSpec parameter(String what, YamlTree node) {
        TopologyFields fields = fields(what, node, "type", "default", "help", "values");
        return new ParameterSpec(
                fields.constant("type", ParameterType.class).orElse(ParameterType.STRING),
                fields.text("default"),
                fields.text("help").orElse(""),
                fields.texts("values"));
    }

    private ChannelSpec channel(String what, YamlTree node) {
        TopologyFields fields = fields(
                what, node, "kind", "size", "durability", "ownership", "roll", "retain", "encryption", "formerly");
        Optional<YamlTree> roll = fields.node("roll");
        TopologyFields rolling = roll.map(value -> fields(what + " roll", value, "size", "every", "zone"))
                .orElse(null);
        ChannelKind kind = fields.constant("kind", ChannelKind.class).orElse(ChannelKind.JOURNAL);
        if (kind == ChannelKind.DIRECT) {
            fields.refuse(
                    "a channel of kind direct stores nothing",
                    "size",
                    "durability",
                    "ownership",
                    "roll",
                    "retain",
                    "encryption",
                    "formerly");
        } else if (kind == ChannelKind.QUEUE) {
            fields.refuse(
                    "a channel of kind queue is in memory", "durability", "ownership", "roll", "retain", "encryption");
        } else {
            fields.refuse("the size of a journal is not bounded, see roll and retain", "size");
            fields.refuse("a journal is renamed by renaming its directory too", "formerly");
        }
        return new ChannelSpec(
                kind,
                fields.text("size")
                        .map(size -> Math.toIntExact(Math.min(Integer.MAX_VALUE, sizeBytes(fields, size))))
                        .orElse(ChannelSpec.DEFAULT_QUEUE_SIZE_BYTES),
                fields.constant("durability", Durability.class).orElse(Durability.MAPPED),
                fields.constant("ownership", Ownership.class).orElse(Ownership.SINGLE),
                rolling == null
                        ? OptionalLong.empty()
                        : rolling.text("size")
                                .map(size -> OptionalLong.of(sizeBytes(rolling, size)))
                                .orElse(OptionalLong.empty()),
                rolling == null ? RollPeriod.NONE : rollPeriod(rolling),
                fields.node("retain")
                        .map(value -> retention(fields(what + " retain", value, "age", "size", "readers", "periods")))
                        .orElse(RetentionPolicy.keepAll()),
                fields.node("encryption").map(value -> encryption(what + " encryption", value)),
                fields.texts("formerly"));
    }

    private EncryptionSpec encryption(String what, YamlTree node) {
        TopologyFields fields = fields(what, node, "keys", "subject");
        return new EncryptionSpec(fields.required("keys"), fields.text("subject"));
    }

    private static RollPeriod rollPeriod(TopologyFields fields) {
        Optional<String> zone = fields.text("zone");
        Optional<String> every = fields.text("every");
        if (zone.isPresent() && every.isEmpty()) {
            throw fields.problem("zone", "has a zone, but no period that begins in it");
        }
        try {
            return new RollPeriod(
                    every.map(text -> period(fields, text)).orElse(Duration.ZERO),
                    zone.map(ZoneId::of).orElse(ZoneOffset.UTC));
        } catch (DateTimeException e) {
            throw fields.problem("zone", "zone=" + zone.orElse("") + " is not a zone such as UTC or Europe/Zurich");
        } catch (JournalException e) {
            throw fields.problem("every", e.getMessage());
        }
    }

    private static RetentionPolicy retention(TopologyFields fields) {
        RetentionPolicy policy = RetentionPolicy.keepAll()
                .withReaders(fields.constant("readers", ReaderPolicy.class).orElse(ReaderPolicy.KEEP_UNREAD))
                .withPeriods(fields.constant("periods", PeriodPolicy.class).orElse(PeriodPolicy.ANY));
        if (fields.text("age").isPresent()) {
            String age = fields.text("age").get();
            if (!ParameterType.DURATION.accepts(age)) {
                throw fields.problem("age", "age=" + age + " is not a duration such as 36h or 7d");
            }
            policy = policy.withMaxAge(ParameterType.duration(age));
        }
        if (fields.text("size").isPresent()) {
            policy = policy.withMaxSizeBytes(
                    sizeBytes(fields, fields.text("size").get()));
        }
        if (policy.keepsAll()) {
            throw fields.problem(
                    "readers",
                    "retains everything; it needs an age, a size, readers REMOVE_READ or periods REMOVE_CLOSED");
        }
        return policy;
    }

    private static long sizeBytes(TopologyFields fields, String text) {
        Matcher matcher = SIZE.matcher(text);
        if (!matcher.matches()) {
            throw fields.problem("size", "size=" + text + " is not a size such as 64KiB, 64MiB or 1GiB");
        }
        long number = Long.parseLong(matcher.group(1));
        return switch (matcher.group(2)) {
            case "B" -> number;
            case "KiB" -> number << 10;
            case "MiB" -> number << 20;
            default -> number << 30;
        };
    }

    private static Duration period(TopologyFields fields, String text) {
        return switch (text.toLowerCase(Locale.ROOT)) {
            case "minute" -> Duration.ofMinutes(1);
            case "hour" -> Duration.ofHours(1);
            case "day" -> Duration.ofDays(1);
            case "week" -> Duration.ofDays(7);
            default -> {
                if (!ParameterType.DURATION.accepts(text)) {
                    throw fields.problem(
                            "every", "every=" + text + " is not minute, hour, day, week or a duration such as 10m");
                }
                yield ParameterType.duration(text);
            }
        };
    }

    private ComponentSpec component(String what, YamlTree node) {
        TopologyFields fields = fields(
                what,
                node,
                "class",
                "reads",
                "writes",
                "arguments",
                "types",
                "onError",
                "snapshots",
                "formerly",
                "startAt");
        SequencedMap<String, Argument> arguments = new LinkedHashMap<>();
        fields.map("arguments")
                .forEach((name, entry) -> arguments.put(name, argument(what + " argument=" + name, entry.value())));
        Optional<SnapshotSpec> snapshots = fields.node("snapshots").map(value -> snapshots(what, value));
        return new ComponentSpec(
                fields.text("class").orElse(""),
                fields.texts("reads"),
                fields.text("writes").orElse(""),
                arguments,
                fields.texts("types"),
                fields.constant("onError", ErrorPolicy.class).orElse(ErrorPolicy.STOP),
                snapshots,
                fields.texts("formerly"),
                fields.constant("startAt", StartAt.class));
    }

    private SnapshotSpec snapshots(String what, YamlTree node) {
        TopologyFields fields = fields(what + " snapshots", node, "channel", "every");
        return new SnapshotSpec(fields.text("channel").orElse(""), fields.number("every", 1, Long.MAX_VALUE));
    }

    private Argument argument(String what, YamlTree node) {
        return switch (node) {
            case YamlTree.Text text -> new Argument.Text(text.isNull() ? "" : text.value());
            case YamlTree.Items items ->
                new Argument.Items(items.items().stream()
                        .map(item -> TopologyFields.itemText(shown, what, item))
                        .toList());
            case Fields fields ->
                throw TopologyFields.problem(shown, fields, what + " is a map, and a value or a list is wanted");
        };
    }

    private ThreadSpec thread(String what, YamlTree node) {
        TopologyFields fields = fields(what, node, "runs", "idle", "cpu");
        OptionalInt cpu = fields.node("cpu").isPresent()
                ? OptionalInt.of((int) fields.number("cpu", 0, Short.MAX_VALUE))
                : OptionalInt.empty();
        return new ThreadSpec(fields.texts("runs"), fields.text("idle").orElse(ThreadSpec.DEFAULT_IDLE), cpu);
    }

    private SummarySpec summary(String what, YamlTree node) {
        TopologyFields fields = fields(what, node, "channel", "calls", "component", "count");
        boolean calls = fields.has("channel") && fields.has("calls");
        boolean count = fields.has("component") && fields.has("count");
        if (calls == count || fields.size() != 2) {
            throw TopologyFields.problem(
                    shown, node, what + " needs either channel and calls, or component and count, and nothing else");
        }
        return calls
                ? SummarySpec.calls(fields.required("channel"), fields.required("calls"))
                : SummarySpec.counted(fields.required("component"), fields.required("count"));
    }
}
