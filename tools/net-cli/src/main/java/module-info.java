/** The net command: links between machines, from the command line. */
module io.millrace.net.cli {
    requires transitive info.picocli;
    requires transitive io.millrace.cli;
    requires io.millrace.net;

    exports io.millrace.net.cli;

    opens io.millrace.net.cli to
            info.picocli;

    provides io.millrace.cli.CommandProvider with
            io.millrace.net.cli.NetCommands;
}
