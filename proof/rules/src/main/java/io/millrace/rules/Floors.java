package io.millrace.rules;

import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** The table of floors in {@code ARCHITECTURE.md}: which module may use which, and which library. */
final class Floors {

    private static final Set<String> CORE = Set.of(
            "memory",
            "concurrent",
            "wire",
            "text",
            "journal",
            "replication",
            "channel",
            "trace",
            "service",
            "topology");

    /** What each module may use directly; what those may use in turn is allowed too. */
    private static final Map<String, Set<String>> MAY_USE = Map.ofEntries(
            Map.entry("core/memory", Set.of()),
            Map.entry("core/concurrent", Set.of("memory")),
            Map.entry("core/wire", Set.of("memory")),
            Map.entry("core/text", Set.of("wire")),
            Map.entry("core/journal", Set.of("memory", "concurrent")),
            Map.entry("core/replication", Set.of("journal")),
            Map.entry("core/channel", Set.of("wire", "text", "journal", "concurrent")),
            Map.entry("core/trace", Set.of("channel")),
            Map.entry("core/service", Set.of("channel", "concurrent")),
            Map.entry("core/topology", Set.of("service")),
            Map.entry("edge/net", CORE),
            Map.entry("edge/telemetry", with(CORE, "server")),
            Map.entry("edge/jdbc", CORE),
            Map.entry("edge/transactions", CORE),
            Map.entry("edge/server", Set.of()),
            Map.entry("edge/console", with(CORE, "server")),
            Map.entry("edge/clients", with(CORE, "server", "net")),
            Map.entry("edge/client", Set.of("memory", "wire", "text", "clients", "map")),
            Map.entry("edge/fix", with(CORE, "net")),
            Map.entry("edge/ledger", with(CORE, "net")),
            Map.entry("edge/map", CORE),
            Map.entry("edge/cluster", CORE),
            Map.entry("edge/kafka", CORE),
            Map.entry("edge/spring-boot", with(CORE, "client", "clients", "transactions")),
            Map.entry("tools/measure", Set.of("concurrent")),
            Map.entry("tools/hdr", Set.of("measure", "cli")),
            Map.entry("tools/load", with(CORE, "measure", "cli")),
            Map.entry("tools/load-http", Set.of("load", "measure", "cli")),
            Map.entry("tools/load-jdbc", Set.of("load", "measure", "cli")),
            Map.entry("tools/load-cql", Set.of("load", "measure", "cli")),
            Map.entry("tools/load-ws", Set.of("load", "measure", "cli", "client", "clients")),
            Map.entry("tools/codegen", Set.of("wire", "text")),
            Map.entry("tools/testing", Set.of("service")),
            Map.entry(
                    "tools/prove",
                    with(
                            with(CORE, "jdbc", "transactions", "map", "cli", "net-cli"),
                            "clients",
                            "client",
                            "console",
                            "telemetry")),
            Map.entry("tools/tx", Set.of("transactions", "cli")),
            Map.entry("tools/console-cli", with(with(CORE, "console", "clients"), "telemetry", "server", "cli")),
            Map.entry("tools/net-cli", with(CORE, "net", "cli")),
            Map.entry("tools/kafka-cli", with(CORE, "kafka", "cli")),
            Map.entry("tools/ledger-cli", with(CORE, "ledger", "cli")),
            Map.entry("tools/map-cli", with(CORE, "map", "cli")),
            Map.entry("tools/fix-cli", with(CORE, "fix", "fix-codegen", "cli")),
            Map.entry("tools/fix-codegen", with(CORE, "fix", "testing")),
            Map.entry("tools/bridge", Set.of("channel", "cli")),
            Map.entry(
                    "tools/dist",
                    Set.of(
                            "cli",
                            "console-cli",
                            "net-cli",
                            "kafka-cli",
                            "ledger-cli",
                            "map-cli",
                            "fix-cli",
                            "hdr",
                            "tx",
                            "load",
                            "prove")),
            Map.entry("tools/cli", with(CORE, "jdbc")),
            Map.entry("proof/harness", Set.of("concurrent", "measure")),
            Map.entry("proof/leaks", Set.of()),
            Map.entry("proof/fixtures", Set.of()),
            Map.entry("proof/kafka-broker", Set.of()));

    /** What the tests of all modules may use. */
    private static final Set<String> FOR_TESTS = Set.of("leaks", "fixtures", "kafka-broker");

    /** The floors on which everything may be used. */
    private static final Set<String> OPEN_FLOORS = Set.of("proof", "examples");

    /** The only libraries of core, outside tests. */
    private static final Map<String, Set<String>> CORE_LIBRARIES =
            Map.of("core/text", Set.of("org.snakeyaml", "com.fasterxml.jackson.core"));

    /** Libraries that are kept to one floor by their licence or because they are peers. */
    private static final List<String> PROOF_ONLY =
            List.of("org.openjdk.", "org.jetbrains.", "net.openhft", "org.jctools", "com.lmax");

    private Floors() {}

    static boolean isKnown(String module) {
        return MAY_USE.containsKey(module) || isOpen(module);
    }

    /** Returns whether the module in a folder such as {@code core/wire} may use our module {@code used}. */
    static boolean mayUse(String module, String used) {
        return isOpen(module)
                || reachable(MAY_USE.getOrDefault(module, Set.of())).contains(used);
    }

    static boolean isForTests(String module) {
        return FOR_TESTS.contains(module);
    }

    static boolean mayUseLibrary(String module, String group) {
        if (module.startsWith("core/")) {
            return CORE_LIBRARIES.getOrDefault(module, Set.of()).contains(group);
        }
        boolean peer = PROOF_ONLY.stream().anyMatch(group::startsWith);
        return !peer
                || module.startsWith("proof/")
                || (module.equals("tools/bridge") && group.equals("net.openhft"))
                || (module.equals("examples/kotlin") && group.equals("org.jetbrains.kotlin"));
    }

    private static boolean isOpen(String module) {
        return !MAY_USE.containsKey(module) && OPEN_FLOORS.contains(module.split("/", 2)[0]);
    }

    private static Set<String> reachable(Collection<String> direct) {
        Set<String> reached = new HashSet<>(direct);
        for (String module : direct) {
            reached.addAll(reachable(MAY_USE.getOrDefault("core/" + module, Set.of())));
        }
        return reached;
    }

    private static Set<String> with(Set<String> modules, String... others) {
        Set<String> all = new HashSet<>(modules);
        all.addAll(List.of(others));
        return Set.copyOf(all);
    }
}
