package io.millrace.tx;

import io.millrace.cli.CommandProvider;
import java.util.List;
import picocli.CommandLine;

/** Adds {@code tx} to the {@code millrace} command. */
public final class TxCommands implements CommandProvider {
    /** Creates the provider; called by the service loader. */
    public TxCommands() {}

    @Override
    public List<Object> commands() {
        return List.of(new CommandLine(new TxCommand()));
    }
}
