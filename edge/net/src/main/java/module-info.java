/** Links between machines: TCP with TLS 1.3, limits, silent peers, reconnecting; and replication over them. */
module io.millrace.net {
    requires io.millrace.concurrent;
    requires io.millrace.memory;
    requires transitive io.millrace.replication;
    requires transitive io.millrace.topology;
    requires java.naming;

    exports io.millrace.net;

    provides io.millrace.topology.HostTransport with
            io.millrace.net.SocketTransport;
}
