package io.millrace.net.cli;

import io.millrace.topology.HostLosses;
import io.millrace.topology.HostTakeover.Living;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code promote}: makes a copy the source, or the spare of a host that host. */
@Command(
        name = "promote",
        mixinStandardHelpOptions = true,
        sortOptions = false,
        description = {
            "Make a copy the source of its journal, by an order to the process that replicates it.",
            "Refused, with exit code 1, if too few other members answer to be sure that nothing acknowledged is lost."
                    + " The former source is fenced as soon as it is reached.",
            "With --host: let the spare of a host of a topology take over, on the machine of the spare. All journals of"
                    + " the host get a new epoch. A process that stands by there continues as the host; else start it"
                    + " with 'millrace run FILE --host HOST --data DIR'. A promotion that was interrupted is completed"
                    + " when it is called again.",
            "Exit codes with --host: 0 it was promoted, now or before, 1 refused, 3 the host still answers, 4 the spare"
                    + " lacks what others may have acted on, 5 begun and not completed."
        },
        footerHeading = "%nExamples:%n",
        footer = {"  millrace promote copies/orders", "  millrace promote market.yaml --host a"})
final class PromoteCommand implements Callable<Integer> {

    private static final long AT_MOST_MS = 60_000;

    @Parameters(
            paramLabel = "DIR|FILE",
            description = "The directory of the copy; with --host the topology, a file of YAML.")
    private Path directory;

    @Option(
            names = "--accept-loss",
            description = "Continue with the members that answer; says from where acknowledged messages may be lost."
                    + " With --host: promote a spare that lacks what others may have acted on.")
    private boolean acceptLoss;

    @Option(names = "--host", paramLabel = "HOST", description = "The host whose spare takes over.")
    private String host;

    @Option(
            names = "--data",
            paramLabel = "DIR",
            description = "With --host: the data directory of the spare (default: data/SPARE).")
    private Path data;

    @Option(
            names = "--replace",
            description = "With --host: take over though the host still answers or cannot be asked; it cannot write any"
                    + " more then.")
    private boolean replace;

    @Spec
    private CommandSpec spec;

    @Override
    public Integer call() throws InterruptedException {
        if (host == null) {
            if (data != null || replace) {
                throw new ParameterException(spec.commandLine(), "--data and --replace need --host");
            }
            if (Files.isRegularFile(directory)) {
                throw new ParameterException(
                        spec.commandLine(), "a file is that of a topology, which needs --host file=" + directory);
            }
            String order = acceptLoss ? "promote --accept-loss" : "promote";
            return ReplicateCommand.answered(spec, new ControlFiles(directory).order(order, AT_MOST_MS));
        }
        HostLosses losses = acceptLoss ? HostLosses.ACCEPTED : HostLosses.REFUSED;
        Living living = replace ? Living.REPLACED : Living.REFUSED;
        TakeoverOfHost takeover = new TakeoverOfHost(spec, directory, host);
        return takeover.run(data == null ? takeover.spareData() : data, of -> of.promote(living, losses));
    }
}
