package io.millrace.fix.cli;

import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code fix}: what works on messages of FIX. */
@Command(name = "fix", mixinStandardHelpOptions = true, description = "Work on messages of FIX.")
final class FixCommand implements Runnable {

    @Spec
    private CommandSpec spec;

    @Override
    public void run() {
        throw new ParameterException(spec.commandLine(), "a subcommand is needed, such as decode");
    }
}
