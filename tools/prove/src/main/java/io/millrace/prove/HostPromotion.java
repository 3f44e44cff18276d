package io.millrace.prove;

import io.millrace.prove.LinkProxy.State;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.regex.Pattern;

/**
 * Kills the machine that runs a host of a round of {@link HostsProof}, when its spare is complete and it has written
 * some more messages, and promotes the spare, with kills of the promotion. The disk may be lost with the machine; or
 * the machine is reset, stands by and is promoted in turn. Used by one thread.
 */
final class HostPromotion {

    private static final int MOST_KILLS = 2;
    private static final int LONGEST_CUT_MS = 1_000;

    /** For so long the spare is held back from its host at least, so that it lacks something. */
    private static final int SHORTEST_HOLD_MS = 300;

    /** How often of so many times the links of the spare with its host are disturbed before that is killed. */
    private static final int OF_HOST = 3;

    /** After this the spare has the last answer of a host that was killed. */
    private static final int ANSWER_MS = 200;

    private static final int LONGEST_BEFORE_KILL_MS = 2_000;
    private static final int LONGEST_IN_PROMOTION_MS = 100;
    private static final long LOOK_IN_PROMOTION_NS = 200_000;
    private static final List<State> HELD = List.of(State.HOLD_SOME, State.HOLD_SOME, State.HOLD, State.HOLD);
    private static final long LOOK_MS = 10;
    private static final long LOOK_AGAIN_MS = 200;

    /** Longer than a machine waits for another one that is away. */
    private static final int LOOKS_AT_STANDBY = 100;

    private static final int REFUSED = 1;
    private static final Pattern COMPLETE = Pattern.compile("COMPLETE");
    private static final Pattern HAS_BEGUN = Pattern.compile("PROMOTING|RESETTING");

    /** What promotions are counted as. */
    static final String PROMOTIONS = "promotions";

    private final HostMachines machines;
    private final SplittableRandom random;
    private final ProofReport report;
    private final StringBuilder done;
    private final SpareCheck check;
    private final HostLayout plan;
    private final int host;
    private int site;
    private int other;

    /**
     * Creates the promotions of a host.
     *
     * @param plan what the hosts run; one of them has a spare, and its number is that of the machine that runs it at
     *     first
     * @param spare the number of the machine of its spare
     * @param done is told what was done, for people
     * @param check compares the spare with what others have
     */
    HostPromotion(
            HostMachines machines,
            HostLayout plan,
            int spare,
            SplittableRandom random,
            ProofReport report,
            StringBuilder done,
            SpareCheck check) {
        this.machines = machines;
        this.check = check;
        this.random = random;
        this.report = report;
        this.done = done;
        this.plan = plan;
        this.host = plan.sparedHost();
        this.site = host;
        this.other = spare;
    }

    /** The messages of a round. */
    interface Messages {

        /** Returns how many messages of its host a machine has. */
        long on(int machine);

        /** Returns whether no more will come, though the host continues. */
        default boolean haveCome() {
            return false;
        }
    }

    /** Returns the machine that runs the host. */
    int site() {
        return site;
    }

    /** Returns the machine that stands by for it, or is lost. */
    int standby() {
        return other;
    }

    /** Returns the machines in use but that which stands by, if one does. */
    List<Integer> allButStandby() {
        return machines.inUse().stream().filter(machine -> machine != other).toList();
    }

    /**
     * Ends the machine that stands by where the host has ended before that was complete: it waits for the host then,
     * until an operator ends it. One that was complete ends by itself.
     */
    void endLateStandby() throws IOException, InterruptedException {
        if (machines.isLost(other)) {
            return;
        }
        for (int looks = 0; looks < LOOKS_AT_STANDBY && machines.isAlive(other); looks++) {
            machines.pass(LOOK_AGAIN_MS);
        }
        if (machines.isAlive(other) && !says(other, COMPLETE)) {
            machines.kill(other);
            machines.lose(other);
            report.count("spares that came after the end of their host", 1);
            done.append(" late-spare");
        }
    }

    /** Promotes the other machine, if the host has not ended before that is complete. */
    void promote(Messages messages) throws IOException, InterruptedException {
        int cut = random.nextInt(OF_HOST + 1) < OF_HOST ? site : random.nextInt(machines.size());
        if (!killSite(messages, cut)) {
            report.count("hosts that ended before their promotion", 1);
            done.append(" ended-before-promotion");
            return;
        }
        done.append(" killed=").append(machines.name(site)).append(" messages=").append(messages.on(site));
        done.append(" atSpare=").append(messages.on(other));
        report.count("messages that only the lost host had", messages.on(site) - messages.on(other));
        check.check(host, other, machines.inUse());
        if (random.nextBoolean()) {
            DirectoryTrees.delete(machines.data(site));
            report.count("disks lost", 1);
            done.append(" disk-lost");
        }
        boolean isAway = random.nextInt(3) == 0;
        if (isAway) {
            machines.kill(other);
            done.append(" spareKilled");
        }
        killSome("promote", machines.name(host));
        machines.expectWell("promote", other, machines.run("promote", other, machines.name(host)));
        report.count(PROMOTIONS, 1);
        done.append(" promoted=").append(machines.name(other));
        if (cut != other) {
            machines.link(other, cut, State.PASS);
        }
        int former = site;
        site = other;
        other = former;
        startNeeded();
    }

    /** Lets the former machine stand by, if the host does not end before. */
    void reset() throws IOException, InterruptedException {
        if (!machines.isLost(other)) {
            return; // there was no promotion
        }
        killSome("reset", machines.name(other));
        int exit = machines.run("reset", other, machines.name(other)); // its disk may be empty
        while (exit == REFUSED && machines.isAlive(site)) { // the host begins to run at its new machine
            report.count("resets refused before the host ran", 1);
            machines.pass(LOOK_AGAIN_MS);
            exit = machines.run("reset", other, machines.name(other));
        }
        if (exit == REFUSED) {
            done.append(" ended-before-reset");
            return;
        }
        machines.expectWell("reset", other, exit);
        report.count("machines reset", 1);
        done.append(" reset=").append(machines.name(other));
        machines.start(other);
    }

    /** Waits for the spare to be complete and for some more messages; returns whether the host still runs then. */
    private boolean awaitMoment(Messages messages) throws IOException, InterruptedException {
        if (machines.isLost(other)) {
            return false;
        }
        while (machines.isAlive(site) && !says(other, COMPLETE)) {
            machines.pass(LOOK_MS);
        }
        long target = messages.on(site) + random.nextInt(plan.mostMessages());
        while (machines.isAlive(site)
                && !messages.haveCome()
                && (plan.isSlow() ? !hasOtherEnded() : messages.on(site) < target)) {
            machines.pass(LOOK_MS);
        }
        return machines.isAlive(site);
    }

    private boolean hasOtherEnded() {
        return machines.inUse().stream().anyMatch(machine -> !machines.isAlive(machine));
    }

    private boolean says(int machine, Pattern state) throws IOException {
        Path file = machines.data(machine).resolve("site");
        return Files.exists(file) && state.matcher(Files.readString(file)).find();
    }

    /**
     * Kills the machine of the host while the spare is complete, with the spare cut from a machine; returns whether the
     * host ran. A spare that was just reached again says for a moment that it is not complete: the host starts again.
     */
    private boolean killSite(Messages messages, int cut) throws IOException, InterruptedException {
        while (awaitMoment(messages)) {
            if (cut != other) { // also from the host, which may let others have no more than its spare has
                State state = cut == site ? HELD.get(random.nextInt(HELD.size())) : State.CUT;
                machines.link(other, cut, state);
                done.append(' ').append(state).append(cut == site ? "" : "-from-" + machines.name(cut));
                int ms = random.nextInt(cut == site ? SHORTEST_HOLD_MS : 0, LONGEST_CUT_MS);
                done.append('-').append(ms).append("ms");
                machines.pass(ms);
            }
            machines.kill(site);
            machines.lose(site);
            machines.pass(ANSWER_MS);
            if (says(other, COMPLETE)) {
                report.count(messages.haveCome() ? "hosts lost at rest" : "hosts lost at work", 1);
                return true;
            }
            report.count("killed while the spare was not complete", 1);
            done.append(" not-complete");
            machines.link(other, cut, State.PASS);
            machines.start(site);
        }
        return false;
    }

    /** Starts a command and kills it, some times or never: at a random moment, or just after a promotion has begun. */
    private void killSome(String command, String named) throws IOException, InterruptedException {
        for (int kills = random.nextInt(MOST_KILLS + 1); kills > 0; kills--) {
            long longestMs = LONGEST_BEFORE_KILL_MS;
            Process process = machines.command(command, other, named);
            try {
                if (random.nextBoolean()) {
                    while (process.isAlive() && !says(other, HAS_BEGUN)) {
                        LockSupport.parkNanos(LOOK_IN_PROMOTION_NS);
                    }
                    longestMs = LONGEST_IN_PROMOTION_MS;
                }
                process.waitFor(random.nextLong(longestMs), TimeUnit.MILLISECONDS);
            } finally {
                report.count(process.isAlive() ? "commands killed" : "commands that ended before a kill", 1);
                done.append(process.isAlive() ? " killed-" : " not-killed-").append(command);
                process.destroyForcibly().waitFor();
            }
        }
    }

    /** Starts the machine of the host, and those that have ended and of which it may lack something and wait for. */
    private void startNeeded() throws IOException {
        for (int machine : machines.inUse()) {
            if (machines.isAlive(machine)) {
                continue;
            }
            boolean isOver = machine != site // which may have been killed before
                    && machines.areHeld(plan.read(machine, host), site)
                    && machines.areHeld(plan.read(host, machine), machine);
            if (isOver) {
                report.count("hosts that had ended before a promotion", 1);
            } else {
                machines.start(machine);
                report.count("machines started for a promotion", 1);
            }
        }
    }
}
