package io.millrace.fix;

import io.millrace.net.HostPort;
import io.millrace.net.TlsIdentity.ClientCertificate;
import io.millrace.topology.YamlFields;
import java.time.DateTimeException;
import java.time.DayOfWeek;
import java.time.Duration;
import java.time.LocalTime;
import java.time.ZoneId;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** Reads a session of the section {@code fix}. */
final class FixSessionYaml {

    private static final int LONGEST_HEARTBEAT = 3_600;
    private static final int LEAST_MESSAGE = 256;

    /** The sets of checks that a topology may name. */
    enum Checks {
        ALL,
        KNOWN_FIELDS,
        NONE
    }

    private FixSessionYaml() {}

    static FixSessionSpec read(YamlFields fields, Map<String, FixDictionarySpec> dictionaries) {
        fields.only(
                "session",
                "dictionary",
                "versions",
                "connect",
                "firstWait",
                "longestWait",
                "certificate",
                "key",
                "trust",
                "schedule",
                "checks",
                "options",
                "heartbeat",
                "latency",
                "maxMessage");
        String name = fields.required("session");
        FixSessionId id =
                fields.at("session", () -> FixSessionId.parse(name), IllegalArgumentException.class::isInstance);
        List<HostPort> connect = fields.texts("connect").stream()
                .map(host -> FixSection.address(fields, "connect", host))
                .toList();
        if (connect.isEmpty()) {
            fields.refuse("belongs to connect", "firstWait", "longestWait", "heartbeat", "certificate", "key", "trust");
        }
        FixSessionSpec usual = FixSessionSpec.accepting(id, "");
        Duration firstWait = fields.duration("firstWait").orElse(usual.firstWait());
        Duration longestWait = fields.duration("longestWait").orElse(usual.longestWait());
        if (firstWait.isZero() || longestWait.compareTo(firstWait) < 0) {
            throw fields.problem(
                    "firstWait",
                    "needs a first wait above zero and no longer than the longest firstWait=" + firstWait
                            + " longestWait=" + longestWait);
        }
        return new FixSessionSpec(
                id,
                dictionary(fields, dictionaries),
                versions(fields, dictionaries),
                connect,
                firstWait,
                longestWait,
                tls(fields),
                fields.fields("schedule", "start", "end", "zone", "endZone", "days", "startDay", "endDay")
                        .map(FixSessionYaml::schedule),
                checks(fields),
                options(fields),
                (int) fields.optionalNumber("heartbeat", 0, LONGEST_HEARTBEAT).orElse(usual.heartbeatSeconds()),
                fields.duration("latency").orElse(usual.latency()),
                FixSection.size(fields, "maxMessage", LEAST_MESSAGE, usual.maxMessageBytes()));
    }

    /** Reads the TLS of an initiator, which uses it if it says whom it trusts. */
    private static Optional<FixTlsSpec> tls(YamlFields fields) {
        Optional<String> trust = fields.text("trust");
        if (trust.isEmpty()) {
            fields.refuse("belongs to trust", "certificate", "key");
            return Optional.empty();
        }
        return Optional.of(FixSection.tls(fields, trust, ClientCertificate.NONE));
    }

    private static String dictionary(YamlFields fields, Map<String, FixDictionarySpec> dictionaries) {
        Optional<String> named = fields.text("dictionary");
        if (named.isEmpty() && dictionaries.size() == 1) {
            return dictionaries.keySet().iterator().next();
        }
        String name = named.orElseGet(() -> fields.required("dictionary"));
        return known(fields, "dictionary", name, dictionaries);
    }

    private static String known(
            YamlFields fields, String key, String name, Map<String, FixDictionarySpec> dictionaries) {
        if (!dictionaries.containsKey(name)) {
            throw fields.problem(
                    key,
                    "names a dictionary that does not exist dictionary=" + name + " known=" + dictionaries.keySet());
        }
        return name;
    }

    private static List<String> versions(YamlFields fields, Map<String, FixDictionarySpec> dictionaries) {
        return fields.texts("versions").stream()
                .map(name -> known(fields, "versions", name, dictionaries))
                .toList();
    }

    private static Set<FixCheck> checks(YamlFields fields) {
        return switch (fields.constant("checks", Checks.class).orElse(Checks.ALL)) {
            case ALL -> FixCheck.all();
            case KNOWN_FIELDS -> FixCheck.knownFields();
            case NONE -> FixCheck.none();
        };
    }

    private static Set<FixOption> options(YamlFields fields) {
        Set<FixOption> options = EnumSet.noneOf(FixOption.class);
        for (String option : fields.texts("options")) {
            options.add(fields.at("options", () -> constant(FixOption.class, option), FixSection::isRefusal));
        }
        return options;
    }

    private static <E extends Enum<E>> E constant(Class<E> type, String text) {
        try {
            return Enum.valueOf(type, text.toUpperCase(Locale.ROOT).replace('-', '_'));
        } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException(
                    "has an unknown value value=" + text + " known=" + List.of(type.getEnumConstants()), e);
        }
    }

    private static FixScheduleSpec schedule(YamlFields fields) {
        LocalTime start = time(fields, "start");
        LocalTime end = time(fields, "end");
        ZoneId zone = zone(fields, "zone").orElse(ZoneId.of("UTC"));
        ZoneId endZone = zone(fields, "endZone").orElse(zone);
        Optional<DayOfWeek> startDay = fields.constant("startDay", DayOfWeek.class);
        Optional<DayOfWeek> endDay = fields.constant("endDay", DayOfWeek.class);
        if (startDay.isPresent() != endDay.isPresent()) {
            throw fields.problem(
                    startDay.isPresent() ? "startDay" : "endDay", "needs both or neither of startDay and endDay");
        }
        if (startDay.isPresent()) {
            fields.refuse("contradicts startDay", "days");
            return new FixScheduleSpec(start, end, zone, endZone, Set.of(startDay.get()), endDay);
        }
        Set<DayOfWeek> days = EnumSet.noneOf(DayOfWeek.class);
        for (String day : fields.texts("days")) {
            days.add(fields.at("days", () -> constant(DayOfWeek.class, day), FixSection::isRefusal));
        }
        if (fields.has("days") && days.isEmpty()) {
            throw fields.problem("days", "never opens, since it has no days");
        }
        return new FixScheduleSpec(
                start, end, zone, endZone, days.isEmpty() ? EnumSet.allOf(DayOfWeek.class) : days, Optional.empty());
    }

    private static LocalTime time(YamlFields fields, String key) {
        String text = fields.required(key);
        try {
            return LocalTime.parse(text);
        } catch (DateTimeException e) {
            throw fields.problem(key, "needs a time of day such as \"08:30\" " + key + "=" + text);
        }
    }

    private static Optional<ZoneId> zone(YamlFields fields, String key) {
        return fields.text(key).map(text -> {
            try {
                return ZoneId.of(text);
            } catch (DateTimeException e) {
                throw fields.problem(key, "needs a time zone such as Europe/Berlin " + key + "=" + text);
            }
        });
    }
}
