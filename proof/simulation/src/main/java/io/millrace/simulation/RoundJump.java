package io.millrace.simulation;

import io.millrace.ledger.Block;
import io.millrace.ledger.Reference;
import io.millrace.ledger.Sending;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;

/**
 * An attack on seats that leave rounds out: ten seats, and a network that keeps its bound on delays. Three seats vote
 * for no leader. Of the seven others one in turn sees a round late and the next one in time. If that seat leaves the
 * round out, six votes are there, and seven would be a quorum: hardly a leader is committed. A seat that must have a
 * block in each round votes late, and the leader is committed. After an attack by Qiu, Xiao and Shao on Mysticeti.
 */
final class RoundJump {

    private static final int SEATS = 10;
    private static final int FAULTY = 3;
    private static final long DELAY_NS = 1_000_000;
    private static final int LATE_DELAYS = 4;
    private static final int DELTA_IN_DELAYS = 8;
    private static final long MOST_DELTAS_A_ROUND = 10;

    private final LedgerPlan plan = new LedgerPlan(
            SEATS,
            FAULTY,
            0,
            DELAY_NS,
            1,
            DELTA_IN_DELAYS * DELAY_NS,
            Sending.PUSH,
            0,
            0,
            false,
            LedgerPlan.Kind.STEADY);
    private final Schedule schedule = new Schedule();
    private final LedgerWorld world =
            new LedgerWorld(plan, schedule, new SplittableRandom(1), new Trace(false, schedule));
    private long leftOut;

    /**
     * What came of an attack.
     *
     * @param rounds the highest round of a correct seat
     * @param commits the commits of the seats
     * @param leftOut how often a correct seat has left rounds out
     * @param deltas the time that it took, in bounds on delays
     */
    record Outcome(long rounds, long commits, long leftOut, long deltas) {}

    /** A correct seat, of which it is counted that it leaves rounds out, whatever allows it. */
    private final class Attacked extends LedgerHost {
        Attacked(int index) {
            super(world, index, new SplittableRandom(index));
        }

        @Override
        void leftOut(long made, boolean isAllowed) {
            leftOut++;
        }
    }

    /** A seat that makes a block in each round that it does not lead, on all but the leader's. */
    private final class NeverVoting extends LedgerHost {
        private final Map<Long, Map<Integer, Reference>> seen = new HashMap<>();
        private Reference own = world.codec().chain().genesis().get(index());
        private long made;

        NeverVoting(int index) {
            super(world, index, new SplittableRandom(index));
        }

        @Override
        boolean isCorrect() {
            return false;
        }

        @Override
        void start() {
            for (Reference implied : world.codec().chain().genesis()) {
                see(implied);
            }
            make();
        }

        private void see(Reference block) {
            seen.computeIfAbsent(block.round(), _ -> new HashMap<>()).putIfAbsent(block.author(), block);
        }

        @Override
        void received(int from, byte[] message) {
            for (Block block : SeatMessages.blocks(world.codec(), message)) {
                see(block.reference());
            }
            make();
        }

        private void make() {
            for (long round = made + 1; seen.containsKey(round - 1); round++) {
                List<Reference> parents = parents(round - 1);
                if (parents.size() - (own.round() == round - 1 ? 0 : 1) < plan.quorum()) {
                    return;
                }
                made = round;
                seen.remove(round - 2);
                if (leader(round) != index()) {
                    send(round, parents);
                }
            }
        }

        private List<Reference> parents(long round) {
            List<Reference> parents = new ArrayList<>(List.of(own));
            seen.get(round).forEach((author, block) -> {
                if (author != index() && (round == 0 || author != leader(round))) {
                    parents.add(block);
                }
            });
            return parents;
        }

        private void send(long round, List<Reference> parents) {
            Block block = world.codec()
                    .make(index(), round, parents, LedgerWorld.START_MS, List.of(), List.of(), signatures());
            own = block.reference();
            see(own);
            for (int peer = 0; peer < SEATS; peer++) {
                if (peer != index()) {
                    world.send(index(), peer, SeatMessages.blocks(List.of(block)));
                }
            }
        }
    }

    private RoundJump() {
        for (int seat = 0; seat < SEATS; seat++) {
            world.hosts().add(seat < FAULTY ? new NeverVoting(seat) : new Attacked(seat));
        }
        world.script((_, to, message) -> delayNs(to, message));
    }

    private static int leader(long round) {
        return (int) (round % SEATS);
    }

    /** Returns the seat that is to leave a round out. */
    private static int victim(long round) {
        return FAULTY + (int) (round % (SEATS - FAULTY));
    }

    private long delayNs(int to, byte[] message) {
        List<Block> blocks = SeatMessages.blocks(world.codec(), message);
        long newest =
                blocks.stream().mapToLong(block -> block.header().round()).max().orElse(0);
        if (newest == 0 || victim(newest + 1) != to) {
            return DELAY_NS;
        }
        // Without the leader's block it waits, and with it what has come of the next round is complete at once.
        boolean hasLeader = blocks.stream()
                .anyMatch(block ->
                        block.header().round() == newest && block.header().author() == leader(newest));
        return LATE_DELAYS * DELAY_NS + (hasLeader ? DELAY_NS / 2 : 0);
    }

    /** Attacks until correct seats have made so many rounds, or time enough for them has passed. */
    static Outcome run(long rounds) {
        RoundJump attack = new RoundJump();
        attack.world.hosts().forEach(LedgerHost::start);
        long until = rounds * MOST_DELTAS_A_ROUND * attack.plan.deltaNs();
        while (attack.highestRound() < rounds && attack.schedule.nowNs() < until) {
            attack.schedule.step();
        }
        return new Outcome(
                attack.highestRound(),
                attack.world.checks().commits(),
                attack.leftOut,
                attack.schedule.nowNs() / attack.plan.deltaNs());
    }

    private long highestRound() {
        return world.hosts().stream().mapToLong(LedgerHost::newestOwn).max().orElse(0);
    }
}
