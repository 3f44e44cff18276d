/** The tx command: lists the decisions of a transaction manager, and lets an operator resolve and forget them. */
module io.millrace.tx {
    requires com.fasterxml.jackson.core;
    requires transitive info.picocli;
    requires transitive io.millrace.cli;
    requires io.millrace.transactions;

    exports io.millrace.tx;

    opens io.millrace.tx to
            info.picocli;

    provides io.millrace.cli.CommandProvider with
            io.millrace.tx.TxCommands;
}
