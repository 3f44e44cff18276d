package io.millrace.simulation;

import java.io.PrintWriter;
import java.util.Locale;

/** Runs seeds one after the other, and prints those that fail, what happened how often, and a hash over all runs. */
final class SeedRunner {

    private static final int MOST_FAILURES = 5;
    private static final long PROGRESS_NS = 5_000_000_000L;
    private static final double NS_A_SECOND = 1e9;

    private final String name;
    private final String again;
    private final PrintWriter out;
    private final PrintWriter err;

    /** What one seed does. */
    interface Run {
        /**
         * Runs a seed.
         *
         * @throws ViolationException if it fails
         */
        SimulationResult run(long seed);
    }

    /** Creates a runner of a proof; {@code again} is the command that repeats a seed, without its number. */
    SeedRunner(String name, String again, PrintWriter out, PrintWriter err) {
        this.name = name;
        this.again = again;
        this.out = out;
        this.err = err;
    }

    /** Returns how many seeds have failed. */
    int run(long first, int runs, Run run) {
        Coverage coverage = new Coverage();
        long startNs = System.nanoTime();
        long toldNs = startNs;
        int done = 0;
        int failed = 0;
        long hash = 0;
        while (done < runs && failed < MOST_FAILURES) {
            try {
                SimulationResult result = run.run(first + done);
                coverage.add(result.coverage());
                hash = ModelFrame.mix(ModelFrame.mix(hash, result.chain()), result.actions());
            } catch (ViolationException e) {
                failed++;
                err.println("FAILED " + e.getMessage());
                out.println("FAILED " + e.reason());
                out.println("  again: " + again + " --seed " + (first + done));
            }
            done++;
            if (System.nanoTime() - toldNs > PROGRESS_NS) {
                toldNs = System.nanoTime();
                err.println(name + ": " + done + " of " + runs + ", failures: " + failed);
                err.flush();
            }
        }
        coverage.print(out);
        double seconds = (System.nanoTime() - startNs) / NS_A_SECOND;
        String end = failed == 0 ? "nothing failed" : failed + " FAILED";
        out.printf(
                Locale.ROOT,
                "%s: %,d runs in %.1f s, %.1f seeds/s, seed=%d hash=%016x: %s%n",
                name,
                done,
                seconds,
                done / seconds,
                first,
                hash,
                end);
        out.flush();
        return failed;
    }
}
