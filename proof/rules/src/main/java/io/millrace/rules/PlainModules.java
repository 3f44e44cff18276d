package io.millrace.rules;

import java.util.Set;

/** The modules whose text keeps the rules on language; the others are edited one after another. */
final class PlainModules {

    private static final Set<String> SWEPT = Set.of(
            "core/channel",
            "core/concurrent",
            "core/journal",
            "core/memory",
            "core/service",
            "core/text",
            "core/topology",
            "core/trace",
            "core/wire",
            "edge/console",
            "edge/jdbc",
            "edge/server",
            "edge/telemetry",
            "edge/transactions",
            "examples/first",
            "examples/market",
            "examples/transfer",
            "proof/benchmarks",
            "proof/harness",
            "proof/fuzz",
            "proof/jcstress",
            "proof/browser",
            "proof/leaks",
            "proof/lincheck",
            "proof/rules",
            "tools/bridge",
            "tools/cli",
            "tools/console-cli",
            "tools/codegen",
            "tools/hdr",
            "tools/load",
            "tools/load-cql",
            "tools/load-http",
            "tools/load-jdbc",
            "tools/measure",
            "tools/prove",
            "tools/testing",
            "tools/tx");

    private PlainModules() {}

    static boolean has(RepositoryFile file) {
        return SWEPT.contains(file.module());
    }
}
