/** Topologies: files that name channels, components and threads, checked, linked and run. */
module io.millrace.topology {
    requires transitive io.millrace.service;

    exports io.millrace.topology;
}
