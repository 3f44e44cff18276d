package io.millrace.prove;

import io.millrace.prove.LinkProxy.State;
import java.io.IOException;
import java.util.List;
import java.util.SplittableRandom;

/** Kills machines of a round of {@link HostsProof}, and disturbs the links between them. Used by one thread. */
final class HostFaults {

    private static final int LONGEST_FAULT_MS = 2_500;

    /** Longer than a link may be silent: both sides have ended it then, and found that they cannot make another. */
    private static final int SHORTEST_SILENCE_MS = 5_500;

    private static final int LONGEST_SILENCE_MS = 8_000;

    private final HostMachines machines;
    private final SplittableRandom random;
    private final ProofReport report;

    HostFaults(HostMachines machines, SplittableRandom random, ProofReport report) {
        this.machines = machines;
        this.random = random;
        this.report = report;
    }

    /** Kills a machine, or two at once, and starts them again. */
    void kill(int machine) throws IOException, InterruptedException {
        int other = random.nextInt(machines.size() + 2); // often none
        report.count(machines.kill(machine) ? "killed at work" : "killed after its end", 1);
        boolean isPair = other < machines.size() && other != machine && !machines.isLost(other);
        if (isPair) {
            machines.kill(other);
            report.count("killed with it", 1);
        }
        machines.start(machine);
        if (isPair) {
            machines.start(other);
        }
    }

    /** Cuts or stalls the links of two machines for a while, in which one of them may be killed as well. */
    void disturb(int machine, State state) throws IOException, InterruptedException {
        List<Integer> others = machines.inUse();
        others.remove(Integer.valueOf(machine));
        int other = others.get(random.nextInt(others.size()));
        machines.link(machine, other, state);
        report.count(
                switch (state) {
                    case CUT -> "links cut";
                    case LOSE -> "links whose bytes were dropped";
                    default -> "links stalled";
                },
                1);
        if (random.nextBoolean()) {
            kill(random.nextBoolean() ? machine : other);
        }
        boolean isLong = state != State.CUT && random.nextBoolean();
        machines.pass(
                isLong ? random.nextInt(SHORTEST_SILENCE_MS, LONGEST_SILENCE_MS) : random.nextInt(LONGEST_FAULT_MS));
        machines.link(machine, other, State.PASS);
    }
}
