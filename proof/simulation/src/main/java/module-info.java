/** The replication of journals in a simulator, from a seed. */
module io.millrace.simulation {
    requires io.millrace.replication;
}
