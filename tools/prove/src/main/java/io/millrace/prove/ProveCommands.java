package io.millrace.prove;

import io.millrace.cli.CommandProvider;
import java.util.List;
import picocli.CommandLine;

/** Adds {@code prove} to the {@code millrace} command. */
public final class ProveCommands implements CommandProvider {
    /** Creates the provider; called by the service loader. */
    public ProveCommands() {}

    @Override
    public List<Object> commands() {
        return List.of(new CommandLine(new ProveCommand()));
    }
}
