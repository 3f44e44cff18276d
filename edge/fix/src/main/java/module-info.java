/** FIX messages, dictionaries and sessions; an engine that runs sessions over sockets and keeps them in a journal. */
module io.millrace.fix {
    requires transitive io.millrace.channel;
    requires transitive io.millrace.net;
    requires transitive io.millrace.service;
    requires transitive io.millrace.topology;
    requires transitive io.millrace.wire;
    requires io.millrace.concurrent;
    requires io.millrace.journal;
    requires java.xml;

    exports io.millrace.fix;

    opens io.millrace.fix to
            io.millrace.wire;

    provides io.millrace.topology.StatusView with
            io.millrace.fix.FixView;
    provides io.millrace.topology.TopologySection with
            io.millrace.fix.FixSection;
}
