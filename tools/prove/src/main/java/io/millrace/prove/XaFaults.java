package io.millrace.prove;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;

/**
 * Numbers the calls that a transaction manager makes, and lets some of them fail: those that a plan names, or each with
 * a probability. Any thread may call any method.
 */
final class XaFaults {

    private final Map<Integer, XaFault> planned;
    private final SplittableRandom random;
    private final double probability;
    private final List<XaCall> calls = new ArrayList<>();
    private final List<String> history = new ArrayList<>();
    private boolean dead;
    private boolean stopped;
    private int crashes;

    private XaFaults(Map<Integer, XaFault> planned, SplittableRandom random, double probability) {
        this.planned = planned;
        this.random = random;
        this.probability = probability;
    }

    /** Returns faults at the calls of given numbers, from 0. */
    static XaFaults planned(Map<Integer, XaFault> planned) {
        return new XaFaults(planned, null, 0);
    }

    static XaFaults random(SplittableRandom random, double probability) {
        return new XaFaults(Map.of(), random, probability);
    }

    /**
     * Counts a call and returns its fault, or null.
     *
     * @throws CoordinatorKilledError if the coordinator is dead, so that its calls have no effect any more
     */
    synchronized XaFault at(XaCall call, String who) {
        if (dead) {
            throw new CoordinatorKilledError();
        }
        int number = calls.size();
        calls.add(call);
        XaFault fault = stopped ? null : planned.get(number);
        if (fault == null && !stopped && random != null && random.nextDouble() < probability) {
            List<XaFault> all = call.faults();
            fault = all.get(random.nextInt(all.size()));
            if (fault.kind() != XaFault.Kind.KILL && random.nextInt(3) == 0) {
                fault = new XaFault(XaFault.Kind.KILL, 0, fault.effect());
            }
        }
        history.add(number + ":" + call + "(" + who + ")" + (fault == null ? "" : "=" + fault));
        return fault;
    }

    /** Ends the coordinator. */
    synchronized CoordinatorKilledError kill() {
        dead = true;
        crashes++;
        return new CoordinatorKilledError();
    }

    /** Notes that the store has failed, so that the coordinator must be restarted. */
    synchronized void storeFailed() {
        crashes++;
    }

    /** Starts the coordinator again. */
    synchronized void revive() {
        dead = false;
    }

    /** Returns whether the coordinator is dead, so that its calls have no effect any more. */
    synchronized boolean isDead() {
        return dead;
    }

    /** Injects no faults from now on. */
    synchronized void stop() {
        stopped = true;
    }

    /** Returns how often the coordinator was killed or its store has failed. */
    synchronized int crashes() {
        return crashes;
    }

    synchronized List<XaCall> calls() {
        return List.copyOf(calls);
    }

    /** Returns all calls and their faults as text. */
    synchronized String history() {
        return String.join(" ", history);
    }
}
