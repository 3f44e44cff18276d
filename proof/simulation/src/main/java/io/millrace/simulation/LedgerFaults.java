package io.millrace.simulation;

import java.util.ArrayList;
import java.util.List;
import java.util.random.RandomGenerator;

/** What goes wrong with machines and network in a run of the ledger; storage is lost at as many as may be faulty. */
final class LedgerFaults {

    private final LedgerWorld world;
    private final RandomGenerator random;
    private int lost;
    private boolean hasEnded;

    LedgerFaults(LedgerWorld world, RandomGenerator random) {
        this.world = world;
        this.random = random;
    }

    void begin() {
        if (!world.plan().isCalm()) {
            later(world.plan().pauseNs(), this::next);
        }
        if (world.plan().hasWrongState()
                && lost + world.plan().byzantine() < world.plan().faults()) {
            later(world.plan().deltaNs() * 20, this::goWrong);
            lost++;
        }
    }

    private void goWrong() {
        if (!hasEnded) {
            world.coverage().count("seats that go wrong");
            correct().goWrong();
        }
    }

    private void later(long meanNs, Runnable action) {
        world.schedule().after(1 + random.nextLong(2 * meanNs), action);
    }

    void end() {
        hasEnded = true;
        world.heal();
        for (LedgerHost host : world.hosts()) {
            host.calm();
            if (!host.isUp()) {
                host.start();
            }
        }
    }

    private void next() {
        if (!hasEnded) {
            act(world.hosts().get(random.nextInt(world.hosts().size())));
            later(world.plan().pauseNs(), this::next);
        }
    }

    private LedgerHost correct() {
        List<LedgerHost> correct =
                world.hosts().stream().filter(LedgerHost::isCorrect).toList();
        return correct.get(random.nextInt(correct.size()));
    }

    private void act(LedgerHost host) {
        switch (random.nextInt(16)) {
            case 0, 1 -> crash(host, CrashKind.KILL);
            case 2, 3 -> crash(host, CrashKind.POWER);
            case 4, 5, 6 -> host.crashSoon(random.nextBoolean() ? CrashKind.KILL : CrashKind.POWER);
            case 7 -> loseDisk(host);
            case 8 -> restore(host);
            case 9 -> host.backUp();
            case 10, 11 -> block(host, random.nextBoolean());
            case 12 -> isolate(host);
            case 13 -> split();
            case 14 -> restartAll();
            default -> startAny();
        }
    }

    private void crash(LedgerHost host, CrashKind kind) {
        if (host.isUp()) {
            host.crash(kind);
            restartLater(host);
        }
    }

    private void restartLater(LedgerHost host) {
        later(world.plan().deltaNs() * random.nextLong(1, 60), () -> start(host));
    }

    private void start(LedgerHost host) {
        if (!host.isUp()) {
            host.start();
        }
    }

    private void startAny() {
        world.hosts().forEach(this::start);
    }

    /** Returns whether the storage of a seat may be taken, which is then one of the faulty ones until the end. */
    private boolean mayLose(LedgerHost host) {
        return host.isCorrect()
                && host.isUp()
                && lost + world.plan().byzantine() < world.plan().faults();
    }

    private void loseDisk(LedgerHost host) {
        if (mayLose(host)) {
            lost++;
            crash(host, CrashKind.DISK);
        }
    }

    private void restore(LedgerHost host) {
        if (mayLose(host)) {
            lost++;
            host.crash(CrashKind.KILL);
            host.restore();
            restartLater(host);
        }
    }

    private void block(LedgerHost host, boolean isIncoming) {
        world.coverage().count("blocks of one direction");
        int other = random.nextInt(world.plan().seats());
        int from = isIncoming ? other : host.index();
        int to = isIncoming ? host.index() : other;
        world.wires().block(from, to);
        later(
                world.plan().deltaNs() * random.nextLong(1, 40),
                () -> world.wires().unblock(from, to));
    }

    private void isolate(LedgerHost host) {
        world.coverage().count("seats cut off");
        long forNs = world.plan().deltaNs() * random.nextLong(1, 150);
        for (int other = 0; other < world.plan().seats(); other++) {
            int peer = other;
            world.wires().block(host.index(), peer);
            world.wires().block(peer, host.index());
            world.schedule().after(forNs, () -> {
                world.wires().unblock(host.index(), peer);
                world.wires().unblock(peer, host.index());
            });
        }
    }

    private void split() {
        world.coverage().count("partitions");
        List<Integer> left = new ArrayList<>();
        for (int seat = 0; seat < world.plan().seats(); seat++) {
            if (random.nextBoolean()) {
                left.add(seat);
            }
        }
        long forNs = world.plan().deltaNs() * random.nextLong(1, 60);
        for (int one : left) {
            for (int other = 0; other < world.plan().seats(); other++) {
                if (!left.contains(other)) {
                    int peer = other;
                    world.wires().block(one, peer);
                    world.wires().block(peer, one);
                    world.schedule().after(forNs, () -> {
                        world.wires().unblock(one, peer);
                        world.wires().unblock(peer, one);
                    });
                }
            }
        }
    }

    private void restartAll() {
        if (random.nextInt(4) == 0) {
            world.coverage().count("restarts of all");
            CrashKind kind = random.nextBoolean() ? CrashKind.POWER : CrashKind.KILL;
            // What a seat has just signed may have reached no other when its storage is lost with all processes.
            if (random.nextBoolean()) {
                loseDisk(correct());
            }
            world.hosts().forEach(host -> crash(host, kind));
        }
    }
}
