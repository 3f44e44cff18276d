package io.millrace.prove;

import io.millrace.cli.CommandProvider;
import java.util.List;
import java.util.ServiceLoader;
import picocli.CommandLine;

/** Adds {@code prove} to the {@code millrace} command. */
public final class ProveCommands implements CommandProvider {
    /** Creates the provider; called by the service loader. */
    public ProveCommands() {}

    @Override
    public List<Object> commands() {
        CommandLine prove = new CommandLine(new ProveCommand());
        prove.addSubcommand(new DiskCommand());
        for (ProofProvider provider : ServiceLoader.load(ProofProvider.class)) {
            provider.proofs().forEach(prove::addSubcommand);
        }
        return List.of(prove);
    }
}
