/** The millrace command: runs topologies, and shows and extends channels. */
module io.millrace.cli {
    requires com.fasterxml.jackson.core;
    requires transitive info.picocli;
    requires io.millrace.topology;
    requires io.millrace.trace;
    requires HdrHistogram;
    requires jdk.httpserver;

    exports io.millrace.cli;

    opens io.millrace.cli to
            info.picocli;

    uses io.millrace.cli.CommandProvider;
}
