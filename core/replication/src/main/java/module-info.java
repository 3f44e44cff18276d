/** The replication of a journal on several machines: its protocol, without sockets, files, threads and clocks. */
module io.millrace.replication {
    requires transitive io.millrace.journal;

    exports io.millrace.replication;
}
