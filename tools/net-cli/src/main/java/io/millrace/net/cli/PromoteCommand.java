package io.millrace.net.cli;

import java.nio.file.Path;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code promote}: makes a copy the source. */
@Command(
        name = "promote",
        mixinStandardHelpOptions = true,
        description = {
            "Make a copy the source of its journal, by an order to the process that replicates it.",
            "Refused, with exit code 1, if too few other members answer to be sure that nothing acknowledged is lost."
                    + " The former source is fenced as soon as it is reached."
        })
final class PromoteCommand implements Callable<Integer> {

    private static final long AT_MOST_MS = 60_000;

    @Parameters(paramLabel = "DIR", description = "The directory of the copy.")
    private Path directory;

    @Option(
            names = "--accept-loss",
            description = "Continue with the members that answer; says from where acknowledged messages may be lost.")
    private boolean acceptLoss;

    @Spec
    private CommandSpec spec;

    @Override
    public Integer call() {
        String order = acceptLoss ? "promote --accept-loss" : "promote";
        return ReplicateCommand.answered(spec, new ControlFiles(directory).order(order, AT_MOST_MS));
    }
}
