package io.millrace.bridge;

import io.millrace.cli.CommandProvider;
import java.util.List;
import picocli.CommandLine;

/** Adds {@code bridge} to the {@code millrace} command. */
public final class BridgeCommands implements CommandProvider {
    /** Creates the provider; called by the service loader. */
    public BridgeCommands() {}

    @Override
    public List<Object> commands() {
        return List.of(new CommandLine(new BridgeCommand()));
    }
}
