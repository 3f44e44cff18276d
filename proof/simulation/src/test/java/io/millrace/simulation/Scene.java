package io.millrace.simulation;

import io.millrace.ledger.Block;
import io.millrace.ledger.CommitRecord;
import io.millrace.ledger.Reference;
import io.millrace.ledger.SeatEvent;
import io.millrace.ledger.SeatStatus;
import io.millrace.ledger.Sending;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.SplittableRandom;

/** Seats on hosts between which each message takes a millisecond, for tests that say what happens. */
final class Scene {
    static final long DELAY_NS = 1_000_000;
    static final long DELTA_NS = 8 * DELAY_NS;

    final LedgerWorld world;
    final List<String> events = new ArrayList<>();

    /** The commit after whose write a host is killed, 0 for none. */
    long killedAfter;

    private final Schedule schedule = new Schedule();

    /** A host whose reports are kept. */
    private final class Reporting extends LedgerHost {
        private int crashIn;

        Reporting(int index) {
            super(world, index, new SplittableRandom(index));
        }

        @Override
        public void store(CommitRecord commit) {
            crashIn = commit.index() == killedAfter ? 2 : 0; // the disk asks before a write and after it
            super.store(commit);
        }

        @Override
        public void mayCrash() {
            if (crashIn > 0 && --crashIn == 0) {
                throw new CrashError(CrashKind.KILL);
            }
        }

        @Override
        public void event(SeatEvent event, String text) {
            super.event(event, text);
            events.add(name() + " " + event + " " + text);
        }
    }

    Scene(int seats, Sending sending) {
        LedgerPlan plan =
                new LedgerPlan(seats, 0, 0, DELAY_NS, 1, DELTA_NS, sending, 0, 0, false, LedgerPlan.Kind.STEADY);
        world = new LedgerWorld(plan, schedule, new SplittableRandom(1), new Trace(false, schedule));
        for (int seat = 0; seat < seats; seat++) {
            world.hosts().add(new Reporting(seat));
        }
    }

    LedgerHost host(int seat) {
        return world.hosts().get(seat);
    }

    SeatStatus status(int seat) {
        return host(seat).seat().status();
    }

    void start(int... seats) {
        for (int seat : seats) {
            host(seat).start();
        }
    }

    void crash(CrashKind kind, int... seats) {
        for (int seat : seats) {
            host(seat).crash(kind);
        }
    }

    /** Lets a time pass, in bounds on delays. */
    void pass(long deltas) {
        long untilNs = schedule.nowNs() + deltas * DELTA_NS;
        while (schedule.nowNs() < untilNs) {
            schedule.step();
        }
    }

    void step() {
        schedule.step();
    }

    /** Returns a block of a seat on blocks of the round before, its own first. */
    Block block(int author, long round, List<Block> before) {
        List<Reference> parents = new ArrayList<>();
        if (before.isEmpty()) {
            parents.addAll(world.codec().chain().genesis());
        } else {
            before.forEach(block -> parents.add(block.reference()));
        }
        parents.sort(Comparator.comparingInt(parent -> parent.author() == author ? -1 : parent.author()));
        return world.codec()
                .make(
                        author,
                        round,
                        parents,
                        LedgerWorld.START_MS,
                        List.of(),
                        List.of(),
                        host(author).signatures());
    }
}
