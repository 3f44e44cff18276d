package io.millrace.net.cli;

import io.millrace.topology.HostTakeover;
import io.millrace.topology.TakeoverException;
import io.millrace.topology.Topology;
import java.nio.file.Path;
import java.util.List;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;

/** What the commands have in common that promote or reset a host of a topology. */
final class TakeoverOfHost {

    private static final int REFUSED = 1;
    private static final int HOST_ANSWERS = 3;
    private static final int INCOMPLETE = 4;
    private static final int UNFINISHED = 5;

    private final CommandSpec spec;
    private final Topology topology;
    private final String host;

    /** What is done. */
    interface Work {
        void on(HostTakeover takeover) throws InterruptedException;
    }

    TakeoverOfHost(CommandSpec spec, Path file, String host) {
        this.spec = spec;
        this.topology = Topology.load(file);
        this.host = host;
    }

    /** Returns the usual data directory of the spare. */
    Path spareData() {
        topology.plan(host); // which refuses a name that is wrong
        List<String> spares = topology.hosts().get(host).replicas();
        if (spares.isEmpty()) {
            throw new ParameterException(
                    spec.commandLine(), "the host has no spare; name one by replicas host=" + host);
        }
        return Path.of("data", spares.getFirst());
    }

    /** Performs the work, prints what it says, and returns the exit code. */
    int run(Path data, Work work) throws InterruptedException {
        HostTakeover takeover = new HostTakeover(
                topology,
                host,
                data,
                notice -> spec.commandLine().getOut().println(notice),
                error -> System.getLogger(TakeoverOfHost.class.getPackageName())
                        .log(System.Logger.Level.DEBUG, "a link of a takeover failed", error));
        try {
            work.on(takeover);
            return 0;
        } catch (TakeoverException e) {
            spec.commandLine().getErr().println("millrace: " + e.getMessage());
            return switch (e.reason()) {
                case REFUSED -> REFUSED;
                case HOST_ANSWERS, UNASKED -> HOST_ANSWERS;
                case INCOMPLETE -> INCOMPLETE;
                case UNFINISHED -> UNFINISHED;
            };
        } finally {
            spec.commandLine().getOut().flush();
            spec.commandLine().getErr().flush();
        }
    }
}
