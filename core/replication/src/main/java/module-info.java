/** The replication of a journal on several machines: its protocol, and the log of a member in files. */
module io.millrace.replication {
    requires io.millrace.memory;
    requires transitive io.millrace.journal;

    exports io.millrace.replication;
}
