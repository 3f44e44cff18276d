package io.millrace.benchmarks;

import io.millrace.cli.CommandProvider;
import java.util.List;

/** Adds {@code bench} to the {@code millrace} command. */
public final class BenchCommands implements CommandProvider {
    /** Creates the provider; the service loader calls this. */
    public BenchCommands() {}

    @Override
    public List<Object> commands() {
        return List.of(BenchCommand.commandLine());
    }
}
