package io.millrace.fix.cli;

import io.millrace.fix.FixDictionaries;
import io.millrace.fix.FixDictionary;
import io.millrace.fix.FixDictionaryException;
import io.millrace.fix.FixException;
import io.millrace.fix.FixSessionId;
import io.millrace.net.HostPort;
import io.millrace.topology.YamlFields;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/**
 * The session of a terminal.
 *
 * @param id its name
 * @param hosts where it connects, in turn
 * @param dictionary by which messages are named and checked
 * @param heartbeatSeconds the interval that it asks for
 * @param store the directory of its journal; empty if numbers begin at 1
 */
record TerminalFile(
        FixSessionId id, List<HostPort> hosts, FixDictionary dictionary, int heartbeatSeconds, Optional<Path> store) {

    private static final int LONGEST_HEARTBEAT = 3_600;
    private static final int USUAL_HEARTBEAT = 30;

    /**
     * Reads a file.
     *
     * @throws FixException with file, line and value if it is not one
     */
    static TerminalFile read(Path file) {
        YamlFields fields = YamlFields.read(file, "session", FixException::new)
                .only("session", "connect", "dictionary", "transport", "heartbeat", "store");
        String name = fields.required("session");
        FixSessionId id =
                fields.at("session", () -> FixSessionId.parse(name), IllegalArgumentException.class::isInstance);
        fields.required("connect");
        List<HostPort> hosts = fields.texts("connect").stream()
                .map(host -> fields.at("connect", () -> HostPort.parse(host), RuntimeException.class::isInstance))
                .toList();
        Path base = file.toAbsolutePath().getParent();
        return new TerminalFile(
                id,
                hosts,
                dictionary(fields, base, id),
                (int) fields.optionalNumber("heartbeat", 0, LONGEST_HEARTBEAT).orElse(USUAL_HEARTBEAT),
                fields.text("store").map(base::resolve));
    }

    private static FixDictionary dictionary(YamlFields fields, Path base, FixSessionId id) {
        Optional<String> application = fields.text("dictionary");
        if (application.isEmpty()) {
            fields.refuse("belongs to dictionary", "transport");
            return FixDictionaries.of(List.of()).of(id.beginString()).dictionary();
        }
        FixDictionary read = read(fields, base, "dictionary", application.get());
        return fields.text("transport")
                .map(file -> FixDictionary.combine(read(fields, base, "transport", file), read))
                .orElse(read);
    }

    private static FixDictionary read(YamlFields fields, Path base, String key, String file) {
        return fields.at(key, () -> FixDictionary.read(base.resolve(file)), FixDictionaryException.class::isInstance);
    }
}
