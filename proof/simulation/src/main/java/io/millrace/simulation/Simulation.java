package io.millrace.simulation;

import io.millrace.replication.Losses;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;

/** One run by a seed: hosts, a network, faults and operators for a time, and then a time in which all must be well. */
final class Simulation {

    private static final long APPEND_NS = 4 * Plan.MS_NS;
    private static final long HEALED_WITHIN_NS = 60_000 * Plan.MS_NS;
    private static final long CARE_NS = 100 * Plan.MS_NS;
    private static final int FEW_LOOKS = 5;
    private static final int MANY_LOOKS = 60;

    private final long seed;
    private final SplittableRandom random;
    private final Plan plan;
    private final Schedule schedule = new Schedule();
    private final History history = new History();
    private final Coverage coverage = new Coverage();
    private final List<Host> hosts = new ArrayList<>();
    private final SimulatedNetwork network;
    private final Trace trace;
    private final Faults faults;
    private boolean isHealing;
    private int unled;
    private int looks;

    private Simulation(long seed, boolean isTraced) {
        this.seed = seed;
        random = new SplittableRandom(seed);
        plan = Plan.of(random);
        trace = new Trace(isTraced, schedule);
        network = new SimulatedNetwork(schedule, plan, random.split(), hosts);
        // Others than every third seed have the runs that they had before copies could be limited.
        SplittableRandom limits = seed % 3 == 0 ? new SplittableRandom(~seed) : null;
        for (int i = 0; i < plan.hosts(); i++) {
            hosts.add(new Host(
                    i,
                    plan,
                    schedule,
                    network,
                    history,
                    coverage,
                    trace,
                    random.split(),
                    Optional.ofNullable(limits).map(SplittableRandom::split)));
        }
        faults = new Faults(plan, schedule, network, hosts, coverage, trace, random.split());
    }

    /**
     * Runs a seed to its end.
     *
     * @throws ViolationException with the seed and the last events, if something that must never happen has happened
     */
    static SimulationResult run(long seed) {
        Simulation simulation = new Simulation(seed, false);
        try {
            return simulation.run();
        } catch (ViolationException | AssertionError e) {
            throw again(seed, e);
        }
    }

    private static ViolationException again(long seed, Throwable first) {
        Simulation traced = new Simulation(seed, true);
        try {
            traced.run();
        } catch (ViolationException | AssertionError e) {
            StringBuilder states = new StringBuilder();
            traced.hosts.forEach(host -> states.append(host.text()).append('\n'));
            return new ViolationException(
                    e.getMessage() + " seed=" + seed, traced.plan + "\n" + traced.trace.text() + "\n" + states, e);
        }
        return new ViolationException("the seed fails once only seed=" + seed, first);
    }

    private SimulationResult run() {
        hosts.getFirst().found();
        hosts.subList(1, hosts.size()).forEach(Host::start);
        append();
        faults.begin();
        while (schedule.nowNs() < plan.faultsNs()) {
            schedule.step();
        }
        heal();
        return new SimulationResult(
                seed,
                coverage,
                schedule.entered(),
                schedule.nowNs(),
                hosts.getFirst().log().chain(hosts.getFirst().log().end()));
    }

    private void append() {
        for (Host host : hosts) {
            host.append();
        }
        if (!isHealing) {
            schedule.after(1 + random.nextLong(2 * APPEND_NS), this::append);
        }
    }

    /** Ends all faults and waits until each host has everything, with an operator that cares for all of them. */
    private void heal() {
        trace.add(() -> "all faults end");
        isHealing = true;
        faults.end();
        long until = schedule.nowNs() + HEALED_WITHIN_NS;
        care();
        while (!isWell()) {
            if (faults.haveTakenEverything()) {
                coverage.count("runs in which no member could lead after losses of disks");
                return;
            }
            if (schedule.nowNs() > until) {
                throw new ViolationException("not all members are well after the faults");
            }
            schedule.step();
        }
        coverage.count(history.lossyCount() == 0 ? "runs without accepted losses" : "runs with accepted losses");
        coverage.count(
                history.acknowledgedCount() == 0 ? "runs without acknowledgements" : "runs with acknowledgements");
    }

    private void care() {
        looks++;
        Host source = null;
        boolean isPromoting = false;
        for (Host host : hosts) {
            source = host.isSource() ? host : source;
            isPromoting |= host.isUp() && host.member().isCandidate();
            if (host.isUp() && host.member().stopped() != null) {
                host.reset();
            }
        }
        if (source != null && looks % FEW_LOOKS == 0) {
            faults.declareLost(source);
        }
        unled = source != null ? 0 : unled + 1;
        if (!isPromoting && unled > FEW_LOOKS) {
            Host next = hosts.get(random.nextInt(hosts.size()));
            next.promote(unled > MANY_LOOKS ? Losses.ACCEPTED : Losses.REFUSED);
        }
        schedule.after(CARE_NS, this::care);
    }

    private boolean isWell() {
        Host source = null;
        for (Host host : hosts) {
            if (host.isSource()) {
                if (source != null) {
                    return false;
                }
                source = host;
            }
        }
        if (source == null
                || source.member().state().configuration().isChanging()
                || source.log().certain() != source.log().end()) {
            return false;
        }
        for (Host host : hosts) {
            if (host != source && !host.isLevelWith(source)) {
                return false;
            }
        }
        return true;
    }
}
