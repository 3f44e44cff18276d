/** The console: a page that shows a running topology, or the data directory of one, and follows its messages. */
module io.millrace.console {
    requires com.fasterxml.jackson.core;
    requires transitive io.millrace.server;
    requires transitive io.millrace.topology;
    requires io.millrace.trace;
    requires HdrHistogram;

    exports io.millrace.console;

    uses io.millrace.topology.StatusView;

    provides io.millrace.topology.TopologySection with
            io.millrace.console.ConsoleSection;
}
