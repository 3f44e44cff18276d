package io.millrace.map.cli;

import io.millrace.cli.CommandProvider;
import java.util.List;
import picocli.CommandLine;

/** Adds {@code map} to the {@code millrace} command. */
public final class MapCommands implements CommandProvider {
    /** Creates the provider; called by the service loader. */
    public MapCommands() {}

    @Override
    public List<Object> commands() {
        return List.of(new CommandLine(new MapCommand()));
    }
}
