package io.millrace.net.cli;

import java.nio.file.Path;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code replica}: what operators decide about a copy. */
@Command(name = "replica", mixinStandardHelpOptions = true, description = "Decide what a copy does that has stopped.")
final class ReplicaCommand implements Runnable {

    @Spec
    private CommandSpec spec;

    @Override
    public void run() {
        throw new ParameterException(spec.commandLine(), "a subcommand is needed, such as reset");
    }

    /** {@code replica reset}: sets aside what the source does not have. */
    @Command(
            name = "reset",
            mixinStandardHelpOptions = true,
            description = {
                "Set aside what the source of a copy does not have, in DIR.cut-1 or the next free number, where 'dump'"
                        + " reads it, and follow the source again; by an order to the process that replicates it."
            })
    static final class Reset implements Callable<Integer> {

        private static final long AT_MOST_MS = 60_000;

        @Parameters(paramLabel = "DIR", description = "The directory of the copy.")
        private Path directory;

        @Spec
        private CommandSpec spec;

        @Override
        public Integer call() {
            return ReplicateCommand.answered(spec, new ControlFiles(directory).order("reset", AT_MOST_MS));
        }
    }
}
