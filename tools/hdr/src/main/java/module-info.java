/** The hdr command: summarises, splits, unites, plots, compares and checks histogram logs. */
module io.millrace.hdr {
    requires HdrHistogram;
    requires transitive info.picocli;
    requires transitive io.millrace.cli;
    requires io.millrace.measure;

    exports io.millrace.hdr;

    opens io.millrace.hdr to
            info.picocli;

    provides io.millrace.cli.CommandProvider with
            io.millrace.hdr.HdrCommands;
}
