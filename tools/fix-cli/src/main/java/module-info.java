/** The fix command: messages of FIX as text, with names, meanings and errors. */
module io.millrace.fix.cli {
    requires transitive info.picocli;
    requires transitive io.millrace.cli;
    requires transitive io.millrace.fix;
    requires io.millrace.channel;
    requires io.millrace.service;
    requires io.millrace.fix.codegen;

    exports io.millrace.fix.cli;

    opens io.millrace.fix.cli to
            info.picocli;

    provides io.millrace.cli.CommandProvider with
            io.millrace.fix.cli.FixCommands;
}
