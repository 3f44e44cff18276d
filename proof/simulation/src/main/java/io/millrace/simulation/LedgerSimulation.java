package io.millrace.simulation;

import io.millrace.ledger.Reference;
import io.millrace.ledger.SeatStatus;
import io.millrace.ledger.Sending;
import io.millrace.ledger.SlotDecision;
import io.millrace.ledger.SlotOutcome;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;

/** One run of the ledger by a seed: faults for some rounds, and then rounds in which all must continue. */
final class LedgerSimulation {

    private static final long HEALED_WITHIN_DELTAS = 3000;
    private static final long STALLED_DELTAS = 20_000;
    private static final long MOST_ACTIONS = 1_000_000;
    private static final long MOST_ACTIONS_A_ROUND = 20_000;
    private static final long FIRST_ROUND = 10;
    private static final long LAST_ROUND = 60;
    private static final double NS_A_SECOND = 1e9;

    private final long seed;
    private final LedgerPlan plan;
    private final Schedule schedule = new Schedule();
    private final SplittableRandom random;
    private final Trace trace;
    private final LedgerWorld world;
    private final LedgerFaults faults;
    private final List<Long> admitted = new ArrayList<>();
    private boolean isWatching;
    private boolean hasEnded;
    private long nextId;

    private LedgerSimulation(long seed, long rounds, boolean isTraced) {
        this(seed, LedgerPlan.of(rounds, new SplittableRandom(seed)), isTraced);
    }

    private LedgerSimulation(long seed, LedgerPlan plan, boolean isTraced) {
        this.seed = seed;
        this.plan = plan;
        random = new SplittableRandom(~seed);
        trace = new Trace(isTraced, schedule);
        world = new LedgerWorld(plan, schedule, random.split(), trace);
        int firstFaulty = random.nextInt(plan.seats());
        for (int seat = 0; seat < plan.seats(); seat++) {
            boolean isFaulty = Math.floorMod(seat - firstFaulty, plan.seats()) < plan.byzantine();
            world.hosts()
                    .add(
                            isFaulty
                                    ? new ByzantineHost(world, seat, random.split())
                                    : new LedgerHost(world, seat, random.split()));
        }
        faults = new LedgerFaults(world, random.split());
    }

    /**
     * Runs a seed to its end.
     *
     * @throws ViolationException with the seed and the last events, if something that must never happen has happened
     */
    static SimulationResult run(long seed, long rounds) {
        LedgerSimulation simulation = new LedgerSimulation(seed, rounds, false);
        try {
            return simulation.run();
        } catch (ViolationException | AssertionError e) {
            throw again(seed, rounds, e);
        }
    }

    /** Returns nothing, or what a seed violates; for runs of changed rules. */
    static String violation(long seed, long rounds) {
        try {
            new LedgerSimulation(seed, rounds, false).run();
            return null;
        } catch (ViolationException | AssertionError e) {
            return String.valueOf(e.getMessage());
        }
    }

    /** Measures rounds when nothing fails and each message takes a time. */
    static LatencyRow measure(long delayNs, int seats) {
        LedgerSimulation loaded = new LedgerSimulation(1, LedgerPlan.steady(seats, delayNs, LAST_ROUND), false);
        loaded.world.hosts().forEach(LedgerHost::start);
        loaded.offer(delayNs);
        loaded.runTo(LAST_ROUND);
        LedgerSimulation idle = new LedgerSimulation(1, LedgerPlan.steady(seats, delayNs, LAST_ROUND), false);
        idle.world.hosts().forEach(LedgerHost::start);
        idle.runTo(LAST_ROUND);
        long fromNs = loaded.world.checks().enteredNs(FIRST_ROUND);
        long toNs = loaded.world.checks().enteredNs(LAST_ROUND);
        double seconds = idle.schedule.nowNs() / NS_A_SECOND;
        return new LatencyRow(
                delayNs,
                seats,
                (double) (toNs - fromNs) / (LAST_ROUND - FIRST_ROUND),
                loaded.world.finalityNs(),
                idle.world.messages() / seconds / seats,
                idle.world.bytes() / seconds / seats);
    }

    private void runTo(long round) {
        while (highestRound() < round) {
            step();
        }
    }

    /** Offers transactions now and then, until some rounds before the end. */
    private void offer(long delayNs) {
        LedgerHost host = world.hosts().get(random.nextInt(plan.seats()));
        long id = ++nextId;
        if (highestRound() > FIRST_ROUND && highestRound() < LAST_ROUND - FIRST_ROUND) {
            world.offered(id);
            host.offer(id);
        }
        schedule.after(1 + random.nextLong(delayNs), () -> offer(delayNs));
    }

    private static ViolationException again(long seed, long rounds, Throwable first) {
        LedgerSimulation traced = new LedgerSimulation(seed, rounds, true);
        try {
            traced.run();
        } catch (ViolationException | AssertionError e) {
            StringBuilder states = new StringBuilder();
            traced.world.hosts().forEach(host -> states.append(host.text()).append('\n'));
            return new ViolationException(
                    e.getMessage() + " seed=" + seed, traced.plan + "\n" + traced.trace.text() + "\n" + states, e);
        }
        return new ViolationException("the seed fails once only seed=" + seed, first);
    }

    private SimulationResult run() {
        world.hosts().forEach(LedgerHost::start);
        submit();
        faults.begin();
        long until = schedule.nowNs() + STALLED_DELTAS * plan.deltaNs() + plan.rounds() * 8 * plan.deltaNs();
        while (highestRound() < plan.rounds() && schedule.nowNs() < until) {
            step();
        }
        trace.add(() -> "all faults end");
        faults.end();
        settle();
        long commits = watch();
        world.coverage().count("runs with " + plan.seats() + " seats");
        return new SimulationResult(
                seed,
                world.coverage(),
                schedule.entered(),
                schedule.nowNs(),
                world.checks().chain() ^ commits);
    }

    /** Runs what is next; seats that ask for one moment after the other would stop the clock. */
    private void step() {
        if (schedule.entered() > MOST_ACTIONS + plan.rounds() * MOST_ACTIONS_A_ROUND) {
            throw new ViolationException("too much happens atNs=" + schedule.nowNs() + " round=" + highestRound());
        }
        schedule.step();
    }

    private List<LedgerHost> correct() {
        return world.hosts().stream().filter(LedgerHost::isCorrect).toList();
    }

    private long highestRound() {
        long highest = 0;
        for (LedgerHost host : world.hosts()) {
            if (host.isCorrect() && host.isUp()) {
                highest = Math.max(highest, host.newestOwn());
            }
        }
        return highest;
    }

    private void submit() {
        if (hasEnded) {
            return;
        }
        LedgerHost host = world.hosts().get(random.nextInt(plan.seats()));
        long id = ++nextId;
        if (host.isUp() && host.offer(id) && isWatching && host.isCorrect()) {
            admitted.add(id);
        }
        schedule.after(1 + random.nextLong(plan.deltaNs()), this::submit);
    }

    /** Waits until all correct seats sign and are level. */
    private void settle() {
        long until = schedule.nowNs() + HEALED_WITHIN_DELTAS * plan.deltaNs();
        while (!isLevel()) {
            if (schedule.nowNs() > until) {
                throw new ViolationException("not all seats are level after the faults");
            }
            step();
        }
    }

    private boolean isLevel() {
        long highest = highestRound();
        long leader = world.checks().lastLeader();
        for (LedgerHost host : correct()) {
            SeatStatus status = host.seat().status();
            if (!status.isSigning()
                    || status.isCatchingUp()
                    || host.newestOwn() + 2 < highest
                    || status.decidedRound() + 5 < leader) {
                return false;
            }
        }
        return true;
    }

    /** Checks for some rounds that all goes as it must when delays keep their bound; returns the commits. */
    private long watch() {
        long settled = 3L * plan.faults() + 5;
        long first = highestRound() + settled;
        long last = first + 2L * plan.seats();
        isWatching = true;
        world.checks().watch(first);
        long until = schedule.nowNs() + (last - first + 4 * settled) * 12 * plan.deltaNs();
        long watchedFromNs = schedule.nowNs();
        while (!isMade(last + settled)) {
            if (schedule.nowNs() > until) {
                throw new ViolationException("rounds take too long after the faults first=" + first + " last=" + last
                        + " sinceNs=" + (schedule.nowNs() - watchedFromNs));
            }
            hasEnded |= highestRound() > last - plan.seats();
            step();
        }
        for (long round = first; round <= last; round++) {
            demandDecided(round);
        }
        demandOrdered(first, last);
        for (long id : admitted) {
            if (!world.checks().isCarriedOut(id)) {
                throw new ViolationException("a transaction is not carried out id=" + id);
            }
        }
        for (LedgerHost host : correct()) {
            if (host.isWrong() && !host.hasDiverged()) {
                throw new ViolationException("a seat that carries out wrongly continues seat=" + host.name());
            }
        }
        return world.checks().commits();
    }

    private boolean isMade(long round) {
        return correct().stream().allMatch(host -> host.newestOwn() >= round);
    }

    private void demandDecided(long round) {
        int leader = (int) (round % plan.seats());
        for (LedgerHost host : correct()) {
            SlotDecision decision = host.seat().decision(round);
            if (round <= host.seat().status().horizon()) {
                continue;
            }
            if (decision.outcome() == SlotOutcome.UNDECIDED) {
                throw new ViolationException("a slot is not decided in time seat=" + host.name() + " " + decision);
            }
            LedgerHost leading = world.hosts().get(leader);
            if (leading.isCorrect() && !leading.isRestored() && !isCommitted(decision)) {
                throw new ViolationException(
                        "the block of a correct leader is not committed directly seat=" + host.name() + " " + decision);
            }
        }
        world.coverage().count("slots watched");
    }

    /** Returns whether a leader is committed, by an anchor where lazy sending and faulty seats delay votes. */
    private boolean isCommitted(SlotDecision decision) {
        boolean mayBeIndirect = plan.sending() == Sending.LAZY && plan.byzantine() > 0;
        return decision.outcome() == SlotOutcome.COMMIT && (decision.isDirect() || mayBeIndirect);
    }

    private void demandOrdered(long first, long last) {
        for (LedgerHost host : correct()) {
            for (long round = first; round <= last; round++) {
                Reference block = host.ownBlock(round);
                if (!host.isRestored() && (block == null || !world.checks().isOrdered(block))) {
                    throw new ViolationException("a block of a correct seat is not in the order seat=" + host.name()
                            + " round=" + round + " block=" + block);
                }
            }
        }
    }
}
