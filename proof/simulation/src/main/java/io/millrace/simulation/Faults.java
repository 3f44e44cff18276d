package io.millrace.simulation;

import io.millrace.journal.Durability;
import io.millrace.replication.Configuration;
import io.millrace.replication.LogPosition;
import io.millrace.replication.Losses;
import io.millrace.replication.MemberEntry;
import java.util.List;
import java.util.random.RandomGenerator;

/** What goes wrong, and what operators do meanwhile, rightly or not. */
final class Faults {

    private final Plan plan;
    private final Schedule schedule;
    private final SimulatedNetwork network;
    private final List<Host> hosts;
    private final Coverage coverage;
    private final Trace trace;
    private final RandomGenerator random;
    private int disksLost;
    private int removals;
    private boolean hasEnded;

    Faults(
            Plan plan,
            Schedule schedule,
            SimulatedNetwork network,
            List<Host> hosts,
            Coverage coverage,
            Trace trace,
            RandomGenerator random) {
        this.plan = plan;
        this.schedule = schedule;
        this.network = network;
        this.hosts = hosts;
        this.coverage = coverage;
        this.trace = trace;
        this.random = random;
    }

    void begin() {
        schedule.after(1 + random.nextLong(2 * plan.pauseNs()), this::next);
    }

    void end() {
        hasEnded = true;
        network.heal();
        for (Host host : hosts) {
            host.calm();
            if (!host.isUp()) {
                host.start();
            }
        }
    }

    private void next() {
        if (!hasEnded) {
            act(any());
            begin();
        }
    }

    private Host any() {
        return hosts.get(random.nextInt(hosts.size()));
    }

    private void act(Host host) {
        switch (random.nextInt(32)) {
            case 0, 1, 2 -> crash(host, CrashKind.KILL);
            case 3, 4 -> crash(host, CrashKind.POWER);
            case 5 -> loseDisk(host);
            case 6, 7, 8 -> host.crashSoon(random.nextBoolean() ? CrashKind.KILL : CrashKind.POWER);
            case 9, 10, 11 -> network.cutAny();
            case 12, 13 -> block(host, any());
            case 14, 15 -> isolate(host);
            case 16 -> restartAll();
            case 17, 18, 19, 20, 21 -> promote(host);
            case 22 -> {
                promote(host);
                promote(any());
            }
            case 23 -> {
                declareLost(host);
                if (host.isUp() && host.member().stopped() != null) {
                    host.reset();
                }
            }
            case 24 -> host.reset();
            case 25 -> remove(host);
            case 26 -> {
                int count = random.nextInt(0, plan.hosts());
                hosts.forEach(each -> each.order("change the count", member -> member.setCount(count)));
            }
            case 27 -> {
                Durability level = random.nextBoolean() ? Durability.MAPPED : Durability.SYNCED;
                hosts.forEach(each -> each.order("change the level", member -> member.setLevel(level)));
            }
            case 28, 29, 30 -> takeOver(host);
            default -> restartAny();
        }
    }

    /** Keeps the sources from the others while one of those is promoted, so that both have what the other has not. */
    private void takeOver(Host next) {
        long forNs = random.nextLong(100, 1500) * Plan.MS_NS;
        for (Host source : hosts) {
            if (source.isSource() && source != next) {
                coverage.count("sources cut off");
                for (Host other : hosts) {
                    if (other != source && random.nextInt(5) > 0) {
                        network.block(source, other);
                        network.block(other, source);
                        schedule.after(forNs, () -> {
                            network.unblock(source, other);
                            network.unblock(other, source);
                        });
                    }
                }
            }
        }
        schedule.after(random.nextLong(1, 200) * Plan.MS_NS, () -> promote(next));
    }

    private void crash(Host host, CrashKind kind) {
        if (host.isUp()) {
            host.crash(kind);
            restartLater(host);
        }
    }

    private void restartLater(Host host) {
        if (random.nextInt(4) > 0) {
            schedule.after(random.nextLong(300) * Plan.MS_NS + 1, () -> restart(host));
        }
    }

    private void restart(Host host) {
        if (!host.isUp()) {
            host.start();
        }
    }

    private void restartAny() {
        for (Host host : hosts) {
            if (!host.isUp() && random.nextBoolean()) {
                host.start();
            }
        }
    }

    private void restartAll() {
        CrashKind kind = random.nextInt(3) == 0 ? CrashKind.POWER : CrashKind.KILL;
        coverage.count("restarts of all");
        for (Host host : hosts) {
            if (host.isUp()) {
                host.crash(kind);
            }
            schedule.after(random.nextLong(100) * Plan.MS_NS + 1, () -> restart(host));
        }
    }

    /** Tells a source which members are lost with their disks; the operator knows. */
    void declareLost(Host source) {
        if (!source.isSource()) {
            return;
        }
        for (MemberEntry entry : source.member().state().configuration().everyone()) {
            if (hosts.stream().noneMatch(host -> host.copyId() == entry.copyId())) {
                source.order("give a member up", member -> member.declareLost(entry.number()));
            }
        }
    }

    /** Returns whether every host is up and none can ever be a source, since disks were lost. */
    boolean haveTakenEverything() {
        return disksLost > 0 && hosts.stream().allMatch(host -> host.isUp() && !mayLead(host));
    }

    /** Returns whether a member may lead: one whose addition was never in force may have the number of another. */
    private static boolean mayLead(Host host) {
        Configuration configuration = host.member().state().configuration();
        return host.log().end() != LogPosition.NONE
                && configuration != null
                && configuration.numberOf(host.copyId()) >= 0
                && configuration.isOwnNumber(host.copyId());
    }

    private void loseDisk(Host host) {
        boolean isSpared =
                hosts.stream().noneMatch(other -> other != host && other.log().end() != LogPosition.NONE);
        if (disksLost < plan.diskLosses() && !isSpared) {
            disksLost++;
            if (host.isUp()) {
                host.crash(CrashKind.DISK);
            }
            restartLater(host);
        }
    }

    /** Blocks one direction, often only for a moment. */
    private void block(Host from, Host to) {
        if (from != to) {
            trace.add(() -> "nothing arrives from=" + from.name() + " to=" + to.name());
            coverage.count("blocks of one direction");
            network.block(from, to);
            schedule.after(random.nextLong(800) * Plan.MS_NS + 1, () -> network.unblock(from, to));
        }
    }

    private void isolate(Host host) {
        coverage.count("partitions");
        for (Host other : hosts) {
            if (other != host && random.nextInt(4) > 0) {
                block(host, other);
                block(other, host);
            }
        }
    }

    private void promote(Host host) {
        host.promote(plan.losses() && random.nextInt(3) == 0 ? Losses.ACCEPTED : Losses.REFUSED);
    }

    private void remove(Host host) {
        if (removals < 3) {
            removals++;
            hosts.forEach(each -> {
                if (each != host) {
                    each.order("remove a member", member -> member.remove(host.name()));
                }
            });
        }
    }
}
