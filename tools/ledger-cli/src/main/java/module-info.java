/** The ledger command: what the commit rule of the ledger decides about a graph of blocks. */
module io.millrace.ledger.cli {
    requires transitive info.picocli;
    requires transitive io.millrace.cli;
    requires io.millrace.ledger;

    exports io.millrace.ledger.cli;

    opens io.millrace.ledger.cli to
            info.picocli;

    provides io.millrace.cli.CommandProvider with
            io.millrace.ledger.cli.LedgerCommands;
}
