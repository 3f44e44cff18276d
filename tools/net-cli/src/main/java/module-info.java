/** The net and replicate commands: links and copies between machines, from the command line. */
module io.millrace.net.cli {
    requires transitive info.picocli;
    requires transitive io.millrace.cli;
    requires io.millrace.journal;
    requires io.millrace.net;
    requires io.millrace.replication;
    requires io.millrace.topology;

    exports io.millrace.net.cli;

    opens io.millrace.net.cli to
            info.picocli;

    provides io.millrace.cli.CommandProvider with
            io.millrace.net.cli.NetCommands;
}
