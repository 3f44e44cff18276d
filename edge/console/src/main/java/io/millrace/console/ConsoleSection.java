package io.millrace.console;

import io.millrace.server.AccessTokens;
import io.millrace.topology.SectionContext;
import io.millrace.topology.SectionOption;
import io.millrace.topology.SectionRun;
import io.millrace.topology.Topology;
import io.millrace.topology.TopologyException;
import io.millrace.topology.TopologySection;
import io.millrace.topology.YamlFields;
import java.util.LinkedHashMap;
import java.util.Optional;
import java.util.SequencedMap;

/** The section {@code console}: a page that shows the run while it runs. */
public final class ConsoleSection implements TopologySection<ConsoleSpec> {

    static final String KEY = "console";

    private static final int MAX_PORT = 65_535;

    /** Creates the section. */
    public ConsoleSection() {}

    @Override
    public String key() {
        return KEY;
    }

    @Override
    public String help() {
        return "a page that shows the run";
    }

    @Override
    public Class<ConsoleSpec> type() {
        return ConsoleSpec.class;
    }

    @Override
    public SequencedMap<String, String> keys() {
        SequencedMap<String, String> keys = new LinkedHashMap<>();
        keys.put("port", "the port, 0 for any that is free");
        keys.put("address", "the address at which it listens; loopback where it is missing");
        keys.put("tokenFile", "the file with the token in its first line, or a line NAME TOKEN for each user");
        keys.put("hosts", "further host names in requests that it accepts");
        keys.put("admin", "whether users with a token may change data");
        keys.put("act", "the names of the users that may, where not all may");
        return keys;
    }

    @Override
    public Optional<SectionOption<ConsoleSpec>> option() {
        return Optional.of(new SectionOption<>(
                KEY,
                "PORT",
                "Show the run on a page at this port of this machine, 0 for any that is free.",
                ConsoleSection::fromOption));
    }

    @Override
    public boolean servesPages() {
        return true;
    }

    private static ConsoleSpec fromOption(String text, Optional<ConsoleSpec> written) {
        int port;
        try {
            port = Integer.parseInt(text);
        } catch (NumberFormatException e) {
            throw new TopologyException("--console is not a port console=" + text, e);
        }
        if (port < 0 || port > MAX_PORT) {
            throw new TopologyException("--console is not between 0 and " + MAX_PORT + " console=" + text);
        }
        return written.orElse(ConsoleSpec.at(port)).withPort(port);
    }

    @Override
    public ConsoleSpec read(YamlFields fields) {
        return new ConsoleSpec(
                (int) fields.number("port", 0, MAX_PORT),
                fields.text("address").orElse("127.0.0.1"),
                fields.text("tokenFile"),
                fields.texts("hosts"),
                fields.truth("admin").orElse(false) ? ConsoleAccess.ADMIN : ConsoleAccess.READ,
                fields.texts("act"));
    }

    @Override
    public void check(ConsoleSpec console, Topology topology) {
        if (console.access() == ConsoleAccess.ADMIN && console.tokenFile().isEmpty()) {
            throw topology.problem("the console changes data with admin, which needs a tokenFile", KEY, "admin");
        }
        if (console.access() != ConsoleAccess.ADMIN && !console.actors().isEmpty()) {
            throw topology.problem(
                    "the console names users that may act, and changes nothing without admin", KEY, "act");
        }
        if (console.access() == ConsoleAccess.ADMIN && topology.channels().containsKey(AuditLog.NAME)) {
            throw topology.problem(
                    "channel=" + AuditLog.NAME + " has the name of the journal of what administrators do",
                    "channels",
                    AuditLog.NAME);
        }
        if (console.port() < 0 || console.port() > MAX_PORT) {
            throw topology.problem("console port=" + console.port() + " is not a port", KEY, "port");
        }
    }

    @Override
    public SectionRun open(ConsoleSpec console, SectionContext context) {
        ConsoleOptions options = new ConsoleOptions(
                console.address(),
                console.port(),
                console.hosts(),
                console.tokenFile()
                        .map(file -> ConsoleOptions.tokens(context.path(file, "tokenFile")))
                        .orElse(AccessTokens.none()),
                console.access(),
                console.actors());
        return new ConsoleRun(options, context);
    }
}
