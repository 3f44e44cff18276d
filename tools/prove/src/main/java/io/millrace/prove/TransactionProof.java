package io.millrace.prove;

import io.millrace.prove.TransactionRecord.Truth;
import io.millrace.prove.TransactionRun.Ending;
import io.millrace.prove.TransactionRun.Shape;
import io.millrace.transactions.TransactionOptions.BranchOrder;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.function.Consumer;

/**
 * Transactions over simulated resources and a simulated log. First every call of both phases is numbered, and each in
 * turn fails in every way: the coordinator is killed before and after it, and it answers with every code of the
 * interface. After a kill, the same happens at every call of recovery. Then random runs follow, with many faults in
 * each; some of them have a real log on a disk that loses power and is damaged.
 */
final class TransactionProof {

    private static final double[] PROBABILITIES = {0.01, 0.05, 0.2};

    /** Among how many random runs there is one with each of the real stores. */
    private static final int RUNS_PER_REAL_LOG = 20;

    private static final List<LogDisk.Kind> REAL_LOGS = List.of(LogDisk.Kind.values());

    private final Path directory;
    private final long seed;
    private final Consumer<String> progress;
    private final SplittableRandom chance;

    TransactionProof(Path directory, long seed, Consumer<String> progress) {
        this.directory = directory;
        this.seed = seed;
        this.progress = progress;
        this.chance = new SplittableRandom(seed);
    }

    /** Returns the transactions whose every call fails in every way. */
    private static List<Shape> shapes() {
        Truth change = Truth.OPEN;
        Truth read = Truth.READ_ONLY;
        BranchOrder order = BranchOrder.SEQUENTIAL;
        return List.of(
                new Shape(List.of(change), Ending.COMMIT, order),
                new Shape(List.of(change, change), Ending.COMMIT, order),
                new Shape(List.of(read, change), Ending.COMMIT, order),
                new Shape(List.of(change, read), Ending.COMMIT, order),
                new Shape(List.of(change, change, change), Ending.COMMIT, order),
                new Shape(List.of(change, change), Ending.ROLLBACK, order),
                new Shape(List.of(change, change), Ending.MARKED, order),
                new Shape(List.of(change, change), Ending.COMMIT, BranchOrder.PARALLEL));
    }

    /**
     * Makes all numbered runs, and a number of random runs.
     *
     * @param recoveryShare the share of the faults at the calls of recovery that are tried, 0 to 1
     */
    ProofReport run(int seeds, double recoveryShare) {
        ProofReport report = new ProofReport("transactions", seed, seeds, directory, progress);
        for (Shape shape : shapes()) {
            everythingAtEveryCall(shape, recoveryShare, report);
        }
        for (long runSeed = seed; runSeed < seed + seeds; runSeed++) {
            byChance(runSeed, report);
        }
        return report;
    }

    /** Repeats the one random run of the seed, and nothing else. */
    ProofReport again() {
        ProofReport report = new ProofReport("transactions", seed, 1, directory, progress);
        byChance(seed, report);
        return report;
    }

    private void everythingAtEveryCall(Shape shape, double recoveryShare, ProofReport report) {
        List<XaCall> calls = numbered(shape, Map.of(), report);
        for (int step = 0; step < calls.size(); step++) {
            for (XaFault fault : calls.get(step).faults()) {
                List<XaCall> after = numbered(shape, Map.of(step, fault), report);
                report.count(fault.group() + " at " + calls.get(step), 1);
                if (fault.kind() == XaFault.Kind.KILL) {
                    everythingAtRecovery(shape, step, fault, after, recoveryShare, report);
                }
            }
        }
    }

    private void everythingAtRecovery(
            Shape shape, int killed, XaFault kill, List<XaCall> calls, double share, ProofReport report) {
        for (int step = killed + 1; step < calls.size(); step++) {
            for (XaFault fault : calls.get(step).faults()) {
                if (chance.nextDouble() >= share) {
                    continue;
                }
                numbered(shape, Map.of(killed, kill, step, fault), report);
                report.count("recovery: " + fault.group() + " at " + calls.get(step), 1);
            }
        }
    }

    /** Makes one run with the faults of a plan, and returns its calls. */
    private List<XaCall> numbered(Shape shape, Map<Integer, XaFault> plan, ProofReport report) {
        XaFaults faults = XaFaults.planned(plan);
        SimulatedDecisionStore log = new SimulatedDecisionStore(faults, new SplittableRandom(seed));
        TransactionRun run = new TransactionRun(faults, log::open, shape.work().size());
        run(run, faults, List.of(shape), report)
                .ifPresent(error ->
                        report.failNumbered("plan=" + plan + " shape=" + shape + " calls=" + faults.history(), error));
        report.ranNumbered();
        return faults.calls();
    }

    private void byChance(long runSeed, ProofReport report) {
        SplittableRandom random = new SplittableRandom(runSeed);
        XaFaults faults = XaFaults.random(random.split(), PROBABILITIES[random.nextInt(PROBABILITIES.length)]);
        SplittableRandom ofLog = random.split();
        int resources = 1 + random.nextInt(4);
        List<Shape> shapes = chosen(random, resources);
        int choice = Math.floorMod(runSeed, RUNS_PER_REAL_LOG);
        if (choice < REAL_LOGS.size()) {
            LogDisk.Kind kind = REAL_LOGS.get(choice);
            DamagedDecisionStore log =
                    new DamagedDecisionStore(kind, faults, ofLog, directory.resolve("seed-" + runSeed), report);
            Optional<Throwable> failure = run(new TransactionRun(faults, log::open, resources), faults, shapes, report);
            failure.ifPresent(error -> fail(runSeed, "store=" + kind, shapes, faults, error, report));
            log.close();
            if (failure.isEmpty()) {
                log.removeFiles();
            }
            report.count("runs by chance, log " + kind, 1);
        } else {
            SimulatedDecisionStore log = new SimulatedDecisionStore(faults, ofLog);
            run(new TransactionRun(faults, log::open, resources), faults, shapes, report)
                    .ifPresent(error -> fail(runSeed, "by chance", shapes, faults, error, report));
            report.count("runs by chance, log simulated", 1);
        }
        report.ran();
    }

    /** Chooses transactions at random. */
    static List<Shape> chosen(SplittableRandom random, int resources) {
        List<Shape> shapes = new ArrayList<>();
        for (int n = 1 + random.nextInt(4); n > 0; n--) {
            List<Truth> work = new ArrayList<>();
            for (int r = 1 + random.nextInt(resources); r > 0; r--) {
                work.add(random.nextInt(4) == 0 ? Truth.READ_ONLY : Truth.OPEN);
            }
            int ending = random.nextInt(8);
            shapes.add(new Shape(
                    work,
                    ending < 6 ? Ending.COMMIT : ending == 6 ? Ending.ROLLBACK : Ending.MARKED,
                    random.nextInt(5) == 0 ? BranchOrder.PARALLEL : BranchOrder.SEQUENTIAL));
        }
        return shapes;
    }

    private static void fail(
            long runSeed, String what, List<Shape> shapes, XaFaults faults, Throwable error, ProofReport report) {
        report.fail(runSeed, what + " shapes=" + shapes + " calls=" + faults.history(), error);
    }

    /** Makes a run, and returns its failure. */
    private static Optional<Throwable> run(
            TransactionRun run, XaFaults faults, List<Shape> shapes, ProofReport report) {
        Optional<Throwable> failure = Optional.empty();
        try {
            run.work(shapes);
            run.recoverAndCheck();
        } catch (RuntimeException | Error e) {
            failure = Optional.of(e);
        }
        report.count("transactions", shapes.size());
        report.count("calls", faults.calls().size());
        report.count("crashes", faults.crashes());
        return failure;
    }
}
