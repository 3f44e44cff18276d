/** The replication of journals and the ledger in a simulator, from a seed. */
module io.millrace.simulation {
    requires info.picocli;
    requires transitive io.millrace.prove;
    requires io.millrace.journal;
    requires io.millrace.ledger;
    requires io.millrace.net;
    requires io.millrace.replication;

    exports io.millrace.simulation;

    opens io.millrace.simulation to
            info.picocli;

    provides io.millrace.prove.ProofProvider with
            io.millrace.simulation.SimulationProofs;
}
