/** Interactions over TCP and WebSocket, and components of a topology that clients call. */
module io.millrace.remote {
    requires com.fasterxml.jackson.core;
    requires io.millrace.concurrent;
    requires transitive io.millrace.server;
    requires java.net.http;
    requires transitive io.millrace.interaction;
    requires transitive io.millrace.net;
    requires transitive io.millrace.topology;

    exports io.millrace.remote;

    provides io.millrace.topology.TopologySection with
            io.millrace.remote.InteractionsSection;
}
