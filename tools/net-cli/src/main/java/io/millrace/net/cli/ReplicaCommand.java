package io.millrace.net.cli;

import io.millrace.replication.JournalHandover;
import io.millrace.replication.ReplicationException;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code replica}: what operators decide about a copy. */
@Command(
        name = "replica",
        mixinStandardHelpOptions = true,
        description = "Decide about a copy that has stopped, or whose disk is lost.")
final class ReplicaCommand implements Runnable {

    @Spec
    private CommandSpec spec;

    /** Returns the command with its subcommands. */
    static CommandLine line() {
        return new CommandLine(new ReplicaCommand())
                .addSubcommand(new Reset())
                .addSubcommand(new Lost())
                .addSubcommand(new Detach());
    }

    @Override
    public void run() {
        throw new ParameterException(spec.commandLine(), "a subcommand is needed, such as reset");
    }

    /** {@code replica lost}: says that the disk of another member is gone. */
    @Command(
            name = "lost",
            mixinStandardHelpOptions = true,
            description = {
                "Say that the disk of another member is lost for good, so that no change of the members waits for it;"
                        + " by an order to the process that replicates the source. Until that ends, it need not be"
                        + " said again.",
                "If the disk comes back all the same, do not start its member: it could be promoted without what was"
                        + " acknowledged since. Begin a copy in a new directory instead; it may have the same name.",
                "Exit code 1 if the journal here is not the source, if there is no such member, or if it is connected."
            })
    static final class Lost implements Callable<Integer> {

        private static final long AT_MOST_MS = 60_000;

        @Parameters(paramLabel = "DIR", description = "The directory of the source.")
        private Path directory;

        @Parameters(paramLabel = "NAME", description = "The name of the member, as 'replicas' shows it.")
        private String name;

        @Spec
        private CommandSpec spec;

        @Override
        public Integer call() {
            return ReplicateCommand.answered(spec, new ControlFiles(directory).order("lost " + name, AT_MOST_MS));
        }
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

    /** {@code replica detach}: makes the journal of a source an ordinary one, to be moved to another machine. */
    @Command(
            name = "detach",
            mixinStandardHelpOptions = true,
            description = {
                "Make the journal of a source an ordinary one, with the same messages under the same indexes: it can"
                        + " be moved to another machine or host then, where it may become a source again. Its copies"
                        + " elsewhere are to be deleted; they are made again. Nothing may have the journal open.",
                "Exit code 1 if it is a copy, or was promoted."
            })
    static final class Detach implements Callable<Integer> {

        @Parameters(paramLabel = "DIR", description = "The directory of the source.")
        private Path directory;

        @Spec
        private CommandSpec spec;

        @Override
        public Integer call() {
            try {
                JournalHandover.detach(directory);
            } catch (ReplicationException e) {
                spec.commandLine().getErr().println("millrace: " + e.getMessage());
                return 1;
            }
            spec.commandLine().getOut().println("the journal has no copies any more directory=" + directory);
            return 0;
        }
    }
}
