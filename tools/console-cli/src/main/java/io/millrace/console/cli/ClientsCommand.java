package io.millrace.console.cli;

import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code clients}: clients of a running topology. */
@Command(
        name = "clients",
        mixinStandardHelpOptions = true,
        description = "Look at the clients of a running topology.",
        subcommands = ClientsTapCommand.class)
final class ClientsCommand implements Runnable {

    @Spec
    private CommandSpec spec;

    @Override
    public void run() {
        throw new ParameterException(spec.commandLine(), "a subcommand is missing known=[tap]");
    }
}
