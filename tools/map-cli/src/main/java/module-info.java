/** The map command: reads, changes, checks, exports and imports a persisted map, with keys and values as YAML. */
module io.millrace.map.cli {
    requires transitive info.picocli;
    requires transitive io.millrace.cli;
    requires io.millrace.map;
    requires io.millrace.text;

    exports io.millrace.map.cli;

    opens io.millrace.map.cli to
            info.picocli;

    provides io.millrace.cli.CommandProvider with
            io.millrace.map.cli.MapCommands;
}
