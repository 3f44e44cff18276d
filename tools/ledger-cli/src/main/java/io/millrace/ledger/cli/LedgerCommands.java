package io.millrace.ledger.cli;

import io.millrace.cli.CommandProvider;
import java.util.List;
import picocli.CommandLine;

/** Adds {@code ledger} to the {@code millrace} command. */
public final class LedgerCommands implements CommandProvider {
    /** Creates the provider; called by the service loader. */
    public LedgerCommands() {}

    @Override
    public List<Object> commands() {
        return List.of(new CommandLine(new LedgerCommand()));
    }
}
