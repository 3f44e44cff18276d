package io.millrace.prove.fix;

import io.millrace.fix.peers.FixPeer;
import io.millrace.fixtures.CuttingProxy;
import io.millrace.fixtures.FreePorts;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;

/**
 * Sessions of FIX on a host with a spare, one that accepts and one that connects, with counterparties of QuickFIX/J
 * that send orders all the time over connections that are cut at any byte. Each round kills the host, the spare or
 * both. Each order is answered once and in its order, whatever was killed; a number that comes again has PossDupFlag
 * and what it had before. What is killed, and after how many answers, follows from the seed; in which microsecond does
 * not.
 */
final class FixProof {

    private static final int MOST_ANSWERS = 400;
    private static final int FEWEST_ANSWERS = 20;
    private static final int MOST_BYTES = 1 << 18;
    private static final int SHORTEST_STALL_MS = 100;
    private static final int LONGEST_STALL_MS = 400;

    /** After this the spare has the last answer of a host that was killed. */
    private static final int ANSWER_MS = 200;

    private static final long ORDER_EVERY_NS = 4_000_000;
    private static final long LOOK_NS = 2_000_000;
    private static final long PATIENCE_NS = TimeUnit.MINUTES.toNanos(5);

    private final Path directory;
    private final Random random;
    private final Consumer<String> progress;
    private final Map<String, Long> counts = new TreeMap<>();
    private FixMachines machines;
    private List<Counterparty> counterparties;

    FixProof(Path directory, long seed, Consumer<String> progress) {
        this.directory = directory;
        this.progress = progress;
        random = new Random(seed);
    }

    /** Returns how often what happened. */
    Map<String, Long> counts() {
        return new TreeMap<>(counts);
    }

    /**
     * Makes so many rounds.
     *
     * @throws FixProofException where a message was lost, came twice or not in its order, or a process has failed
     */
    void run(int rounds) throws IOException, InterruptedException {
        int listens = FreePorts.next();
        AtomicBoolean ordering = new AtomicBoolean(true);
        try (Counterparty venue = Counterparty.start("VENUE", FixPeer.Role.ACCEPTOR, listens);
                CuttingProxy toVenue = CuttingProxy.start(listens, random.nextLong(), MOST_BYTES);
                FixMachines both = new FixMachines(directory, toVenue.port());
                CuttingProxy toHost = CuttingProxy.start(both.port(), random.nextLong(), MOST_BYTES);
                Counterparty buyer = Counterparty.start("BUY", FixPeer.Role.INITIATOR, toHost.port())) {
            machines = both;
            counterparties = List.of(venue, buyer);
            machines.start(machines.standby());
            machines.start(machines.site());
            Thread orders = Thread.ofPlatform().name("orders").start(() -> order(ordering));
            try {
                for (int round = 1; round <= rounds; round++) {
                    round(round);
                    progress.accept("fix: " + round + " of " + rounds + " rounds, reports=" + venue.received() + ", "
                            + buyer.received());
                }
            } finally {
                ordering.set(false);
                orders.join();
            }
            toVenue.heal();
            toHost.heal();
            await("all reports", () -> counterparties.stream().allMatch(each -> each.received() >= each.sent()));
            pause(LONGEST_STALL_MS); // for reports that come once more
            counterparties.forEach(Counterparty::check);
            counts.put("reports", venue.received() + buyer.received());
            counts.put("reports that came again", venue.again() + buyer.again());
            counts.put("connections cut", toVenue.cuts() + toHost.cuts());
            if (venue.received() != venue.sent() || buyer.received() != buyer.sent()) {
                throw new FixProofException("there are more reports than orders sent=" + venue.sent() + ", "
                        + buyer.sent() + " received=" + venue.received() + ", " + buyer.received());
            }
        }
    }

    private void order(AtomicBoolean ordering) {
        while (ordering.get()) {
            counterparties.forEach(Counterparty::order);
            LockSupport.parkNanos(ORDER_EVERY_NS);
        }
    }

    private void round(int round) throws IOException {
        Happening[] all = Happening.values();
        Happening happens = round <= all.length ? all[round - 1] : all[random.nextInt(all.length)];
        awaitComplete();
        for (Counterparty each : counterparties) {
            long more = each.received() + FEWEST_ANSWERS + random.nextInt(MOST_ANSWERS);
            await("reports of round " + round, () -> each.received() >= more);
        }
        counts.merge("rounds with " + happens, 1L, Long::sum);
        int site = machines.site();
        int standby = machines.standby();
        switch (happens) {
            case BOTH_KILLED -> {
                machines.signal(standby, "STOP");
                pause(SHORTEST_STALL_MS + random.nextInt(LONGEST_STALL_MS));
                machines.kill(site);
                machines.kill(standby);
                takeOver();
            }
            case HOST_LOST_WHILE_SPARE_STALLS -> {
                machines.signal(standby, "STOP");
                pause(random.nextInt(LONGEST_STALL_MS));
                machines.kill(site);
                machines.signal(standby, "CONT");
                takeOver();
            }
            case HOST_LOST -> {
                machines.kill(site);
                takeOver();
            }
            case HOST_KILLED -> {
                machines.kill(site);
                machines.start(site);
            }
            case SPARE_KILLED -> {
                machines.kill(standby);
                machines.start(standby);
            }
        }
    }

    /** Promotes the spare, after which the former machine stands by. */
    private void takeOver() throws IOException {
        int former = machines.site();
        machines.lose(former);
        boolean isStarted = machines.isAlive(machines.standby());
        pause(ANSWER_MS);
        if (!machines.isComplete()) { // it was reached again a moment before
            counts.merge("killed while the spare was not complete", 1L, Long::sum);
            if (!isStarted) {
                machines.start(machines.standby());
            }
            machines.start(former);
            return;
        }
        machines.promote();
        if (!isStarted) {
            machines.start(machines.site());
        }
        while (!machines.reset()) { // the host begins to run at its new machine
            machines.expectAlive();
            pause(1 + LONGEST_STALL_MS / 4);
        }
        machines.start(former);
    }

    /** Waits until the spare could be promoted. */
    private void awaitComplete() throws IOException {
        await("that the spare is complete", () -> machines.isComplete());
    }

    /** What is waited for. */
    private interface Condition {
        boolean holds() throws IOException;
    }

    private void await(String what, Condition condition) throws IOException {
        long startNs = System.nanoTime();
        while (!condition.holds()) {
            machines.expectAlive();
            counterparties.forEach(Counterparty::check);
            if (System.nanoTime() - startNs > PATIENCE_NS) {
                throw new FixProofException("the proof waits in vain until=" + what + " received="
                        + counterparties.stream().map(Counterparty::received).toList() + " sent="
                        + counterparties.stream().map(Counterparty::sent).toList() + " " + machines.said());
            }
            LockSupport.parkNanos(LOOK_NS);
        }
    }

    private static void pause(long ms) {
        long endNs = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(ms);
        while (System.nanoTime() - endNs < 0) {
            LockSupport.parkNanos(endNs - System.nanoTime());
        }
    }
}
