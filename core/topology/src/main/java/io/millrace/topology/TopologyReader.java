package io.millrace.topology;

import io.millrace.journal.Durability;
import io.millrace.journal.JournalException;
import io.millrace.journal.Ownership;
import io.millrace.journal.PeriodPolicy;
import io.millrace.journal.ReaderPolicy;
import io.millrace.journal.RetentionPolicy;
import io.millrace.journal.RollPeriod;
import io.millrace.service.AnswerLimits;
import io.millrace.service.ErrorPolicy;
import io.millrace.service.StartAt;
import java.nio.file.Path;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.SequencedMap;
import java.util.function.BiFunction;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;

/** Turns a topology file into a topology, strictly: an unknown key or value is an error with its position. */
final class TopologyReader {

    /** The word for a processor that is chosen at the start. */
    private static final String AUTO = "auto";

    private TopologyReader() {}

    static Topology read(Path path) {
        Path file = path.toAbsolutePath().normalize();
        YamlFields top = YamlFields.read(file, "topology", TopologyException::new);
        TopologySections sections = TopologySections.find();
        SequencedMap<String, ParameterSpec> parameters = map(top, "parameters", TopologyReader::parameter);
        SequencedMap<String, Object> values =
                sections.read(top, text -> ParameterValues.withDefaults(text, parameters, Optional.of(file)));
        String fileName = file.getFileName().toString();
        Topology topology = new Topology(
                Optional.of(file),
                top.text("name").orElse(fileName.replaceFirst("\\.ya?ml$", "")),
                top.text("description").orElse(""),
                top.texts("classpath").stream()
                        .map(entry -> OptionalParts.resolve(
                                Optional.of(file), entry, message -> top.problem("classpath", message)))
                        .toList(),
                parameters,
                ranges(top, "channels", TopologyReader::channel, TopologyReader::numbered),
                ranges(top, "components", TopologyReader::component, TopologyReader::numbered),
                ranges(top, "threads", TopologyReader::thread, TopologyReader::numbered),
                values,
                map(top, "hosts", fields -> host(fields, file)),
                sections.hosts(top));
        TopologyChecks.check(topology, sections);
        return topology;
    }

    /** Reads the sections of a file again, with values of parameters. */
    static SequencedMap<String, Object> sections(Path file, UnaryOperator<String> parameters) {
        YamlFields top = YamlFields.read(file, "topology", TopologyException::new);
        return TopologySections.find().read(top, parameters);
    }

    private static <T> SequencedMap<String, T> map(YamlFields top, String key, Function<YamlFields, T> each) {
        SequencedMap<String, T> map = new LinkedHashMap<>();
        top.named(key).forEach((name, fields) -> map.put(name, each.apply(fields)));
        return map;
    }

    /** Reads maps whose names may be ranges; each number of a range gets what is said with it in place of the range. */
    private static <T> SequencedMap<String, T> ranges(
            YamlFields top, String key, Function<YamlFields, T> each, BiFunction<T, UnaryOperator<String>, T> with) {
        SequencedMap<String, T> map = new LinkedHashMap<>();
        top.named(key).forEach((name, fields) -> {
            T read = each.apply(fields);
            Predicate<RuntimeException> refused = IllegalArgumentException.class::isInstance;
            Optional<NameRange> range = top.at(key, () -> NameRange.in(name), refused);
            if (range.isEmpty()) {
                put(top, key, map, name, top.at(key, () -> with.apply(read, UnaryOperator.identity()), refused));
                return;
            }
            for (int number = range.get().from(); number <= range.get().to(); number++) {
                int its = number;
                UnaryOperator<String> numbered = text -> range.get().with(its, text);
                T one = top.at(key, () -> with.apply(read, numbered), refused);
                put(top, key, map, numbered.apply(name), one);
            }
        });
        return map;
    }

    private static <T> void put(YamlFields top, String key, Map<String, T> map, String name, T value) {
        if (map.put(name, value) != null) {
            throw top.problem(key, "has the name twice, once in a range name=" + name);
        }
    }

    private static ChannelSpec numbered(ChannelSpec spec, UnaryOperator<String> with) {
        ChannelSpec numbered = spec.formerly(spec.formerly().stream().map(with).toArray(String[]::new));
        return spec.host().map(with).map(numbered::onHost).orElse(numbered);
    }

    private static ComponentSpec numbered(ComponentSpec spec, UnaryOperator<String> with) {
        SequencedMap<String, Argument> arguments = new LinkedHashMap<>();
        spec.arguments()
                .forEach((name, argument) -> arguments.put(
                        name,
                        switch (argument) {
                            case Argument.Text text -> new Argument.Text(with.apply(text.value()));
                            case Argument.Items items ->
                                new Argument.Items(
                                        items.values().stream().map(with).toList());
                        }));
        return new ComponentSpec(
                spec.className(),
                NameRange.names(spec.reads().stream().map(with).toList()),
                with.apply(spec.writes()),
                arguments,
                spec.types(),
                spec.onError(),
                spec.snapshots()
                        .map(snapshots -> new SnapshotSpec(with.apply(snapshots.channel()), snapshots.everyInputs())),
                spec.formerly().stream().map(with).toList(),
                spec.startAt(),
                NameRange.names(spec.priority().stream().map(with).toList()),
                spec.host().map(with),
                spec.giveUpAfter(),
                spec.answers());
    }

    private static ThreadSpec numbered(ThreadSpec spec, UnaryOperator<String> with) {
        return new ThreadSpec(
                NameRange.names(spec.runs().stream().map(with).toList()),
                spec.idle(),
                spec.cpu(),
                spec.host().map(with));
    }

    private static ParameterSpec parameter(YamlFields fields) {
        fields.only("type", "default", "help", "values");
        return new ParameterSpec(
                fields.constant("type", ParameterType.class).orElse(ParameterType.STRING),
                fields.text("default"),
                fields.text("help").orElse(""),
                fields.texts("values"));
    }

    private static ChannelSpec channel(YamlFields fields) {
        fields.only("kind", "size", "durability", "ownership", "roll", "retain", "encryption", "formerly", "host");
        ChannelKind kind = fields.constant("kind", ChannelKind.class).orElse(ChannelKind.JOURNAL);
        switch (kind) {
            case DIRECT ->
                fields.refuse(
                        "a channel of kind direct stores nothing",
                        "size",
                        "durability",
                        "ownership",
                        "roll",
                        "retain",
                        "encryption",
                        "formerly");
            case QUEUE ->
                fields.refuse(
                        "a channel of kind queue is in memory",
                        "durability",
                        "ownership",
                        "roll",
                        "retain",
                        "encryption");
            case JOURNAL -> fields.refuse("the size of a journal is not bounded, see roll and retain", "size");
        }
        OptionalLong queueSize = fields.sizeBytes("size");
        Optional<YamlFields> roll = fields.fields("roll", "size", "every", "zone");
        return new ChannelSpec(
                kind,
                (int) Math.min(Integer.MAX_VALUE, queueSize.orElse(ChannelSpec.DEFAULT_QUEUE_SIZE_BYTES)),
                fields.constant("durability", Durability.class).orElse(Durability.MAPPED),
                fields.constant("ownership", Ownership.class).orElse(Ownership.SINGLE),
                roll.map(rolling -> rolling.sizeBytes("size")).orElse(OptionalLong.empty()),
                roll.map(TopologyReader::rollPeriod).orElse(RollPeriod.NONE),
                fields.fields("retain", "age", "size", "copies", "readers", "periods")
                        .map(TopologyReader::retention)
                        .orElse(RetentionPolicy.keepAll()),
                fields.fields("encryption", "keys", "subject", "provider")
                        .map(by -> new EncryptionSpec(by.required("keys"), by.text("subject"), by.text("provider"))),
                fields.texts("formerly"),
                fields.text("host"));
    }

    private static RollPeriod rollPeriod(YamlFields fields) {
        if (fields.text("zone").isPresent() && fields.text("every").isEmpty()) {
            throw fields.problem("zone", "has a zone but no period");
        }
        ZoneId zone = ZoneOffset.UTC;
        if (fields.text("zone").isPresent()) {
            String name = fields.text("zone").get();
            try {
                zone = ZoneId.of(name);
            } catch (DateTimeException e) {
                throw fields.problem("zone", "zone=" + name + " is not a zone such as UTC or Europe/Zurich");
            }
        }
        ZoneId begins = zone;
        Duration every = period(fields);
        return fields.at("every", () -> new RollPeriod(every, begins), JournalException.class::isInstance);
    }

    private static Duration period(YamlFields fields) {
        String text = fields.text("every").orElse("");
        return switch (text.toLowerCase(Locale.ROOT)) {
            case "" -> Duration.ZERO;
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

    private static RetentionPolicy retention(YamlFields fields) {
        RetentionPolicy policy = RetentionPolicy.keepAll()
                .withReaders(fields.constant("readers", ReaderPolicy.class).orElse(ReaderPolicy.KEEP_UNREAD))
                .withPeriods(fields.constant("periods", PeriodPolicy.class).orElse(PeriodPolicy.ANY));
        Optional<Duration> age = fields.duration("age");
        if (age.isPresent()) {
            policy = policy.withMaxAge(age.get());
        }
        OptionalLong sizeBytes = fields.sizeBytes("size");
        if (sizeBytes.isPresent()) {
            policy = policy.withMaxSizeBytes(sizeBytes.getAsLong());
        }
        OptionalLong copiesBytes = fields.sizeBytes("copies");
        if (copiesBytes.isPresent()) {
            policy = policy.withMaxBytesForCopies(copiesBytes.getAsLong());
        }
        if (policy.keepsAll()) {
            throw fields.problem(
                    "readers",
                    "retains everything; it needs an age, a size, readers REMOVE_READ or periods REMOVE_CLOSED");
        }
        return policy;
    }

    private static ComponentSpec component(YamlFields fields) {
        fields.only(
                "class",
                "reads",
                "writes",
                "arguments",
                "types",
                "onError",
                "snapshots",
                "formerly",
                "startAt",
                "priority",
                "host",
                "giveUpAfter",
                "answers");
        SequencedMap<String, Argument> arguments = new LinkedHashMap<>();
        fields.fields("arguments")
                .ifPresent(given -> given.keys().forEach(name -> arguments.put(name, argument(given, name))));
        return new ComponentSpec(
                fields.text("class").orElse(""),
                fields.texts("reads"),
                fields.text("writes").orElse(""),
                arguments,
                fields.texts("types"),
                fields.constant("onError", ErrorPolicy.class).orElse(ErrorPolicy.STOP),
                fields.fields("snapshots", "channel", "every")
                        .map(snapshots -> new SnapshotSpec(
                                snapshots.text("channel").orElse(""), snapshots.number("every", 1, Long.MAX_VALUE))),
                fields.texts("formerly"),
                fields.constant("startAt", StartAt.class),
                fields.texts("priority"),
                fields.text("host"),
                fields.duration("giveUpAfter"),
                fields.fields("answers", "kept", "bytes", "clients", "openReplies", "failures", "queryBudget")
                        .map(TopologyReader::answers));
    }

    private static AnswerSpec answers(YamlFields fields) {
        AnswerSpec usual = AnswerSpec.defaults();
        AnswerLimits limits = new AnswerLimits(
                atLeastOne(fields, "kept", usual.limits().answers()),
                bytes(fields, usual.limits().bytes()),
                atLeastOne(fields, "clients", usual.limits().clients()),
                atLeastOne(fields, "openReplies", usual.limits().openReplies()),
                atLeastOne(fields, "failures", usual.limits().failures()));
        Duration budget = fields.duration("queryBudget").orElse(usual.queryBudget());
        return fields.at("queryBudget", () -> new AnswerSpec(limits, budget), TopologyException.class::isInstance);
    }

    private static int atLeastOne(YamlFields fields, String key, int otherwise) {
        return (int) fields.optionalNumber(key, 1, Integer.MAX_VALUE).orElse(otherwise);
    }

    private static int bytes(YamlFields fields, int otherwise) {
        long bytes = fields.sizeBytes("bytes").orElse(otherwise);
        if (bytes < 1 || bytes > Integer.MAX_VALUE) {
            throw fields.problem("bytes", "bytes=" + bytes + " is not from 1 to " + Integer.MAX_VALUE);
        }
        return (int) bytes;
    }

    private static Argument argument(YamlFields arguments, String name) {
        return arguments.isList(name)
                ? new Argument.Items(arguments.texts(name))
                : new Argument.Text(arguments.text(name).orElse(""));
    }

    private static ThreadSpec thread(YamlFields fields) {
        fields.only("runs", "idle", "cpu", "host");
        return new ThreadSpec(
                fields.texts("runs"),
                fields.text("idle").orElse(ThreadSpec.DEFAULT_IDLE),
                cpu(fields),
                fields.text("host"));
    }

    private static HostSpec host(YamlFields fields, Path file) {
        fields.only("address", "certificate", "key", "trust", "replicas", "degradeAfter");
        Function<String, Path> resolved = entry -> Topology.resolve(Optional.of(file), entry);
        return new HostSpec(
                fields.required("address"),
                fields.text("certificate").map(resolved),
                fields.text("key").map(resolved),
                fields.text("trust").map(resolved),
                fields.texts("replicas"),
                fields.duration("degradeAfter"));
    }

    private static ThreadCpu cpu(YamlFields fields) {
        Optional<String> text = fields.text("cpu");
        if (text.equals(Optional.of(AUTO))) {
            return new ThreadCpu.Auto();
        }
        if (text.isPresent() && !text.get().matches("-?[0-9_]+")) {
            throw fields.problem("cpu", "cpu=" + text.get() + " is neither the number of a processor nor " + AUTO);
        }
        OptionalLong cpu = fields.optionalNumber("cpu", 0, Short.MAX_VALUE);
        return cpu.isPresent() ? new ThreadCpu.One((int) cpu.getAsLong()) : new ThreadCpu.Any();
    }
}
