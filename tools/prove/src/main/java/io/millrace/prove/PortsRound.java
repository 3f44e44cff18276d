package io.millrace.prove;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;

/**
 * A round of {@link PortsProof}: the plan in one undisturbed process, and the same with kills and resets; then both are
 * compared. Used by one thread.
 */
final class PortsRound {

    /** What is counted when something is disturbed. */
    static final String DISTURBANCES = "disturbances";

    private static final int CLIENTS = 3;
    private static final int FEWEST_DISTURBANCES = 2;
    private static final int MORE_DISTURBANCES = 3;
    private static final long LOOK_NS = 1_000_000;
    private static final long LOOKS_AT_PAGES_NS = 50_000_000;
    private static final int LONGEST_PAUSE_MS = 300;
    private static final int LONGEST_START_MS = 3_000;
    private static final long LIMIT_NS = TimeUnit.SECONDS.toNanos(240);

    private final Path scratch;
    private final ProcessClasses classes;
    private final SplittableRandom random;
    private final ProofReport report;
    private final StringBuilder done;
    private int pages;
    private long lookedNs;

    /** What is done to the run. */
    private enum Fault {
        KILL,
        KILL_WHILE_STARTING,
        RESET,
        HOLD
    }

    PortsRound(Path scratch, ProcessClasses classes, long seed, ProofReport report, StringBuilder done) {
        this.scratch = scratch;
        this.classes = classes;
        this.random = new SplittableRandom(seed);
        this.report = report;
        this.done = done;
    }

    /**
     * Makes the round.
     *
     * @throws ProofException where something is not as it is in an undisturbed process
     */
    void run() throws IOException, InterruptedException {
        PortsPlan plan = PortsPlan.of(random.split(), CLIENTS);
        PortsSeen undisturbed = undisturbed(plan);
        List<Integer> moments = new ArrayList<>();
        int count = FEWEST_DISTURBANCES + random.nextInt(MORE_DISTURBANCES);
        for (int i = 0; i < count; i++) {
            moments.add(random.nextInt(plan.size() + plan.events() - CLIENTS)); // all are reached, despite rounding
        }
        Collections.sort(moments);
        PortsSeen disturbed = run(plan, "disturbed", moments);
        disturbed.expectAsIn(undisturbed);
        report.count(
                "answers", disturbed.answers().stream().mapToInt(List::size).sum());
        report.count(
                "events followed",
                disturbed.events().stream().mapToInt(List::size).sum());
    }

    /** Runs a plan in one process that nothing disturbs. */
    PortsSeen undisturbed(PortsPlan plan) throws IOException, InterruptedException {
        return run(plan, "undisturbed", List.of());
    }

    private PortsSeen run(PortsPlan plan, String name, List<Integer> moments) throws IOException, InterruptedException {
        try (PortsProcess process = PortsProcess.of(scratch.resolve(name), classes, plan)) {
            process.start();
            PortsClients clients =
                    PortsClients.start(plan, List.of(process.webAddress()), List.of(process.tcpAddress()));
            try (clients) {
                for (int moment : moments) {
                    await(process, clients, () -> clients.progress() >= moment / CLIENTS);
                    disturb(process);
                }
                await(process, clients, clients::haveEverything);
                while (pages == 0) { // once at least, also where all was done soon
                    process.expectAlive();
                    look(process);
                }
            }
            process.kill();
            PortsOutcome outcome = PortsOutcome.read(process.data());
            if (!moments.isEmpty()) {
                repeat(process, outcome);
                outcome = PortsOutcome.read(process.data());
            }
            return new PortsSeen(outcome, clients.answers(), clients.events());
        }
    }

    /** Waits for something while the run and its clients do well, and looks at its pages now and then. */
    private void await(PortsProcess process, PortsClients clients, BooleanSupplier condition) throws IOException {
        long startNs = System.nanoTime();
        while (!condition.getAsBoolean()) {
            process.expectAlive();
            clients.haveEverything(); // fails where one has failed
            if (System.nanoTime() - startNs > LIMIT_NS) {
                throw new ProofException("the run does not come to its end done=" + done + " clients=" + clients);
            }
            look(process);
            LockSupport.parkNanos(LOOK_NS);
        }
    }

    private void look(PortsProcess process) {
        if (System.nanoTime() - lookedNs > LOOKS_AT_PAGES_NS) {
            pages += process.look();
            lookedNs = System.nanoTime();
        }
    }

    private void disturb(PortsProcess process) throws IOException, InterruptedException {
        Fault fault = Fault.values()[random.nextInt(Fault.values().length)];
        if (!done.toString().contains(Fault.KILL.name())) {
            fault = Fault.KILL; // each round has one
        }
        done.append(' ').append(fault);
        report.count(DISTURBANCES, 1);
        int pauseMs = random.nextInt(LONGEST_PAUSE_MS);
        int startMs = random.nextInt(LONGEST_START_MS);
        switch (fault) {
            case KILL -> kill(process, pauseMs);
            case KILL_WHILE_STARTING -> {
                kill(process, pauseMs);
                TimeUnit.MILLISECONDS.sleep(startMs);
                kill(process, 0);
            }
            case RESET -> process.hinder(LinkProxy.State.CUT, pauseMs / 10);
            case HOLD -> process.hinder(LinkProxy.State.HOLD, pauseMs);
        }
    }

    private static void kill(PortsProcess process, int pauseMs) throws IOException, InterruptedException {
        process.expectAlive();
        process.kill();
        TimeUnit.MILLISECONDS.sleep(pauseMs);
        process.start();
    }

    /** Starts the run once more and makes calls again, which are answered and not carried out. */
    private void repeat(PortsProcess process, PortsOutcome outcome) throws IOException, InterruptedException {
        process.start();
        process.awaitClients();
        report.count("repeated calls", PortsRepeats.check(process.port(), outcome, random));
        process.kill();
        if (!PortsOutcome.read(process.data()).equals(outcome)) {
            throw new ProofException("calls that were made again have left something in the data");
        }
    }
}
