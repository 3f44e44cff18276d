package io.millrace.console.cli;

import io.millrace.cli.CommandProvider;
import java.util.List;
import picocli.CommandLine;

/** Adds {@code console} and {@code clients} to the {@code millrace} command. */
public final class ConsoleCommands implements CommandProvider {
    /** Creates the provider; called by the service loader. */
    public ConsoleCommands() {}

    @Override
    public List<Object> commands() {
        return List.of(new CommandLine(new ConsoleCommand()), new CommandLine(new ClientsCommand()));
    }
}
