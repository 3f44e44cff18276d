package io.millrace.net.cli;

import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code replicas}: the state of a replicated journal, as the process that replicates it has written it. */
@Command(
        name = "replicas",
        mixinStandardHelpOptions = true,
        description = {
            "Show the state of a member of a replicated journal, and of the copies of a source: what each lacks, in"
                    + " messages, bytes of segments and time, and what it has acknowledged, mapped and synced.",
            "Exit code 1 if no process replicates the journal, where the last state is shown, and for each line"
                    + " 'trouble': the member has stopped or failed, may lack something, or a copy is missing."
        })
final class ReplicasCommand implements Callable<Integer> {

    @Parameters(paramLabel = "DIR", description = "The directory of the journal.")
    private Path directory;

    @Spec
    private CommandSpec spec;

    @Override
    public Integer call() {
        PrintWriter out = spec.commandLine().getOut();
        ControlFiles files = new ControlFiles(directory);
        boolean isServed = files.isServed();
        String status = files.read(ControlFiles.STATUS);
        if (status != null) {
            out.print(status);
            out.flush();
        }
        if (!isServed || status == null) {
            spec.commandLine().getErr().println("no process replicates this journal directory=" + directory);
            spec.commandLine().getErr().flush();
            return 1;
        }
        return ReplicationService.isInTrouble(status) ? 1 : 0;
    }
}
