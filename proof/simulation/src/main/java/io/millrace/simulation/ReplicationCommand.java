package io.millrace.simulation;

import io.millrace.prove.DirectoryTrees;
import io.millrace.simulation.LinkRound.Links;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code prove replication}: members of a replicated journal under faults, from seeds. */
@Command(
        name = "replication",
        mixinStandardHelpOptions = true,
        description = {
            "Simulates members of a replicated journal: a seed decides delays, partitions, crashes, lost disks and",
            "what operators do. Nothing acknowledged is lost, no index names two messages, no reader sees what is",
            "discarded later, and after the faults all members become level. Then some rounds over real links, most",
            "with TLS: what is sent to one copy stalls or is dropped, the others continue, and a promotion fences."
        })
final class ReplicationCommand implements Callable<Integer> {

    private static final int USUAL_SEEDS = 500;
    private static final int USUAL_LINKS = 3;

    @Spec
    private CommandSpec spec;

    @Option(names = "--seeds", description = "How many; 500 by default, and 1 with --seed.")
    private Integer seeds;

    @Option(names = "--seed", paramLabel = "N", description = "The first seed; the default is another one each time.")
    private Long seed;

    @Option(
            names = "--links",
            paramLabel = "N",
            description = "How many rounds over real links; 3 by default, and 0 with --seed.")
    private Integer links;

    @Option(
            names = "--tls",
            description = "All rounds over links have TLS, and in each what is sent to one copy is dropped at least"
                    + " once; the sides are not told.")
    private boolean isSecured;

    ReplicationCommand() {}

    @Override
    public Integer call() throws IOException, InterruptedException {
        int runs = seeds != null ? seeds : seed != null ? 1 : USUAL_SEEDS;
        if (links != null && links < 0) {
            throw new ParameterException(spec.commandLine(), "--links must be 0 or more value=" + links);
        }
        if (runs < 1) {
            throw new ParameterException(spec.commandLine(), "--seeds must be at least 1 value=" + runs);
        }
        long first = seed != null ? seed : System.nanoTime() & Integer.MAX_VALUE;
        PrintWriter out = spec.commandLine().getOut();
        PrintWriter err = spec.commandLine().getErr();
        err.println("replication: seed=" + first);
        err.flush();
        int failed =
                new SeedRunner("replication", "millrace prove replication", out, err).run(first, runs, Simulation::run);
        int rounds = links != null ? links : seed == null ? USUAL_LINKS : isSecured ? 1 : 0;
        int failedLinks = overLinks(first, rounds, out, err, isSecured ? Links.TLS_WITH_DROPS : Links.BY_SEED);
        return failed == 0 && failedLinks == 0 ? 0 : 1;
    }

    /** Runs rounds over real links, and returns how many have failed. */
    private static int overLinks(long first, int rounds, PrintWriter out, PrintWriter err, Links links)
            throws IOException, InterruptedException {
        int failed = 0;
        for (long seed = first; seed < first + rounds; seed++) {
            Path scratch = Files.createTempDirectory("millrace-links-");
            try {
                err.println("replication over links: seed=" + seed + " " + LinkRound.run(scratch, seed, links));
                DirectoryTrees.delete(scratch);
            } catch (ViolationException e) {
                failed++;
                err.println("FAILED " + e.getMessage() + " directory=" + scratch);
                out.println("again: millrace prove replication --seeds 1 --links 1 --seed " + seed
                        + (links == Links.TLS_WITH_DROPS ? " --tls" : ""));
            }
            err.flush();
        }
        if (rounds > 0) {
            String end = failed == 0 ? "nothing failed" : failed + " FAILED";
            out.printf(Locale.ROOT, "replication over links: %,d rounds, seed=%d: %s%n", rounds, first, end);
            out.flush();
        }
        return failed;
    }
}
