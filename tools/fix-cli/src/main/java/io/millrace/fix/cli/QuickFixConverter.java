package io.millrace.fix.cli;

import io.millrace.fix.FixException;
import io.millrace.fix.FixSessionId;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.SequencedMap;
import java.util.SequencedSet;
import java.util.stream.IntStream;

/** Makes the section {@code fix} of settings of QuickFIX. One conversion. */
final class QuickFixConverter {

    private static final String YES = "Y";
    private static final List<String> DAYS =
            List.of("MONDAY", "TUESDAY", "WEDNESDAY", "THURSDAY", "FRIDAY", "SATURDAY", "SUNDAY");
    private static final Map<String, String> VERSIONS = Map.of(
            "FIX.4.0",
            "2",
            "FIX.4.1",
            "3",
            "FIX.4.2",
            "4",
            "FIX.4.3",
            "5",
            "FIX.4.4",
            "6",
            "FIX.5.0",
            "7",
            "FIX.5.0SP1",
            "8",
            "FIX.5.0SP2",
            "9",
            "FIX.LATEST",
            "10");

    /**
     * A session of the file.
     *
     * @param store the directory of its sequence files; empty if none is named
     */
    record Session(String name, FixSessionId id, Optional<String> store) {}

    private final SequencedMap<String, String> ports = new LinkedHashMap<>();
    private final SequencedMap<String, String> dictionaries = new LinkedHashMap<>();
    private final SequencedMap<String, List<String>> sessions = new LinkedHashMap<>();
    private final SequencedSet<String> notNeeded = new LinkedHashSet<>();
    private final SequencedSet<String> refused = new LinkedHashSet<>();
    private final List<Session> converted = new ArrayList<>();
    private int logonTimeoutSeconds;
    private boolean synced;

    /**
     * Converts a file.
     *
     * @throws FixException if it lacks what a session needs, or a value is wrong
     */
    QuickFixConverter(QuickFixFile file) {
        for (SequencedMap<String, String> settings : file.sessions()) {
            add(settings);
        }
    }

    /** Returns the sessions. */
    List<Session> sessions() {
        return converted;
    }

    /** Returns the settings that ask for nothing, with the reasons. */
    SequencedSet<String> notNeeded() {
        return notNeeded;
    }

    /** Returns the settings that were not converted, with what to do instead. */
    SequencedSet<String> refused() {
        return refused;
    }

    private void add(SequencedMap<String, String> settings) {
        settings.forEach((name, value) -> {
            SettingRules.Rule rule = SettingRules.of(name, value);
            switch (rule.fate()) {
                case NOT_NEEDED -> notNeeded.add(name + "=" + value + ": " + rule.advice());
                case REFUSED, UNKNOWN -> refused.add(name + "=" + value + ": " + rule.advice());
                case CONVERTED -> {
                    // below
                }
            }
        });
        boolean isInitiator = required(settings, "ConnectionType").equalsIgnoreCase("initiator");
        String peer = is(settings, "AcceptorTemplate") ? "*" : required(settings, "TargetCompID");
        FixSessionId id = FixSessionId.parse(
                required(settings, "BeginString") + ":" + required(settings, "SenderCompID") + "->" + peer);
        List<String> lines = new ArrayList<>();
        lines.add("session: " + quoted(id.toString()));
        lines.add("dictionary: " + dictionary(settings, id));
        versions(settings, lines);
        if (isInitiator) {
            connect(settings, lines);
        } else {
            port(settings);
        }
        schedule(settings).ifPresent(lines::add);
        checks(settings).ifPresent(lines::add);
        options(settings).ifPresent(lines::add);
        if (is(settings, "CheckLatency", "N")) {
            lines.add("latency: 0s");
        } else if (settings.containsKey("MaxLatency")) {
            lines.add("latency: " + number(settings, "MaxLatency", settings.get("MaxLatency")) + "s");
        }
        if (settings.containsKey("LogonTimeout")) {
            int seconds = number(settings, "LogonTimeout", settings.get("LogonTimeout"));
            logonTimeoutSeconds = Math.max(logonTimeoutSeconds, seconds);
        }
        synced |= is(settings, "FileStoreSync");
        String name = unique((id.peer().equals("*") ? "others" : id.peer()).replaceAll("[^A-Za-z0-9_-]", "-"));
        sessions.put(name, lines);
        converted.add(new Session(name, id, Optional.ofNullable(settings.get("FileStorePath"))));
    }

    private String unique(String name) {
        String found = name;
        for (int i = 2; sessions.containsKey(found); i++) {
            found = name + "-" + i;
        }
        return found;
    }

    private static String required(Map<String, String> settings, String name) {
        String value = settings.get(name);
        if (value == null || value.isEmpty()) {
            throw new FixException("a session lacks a setting setting=" + name + " session=" + nameOf(settings));
        }
        return value;
    }

    private static String nameOf(Map<String, String> settings) {
        return settings.get("BeginString") + ":" + settings.get("SenderCompID") + "->" + settings.get("TargetCompID");
    }

    private static boolean is(Map<String, String> settings, String name) {
        return is(settings, name, YES);
    }

    private static boolean is(Map<String, String> settings, String name, String value) {
        return value.equalsIgnoreCase(settings.get(name));
    }

    private static int number(Map<String, String> settings, String name, String value) {
        if (!value.matches("[0-9]{1,9}")) {
            throw new FixException(
                    "a setting is no number setting=" + name + " value=" + value + " session=" + nameOf(settings));
        }
        return Integer.parseInt(value);
    }

    private static String quoted(String text) {
        return '"' + text.replace("\\", "\\\\").replace("\"", "\\\"") + '"';
    }

    private String dictionary(Map<String, String> settings, FixSessionId id) {
        if (!id.beginString().equals("FIXT.1.1")) {
            String file =
                    settings.getOrDefault("DataDictionary", id.beginString().replace(".", "") + ".xml");
            return dictionary("{file: " + quoted(file) + "}", file);
        }
        String version = version(required(settings, "DefaultApplVerID"));
        String file = settings.getOrDefault("AppDataDictionary", "FIX50SP2.xml");
        return application(settings, version, file);
    }

    private String application(Map<String, String> settings, String version, String file) {
        String transport = settings.getOrDefault("TransportDataDictionary", "FIXT11.xml");
        return dictionary(
                "{file: " + quoted(file) + ", transport: " + quoted(transport) + ", version: " + quoted(version) + "}",
                file);
    }

    private static String version(String text) {
        return VERSIONS.getOrDefault(text.toUpperCase(Locale.ROOT), text);
    }

    private String dictionary(String spec, String file) {
        for (Map.Entry<String, String> each : dictionaries.entrySet()) {
            if (each.getValue().equals(spec)) {
                return each.getKey();
            }
        }
        String base = file.substring(Math.max(file.lastIndexOf('/'), file.lastIndexOf('\\')) + 1)
                .replaceAll("\\.xml$", "")
                .replaceAll("[^A-Za-z0-9_-]", "-");
        String name = base;
        for (int i = 2; dictionaries.containsKey(name); i++) {
            name = base + "-" + i;
        }
        dictionaries.put(name, spec);
        return name;
    }

    private void versions(Map<String, String> settings, List<String> lines) {
        List<String> names = new ArrayList<>();
        settings.forEach((name, file) -> {
            if (name.startsWith("AppDataDictionary.")) {
                names.add(application(settings, version(name.substring(name.indexOf('.') + 1)), file));
            }
        });
        if (!names.isEmpty()) {
            lines.add("versions: " + names);
        }
    }

    private void connect(Map<String, String> settings, List<String> lines) {
        List<String> hosts = new ArrayList<>();
        hosts.add(quoted(required(settings, "SocketConnectHost") + ":" + required(settings, "SocketConnectPort")));
        IntStream.rangeClosed(0, 99)
                .filter(i -> settings.containsKey("SocketConnectHost" + i))
                .forEach(i -> hosts.add(quoted(
                        settings.get("SocketConnectHost" + i) + ":" + required(settings, "SocketConnectPort" + i))));
        lines.add("connect: " + hosts);
        if (settings.containsKey("ReconnectInterval")) {
            int[] seconds = Arrays.stream(settings.get("ReconnectInterval").split(";"))
                    .mapToInt(part ->
                            number(settings, "ReconnectInterval", part.strip().replaceAll("^[0-9]+\\*", "")))
                    .toArray();
            lines.add("firstWait: " + Math.max(1, seconds[0]) + "s");
            lines.add("longestWait: " + Math.max(1, Arrays.stream(seconds).max().getAsInt()) + "s");
        }
        if (settings.containsKey("HeartBtInt")) {
            lines.add("heartbeat: " + number(settings, "HeartBtInt", settings.get("HeartBtInt")));
        }
        tls(settings, "CLIENT_CERTIFICATE_FILE", "CLIENT_CERTIFICATE_KEY_FILE").forEach(lines::add);
    }

    private static List<String> tls(Map<String, String> settings, String certificate, String key) {
        List<String> lines = new ArrayList<>();
        Map.of("certificate", certificate, "key", key, "trust", "CERTIFICATE_AUTHORITIES_FILE")
                .forEach((name, setting) -> {
                    if (settings.containsKey(setting)) {
                        lines.add(name + ": " + quoted(settings.get(setting)));
                    }
                });
        lines.sort(null);
        return lines;
    }

    private void port(Map<String, String> settings) {
        String port = required(settings, "SocketAcceptPort");
        String host = settings.getOrDefault("SocketAcceptAddress", "0.0.0.0");
        List<String> parts = new ArrayList<>(List.of("address: " + quoted(host + ":" + port)));
        List<String> tls = tls(settings, "SERVER_CERTIFICATE_FILE", "SERVER_CERTIFICATE_KEY_FILE");
        parts.addAll(tls);
        if (!tls.isEmpty() && settings.containsKey("CERTIFICATE_AUTHORITIES_FILE")) {
            boolean isNeeded =
                    number(settings, "CERTIFICATE_VERIFY_LEVEL", settings.getOrDefault("CERTIFICATE_VERIFY_LEVEL", "2"))
                            > 1;
            parts.add("clientCertificate: " + (isNeeded ? "needed" : "wanted"));
        }
        ports.put("port-" + port, "{" + String.join(", ", parts) + "}");
    }

    private static Optional<String> schedule(Map<String, String> settings) {
        if (is(settings, "NonStopSession")) {
            return Optional.empty();
        }
        String zone = settings.getOrDefault("TimeZone", "UTC");
        String[] start = required(settings, "StartTime").split(" +", 2);
        String[] end = required(settings, "EndTime").split(" +", 2);
        List<String> parts = new ArrayList<>();
        parts.add("start: " + quoted(start[0]));
        parts.add("end: " + quoted(end[0]));
        parts.add("zone: " + quoted(zone(settings, start.length > 1 ? start[1] : zone)));
        String endZone = zone(settings, end.length > 1 ? end[1] : zone);
        if (!endZone.equals(zone(settings, start.length > 1 ? start[1] : zone))) {
            parts.add("endZone: " + quoted(endZone));
        }
        if (settings.containsKey("StartDay") || settings.containsKey("EndDay")) {
            parts.add("startDay: " + day(settings, required(settings, "StartDay")));
            parts.add("endDay: " + day(settings, required(settings, "EndDay")));
        } else if (settings.containsKey("Weekdays")) {
            List<String> days = Arrays.stream(settings.get("Weekdays").split("[,; ]+"))
                    .map(day -> day(settings, day))
                    .toList();
            parts.add("days: " + days);
        }
        return Optional.of("schedule: {" + String.join(", ", parts) + "}");
    }

    private static String zone(Map<String, String> settings, String name) {
        try {
            return ZoneId.of(name, ZoneId.SHORT_IDS).getId();
        } catch (java.time.DateTimeException e) {
            throw new FixException("a setting is no time zone value=" + name + " session=" + nameOf(settings), e);
        }
    }

    private static String day(Map<String, String> settings, String text) {
        String wanted = text.strip().toUpperCase(Locale.ROOT);
        return DAYS.stream()
                .filter(day -> wanted.length() >= 2 && day.startsWith(wanted))
                .findFirst()
                .orElseThrow(
                        () -> new FixException("a setting is no day value=" + text + " session=" + nameOf(settings)));
    }

    private static Optional<String> checks(Map<String, String> settings) {
        if (is(settings, "UseDataDictionary", "N") || is(settings, "ValidateIncomingMessage", "N")) {
            return Optional.of("checks: none");
        }
        boolean isLoose = is(settings, "ValidateUserDefinedFields", "N") || is(settings, "AllowUnknownMsgFields");
        return isLoose ? Optional.of("checks: known-fields") : Optional.empty();
    }

    private static Optional<String> options(Map<String, String> settings) {
        List<String> options = new ArrayList<>();
        Map<String, String> byName = new LinkedHashMap<>();
        byName.put("ResetOnLogon", "reset-at-logon");
        byName.put("ResetOnLogout", "reset-at-logout");
        byName.put("ResetOnDisconnect", "reset-at-disconnect");
        byName.put("EnableNextExpectedMsgSeqNum", "next-expected");
        byName.put("EnableLastMsgSeqNumProcessed", "last-processed");
        byName.put("RejectGarbledMessage", "reject-garbled");
        byName.forEach((name, option) -> {
            if (is(settings, name)) {
                options.add(option);
            }
        });
        if (is(settings, "ValidateChecksum", "N")) {
            options.add("accept-any-checksum");
        }
        return options.isEmpty() ? Optional.empty() : Optional.of("options: " + options);
    }

    /** Returns the section, and the channels that it needs. */
    String yaml(String source) {
        StringBuilder yaml = new StringBuilder("# Made of " + source + " by millrace fix convert.\n");
        refused.forEach(line -> yaml.append("# not converted: ").append(line).append('\n'));
        yaml.append("# Add the name and the components, which read fix-in and write fix-out.\n");
        yaml.append("channels:\n  fix-in: {ownership: shared}\n  fix-out: {}\n");
        yaml.append("  fix-operations: {ownership: shared}\n\nfix:\n");
        yaml.append("  in: fix-in               # what comes, as calls with text; messages: names a class of yours\n");
        yaml.append("  out: fix-out\n  operations: fix-operations\n");
        if (synced) {
            yaml.append("  durability: SYNCED\n");
        }
        if (logonTimeoutSeconds > 0) {
            yaml.append("  logonTimeout: ").append(logonTimeoutSeconds).append("s\n");
        }
        map(yaml, "ports", ports);
        map(yaml, "dictionaries", dictionaries);
        yaml.append("  sessions:\n");
        sessions.forEach((name, lines) -> {
            yaml.append("    ").append(name).append(":\n");
            lines.forEach(line -> yaml.append("      ").append(line).append('\n'));
        });
        return yaml.toString();
    }

    private static void map(StringBuilder yaml, String key, Map<String, String> values) {
        if (!values.isEmpty()) {
            yaml.append("  ").append(key).append(":\n");
            values.forEach((name, value) ->
                    yaml.append("    ").append(name).append(": ").append(value).append('\n'));
        }
    }
}
