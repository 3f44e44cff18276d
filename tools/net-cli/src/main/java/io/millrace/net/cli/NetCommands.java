package io.millrace.net.cli;

import io.millrace.cli.CommandProvider;
import java.util.List;
import picocli.CommandLine;

/** Adds {@code net} and the commands of replication to the {@code millrace} command. */
public final class NetCommands implements CommandProvider {
    /** Creates the provider; called by the service loader. */
    public NetCommands() {}

    @Override
    public List<Object> commands() {
        return List.of(
                new CommandLine(new NetCommand()).addSubcommand(new EchoCommand()),
                new ReplicateCommand(),
                new ReplicasCommand(),
                new PromoteCommand(),
                new ResetCommand(),
                ReplicaCommand.line());
    }
}
