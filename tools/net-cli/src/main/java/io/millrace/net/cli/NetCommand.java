package io.millrace.net.cli;

import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code net}: what measures links between machines. */
@Command(name = "net", mixinStandardHelpOptions = true, description = "Measure links between machines.")
final class NetCommand implements Runnable {

    @Spec
    private CommandSpec spec;

    @Override
    public void run() {
        throw new ParameterException(spec.commandLine(), "a subcommand is needed, such as echo");
    }
}
