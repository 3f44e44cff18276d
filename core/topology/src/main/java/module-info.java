/** Topologies: files that name channels, components and threads, checked, linked and run. */
module io.millrace.topology {
    requires transitive io.millrace.service;

    exports io.millrace.topology;

    uses io.millrace.topology.HostTransport;
    uses io.millrace.topology.StatusView;
    uses io.millrace.topology.TopologySection;

    provides io.millrace.topology.StatusView with
            io.millrace.topology.JournalsView;
    provides io.millrace.topology.TopologySection with
            io.millrace.topology.SummarySection;
    provides io.millrace.topology.MeterSource with
            io.millrace.topology.TopologyMeters;
}
