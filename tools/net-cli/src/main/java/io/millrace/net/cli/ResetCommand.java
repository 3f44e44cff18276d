package io.millrace.net.cli;

import io.millrace.topology.HostTakeover;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code reset}: lets a former machine of a host become the spare of the one that was promoted. */
@Command(
        name = "reset",
        mixinStandardHelpOptions = true,
        sortOptions = false,
        description = {
            "On the machine that ran a host before its spare was promoted: set aside what only this machine has, of all"
                    + " journals of the host together, in directories named JOURNAL.cut-1 or the next free number. Then"
                    + " 'millrace run FILE --host HOST' stands by here for the host, which runs at the other machine.",
            "Exit codes: 0 done, 1 refused, 5 begun and not completed; call it again."
        },
        footerHeading = "%nExamples:%n",
        footer = {"  millrace reset market.yaml --host a"})
final class ResetCommand implements Callable<Integer> {

    @Parameters(paramLabel = "FILE", description = "The topology, a file of YAML.")
    private Path file;

    @Option(
            names = "--host",
            paramLabel = "HOST",
            required = true,
            description = "The host that ran here, or the name of this machine, if that is its spare.")
    private String host;

    @Option(
            names = "--data",
            paramLabel = "DIR",
            description = "The data directory of this machine (default: data/HOST).")
    private Path data;

    @Spec
    private CommandSpec spec;

    @Override
    public Integer call() throws InterruptedException {
        return new TakeoverOfHost(spec, file, host)
                .run(data == null ? Path.of("data", host) : data, HostTakeover::reset);
    }
}
