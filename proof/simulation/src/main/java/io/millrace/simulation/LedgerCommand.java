package io.millrace.simulation;

import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code prove ledger}: seats of the ledger under faults, from seeds. */
@Command(
        name = "ledger",
        mixinStandardHelpOptions = true,
        description = {
            "Simulates 4, 7 or 10 seats of the ledger, of which as many as are tolerated do what they like: a seed",
            "decides delays, losses, partitions, crashes, lost and restored disks. Seats commit the same, none",
            "signs twice in a round, what a seat keeps is bounded; after the faults each correct leader is committed",
            "directly. With --mutants it breaks rules one by one, each of which must be found. With --latency and",
            "--seats it prints what rounds take when nothing fails, and what a rate then needs."
        })
final class LedgerCommand implements Callable<Integer> {

    private static final int USUAL_SEEDS = 300;
    private static final long USUAL_ROUNDS = 50;
    private static final int MOST_SEATS = 100;
    private static final int MUTANT_SEEDS = 400;
    private static final int REASON_LENGTH = 80;
    private static final double[] LATENCIES_MS = {0.2, 1, 5, 20, 50, 100, 200, 300, 600};
    private static final int SEATS_STEP = 3;
    private static final double NS_A_MS = 1e6;
    private static final double BYTES_A_KB = 1e3;
    private static final Pattern TIMES = Pattern.compile("([0-9.]{1,9})ms(?:\\.\\.([0-9.]{1,9})ms)?");
    private static final Pattern NUMBERS = Pattern.compile("([0-9]{1,3})(?:\\.\\.([0-9]{1,3}))?");

    @Spec
    private CommandSpec spec;

    @Option(names = "--seeds", paramLabel = "N", description = "How many; 300 by default, and 1 with --seed.")
    private Integer seeds;

    @Option(names = "--seed", paramLabel = "N", description = "The first seed; the default is another one each time.")
    private Long seed;

    @Option(names = "--rounds", paramLabel = "N", description = "Rounds with faults; 50 by default.")
    private long rounds = USUAL_ROUNDS;

    @Option(
            names = "--mutants",
            paramLabel = "N",
            arity = "0..1",
            fallbackValue = "1000",
            description = "Breaks so many rules one by one instead, all by default, until seeds show each.")
    private Integer mutants;

    @Option(
            names = "--latency",
            paramLabel = "A..B",
            description = "Measures with delays of messages in this range instead, as in 0.2ms..600ms.")
    private String latency;

    @Option(names = "--seats", paramLabel = "A..B", description = "How many seats --latency has, as in 4..25.")
    private String seats = "4..25";

    @Option(
            names = "--rate",
            paramLabel = "N",
            description = "Transactions a second for which --latency says what they need; 50000 by default.")
    private double rate = 50_000;

    LedgerCommand() {}

    @Override
    public Integer call() {
        demand(seeds == null || seeds > 0, "--seeds must be at least 1", seeds);
        demand(rounds > 0, "--rounds must be at least 1", rounds);
        demand(rate > 0, "--rate must be above 0", rate);
        demand(mutants == null || mutants > 0, "--mutants must be at least 1", mutants);
        PrintWriter out = spec.commandLine().getOut();
        PrintWriter err = spec.commandLine().getErr();
        if (latency != null) {
            return printLatencies(out);
        }
        if (mutants != null) {
            return breakRules(out);
        }
        int runs = seeds != null ? seeds : seed != null ? 1 : USUAL_SEEDS;
        long first = seed != null ? seed : System.nanoTime() & Integer.MAX_VALUE;
        err.println("ledger: seed=" + first + " rounds=" + rounds);
        err.flush();
        String again = "millrace prove ledger --rounds " + rounds;
        int failed = new SeedRunner("ledger", again, out, err)
                .run(first, runs, number -> LedgerSimulation.run(number, rounds));
        return failed == 0 ? 0 : 1;
    }

    private void demand(boolean holds, String rule, Object value) {
        if (!holds) {
            throw new ParameterException(spec.commandLine(), rule + " value=" + value);
        }
    }

    private int breakRules(PrintWriter out) {
        int survived = 0;
        long first = seed != null ? seed : 1;
        MutantSearch search = new MutantSearch(MUTANT_SEEDS);
        List<Mutant> broken = Mutant.all();
        for (Mutant mutant : broken.subList(0, Math.min(mutants, broken.size()))) {
            Optional<MutantSearch.Finding> found = search.find(mutant, first);
            survived += found.isEmpty() ? 1 : 0;
            String where = mutant.type() + "." + mutant.method();
            String how = found.map(finding -> "seed " + finding.seed() + ": " + shortened(finding.reason()))
                    .orElse("NOT FOUND in " + MUTANT_SEEDS + " seeds");
            out.printf(Locale.ROOT, "%-46s %-28s %s%n", mutant.rule(), where, how);
            out.flush();
        }
        return survived == 0 ? 0 : 1;
    }

    private static String shortened(String reason) {
        return reason.length() <= REASON_LENGTH ? reason : reason.substring(0, REASON_LENGTH) + "...";
    }

    private int printLatencies(PrintWriter out) {
        double[] times = range(TIMES, latency, "--latency is a time or a range as 0.2ms..600ms");
        double[] counts = range(NUMBERS, seats, "--seats is a number or a range as 4..25");
        demand(counts[0] >= 1 && counts[1] <= MOST_SEATS, "--seats has 1 to " + MOST_SEATS + " seats", seats);
        out.printf(
                Locale.ROOT,
                "%10s %5s %9s %11s %12s %11s %13s %10s%n",
                "latency ms",
                "seats",
                "round ms",
                "finality ms",
                "in a block",
                "in flight",
                "idle msg/s",
                "idle kB/s");
        for (double ms : steps(times)) {
            for (int count = (int) counts[0]; count <= counts[1]; count += SEATS_STEP) {
                LatencyRow row = LedgerSimulation.measure(Math.round(ms * NS_A_MS), count);
                out.printf(
                        Locale.ROOT,
                        "%10.1f %5d %9.2f %11.2f %12.1f %11.0f %13.0f %10.1f%n",
                        ms,
                        count,
                        row.roundNs() / NS_A_MS,
                        row.finalityNs() / NS_A_MS,
                        row.block(rate),
                        row.inFlight(rate),
                        row.messages(),
                        row.bytes() / BYTES_A_KB);
                out.flush();
            }
        }
        return 0;
    }

    private double[] range(Pattern pattern, String text, String rule) {
        Matcher matcher = pattern.matcher(text);
        demand(matcher.matches(), rule, text);
        try {
            double from = Double.parseDouble(matcher.group(1));
            double to = matcher.group(2) == null ? from : Double.parseDouble(matcher.group(2));
            demand(from > 0 && from <= to, rule, text);
            return new double[] {from, to};
        } catch (NumberFormatException e) {
            throw new ParameterException(spec.commandLine(), rule + " value=" + text, e);
        }
    }

    private static List<Double> steps(double[] range) {
        List<Double> steps = new ArrayList<>(List.of(range[0]));
        for (double step : LATENCIES_MS) {
            if (step > range[0] && step < range[1]) {
                steps.add(step);
            }
        }
        if (range[1] > range[0]) {
            steps.add(range[1]);
        }
        return steps;
    }
}
