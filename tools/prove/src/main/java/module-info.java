/** Proofs that users run on their own disks: kills, losses of power, flipped bits, transactions that fail. */
module io.millrace.prove {
    requires com.fasterxml.jackson.core;
    requires info.picocli;
    requires transitive io.millrace.cli;
    requires io.millrace.client;
    // The sections of the topology of the proof of ports, found by their names.
    requires io.millrace.clients;
    requires io.millrace.console;
    requires io.millrace.telemetry;
    requires io.millrace.channel;
    requires transitive io.millrace.jdbc;
    requires io.millrace.journal;
    requires io.millrace.map;
    requires io.millrace.memory;
    requires transitive io.millrace.topology;
    requires io.millrace.service;
    requires io.millrace.transactions;
    requires io.millrace.wire;
    requires java.net.http;
    requires java.sql;

    exports io.millrace.prove;

    opens io.millrace.prove to
            info.picocli;

    uses io.millrace.prove.ProofProvider;

    provides io.millrace.cli.CommandProvider with
            io.millrace.prove.ProveCommands;
}
