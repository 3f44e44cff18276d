/** The console command, which shows a data directory on a page; the console itself is a section of topologies too. */
module io.millrace.console.cli {
    requires transitive info.picocli;
    requires transitive io.millrace.cli;
    requires io.millrace.console;
    requires java.net.http;

    exports io.millrace.console.cli;

    opens io.millrace.console.cli to
            info.picocli;

    provides io.millrace.cli.CommandProvider with
            io.millrace.console.cli.ConsoleCommands;
}
