package io.millrace.simulation;

import java.io.PrintWriter;
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
            "discarded later, and after the faults all members become level."
        })
final class ReplicationCommand implements Callable<Integer> {

    private static final int USUAL_SEEDS = 500;
    private static final int MOST_FAILURES = 5;
    private static final long PROGRESS_NS = 5_000_000_000L;

    @Spec
    private CommandSpec spec;

    @Option(names = "--seeds", description = "How many; 500 by default, and 1 with --seed.")
    private Integer seeds;

    @Option(names = "--seed", paramLabel = "N", description = "The first seed; the default is another one each time.")
    private Long seed;

    ReplicationCommand() {}

    @Override
    public Integer call() {
        int runs = seeds != null ? seeds : seed != null ? 1 : USUAL_SEEDS;
        if (runs < 1) {
            throw new ParameterException(spec.commandLine(), "--seeds must be at least 1 value=" + runs);
        }
        long first = seed != null ? seed : System.nanoTime() & Integer.MAX_VALUE;
        PrintWriter out = spec.commandLine().getOut();
        PrintWriter err = spec.commandLine().getErr();
        err.println("replication: seed=" + first);
        err.flush();
        Coverage coverage = new Coverage();
        long startNs = System.nanoTime();
        long toldNs = startNs;
        int done = 0;
        int failed = 0;
        while (done < runs && failed < MOST_FAILURES) {
            try {
                coverage.add(Simulation.run(first + done).coverage());
            } catch (ViolationException e) {
                failed++;
                err.println("FAILED " + e.getMessage());
                out.println("again: millrace prove replication --seed " + (first + done));
            }
            done++;
            if (System.nanoTime() - toldNs > PROGRESS_NS) {
                toldNs = System.nanoTime();
                err.println("replication: " + done + " of " + runs + ", failures: " + failed);
                err.flush();
            }
        }
        coverage.print(out);
        double seconds = (System.nanoTime() - startNs) / 1e9;
        String end = failed == 0 ? "nothing failed" : failed + " FAILED";
        out.printf(
                Locale.ROOT,
                "replication: %,d runs in %.1f s, %.1f seeds/s, seed=%d: %s%n",
                done,
                seconds,
                done / seconds,
                first,
                end);
        out.flush();
        return failed == 0 ? 0 : 1;
    }
}
