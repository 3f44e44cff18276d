/** A server for clients of a running topology, browsers among them: they follow channels and append calls. */
module io.millrace.clients {
    requires com.fasterxml.jackson.core;
    requires io.millrace.net;
    requires transitive io.millrace.server;
    requires io.millrace.text;
    requires transitive io.millrace.topology;

    exports io.millrace.clients;

    provides io.millrace.topology.TopologySection with
            io.millrace.clients.ClientsSection;
}
