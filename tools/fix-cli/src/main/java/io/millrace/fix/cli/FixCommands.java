package io.millrace.fix.cli;

import io.millrace.cli.CommandProvider;
import java.util.List;
import picocli.CommandLine;

/** Adds {@code fix} to the {@code millrace} command. */
public final class FixCommands implements CommandProvider {
    /** Creates the provider; called by the service loader. */
    public FixCommands() {}

    @Override
    public List<Object> commands() {
        return List.of(new CommandLine(new FixCommand())
                .addSubcommand(new DecodeCommand())
                .addSubcommand(new LogCommand())
                .addSubcommand(new ConnectCommand())
                .addSubcommand(new AcceptorCommand())
                .addSubcommand(new GenerateCommand())
                .addSubcommand(new ConvertCommand()));
    }
}
