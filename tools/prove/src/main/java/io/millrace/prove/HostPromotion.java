package io.millrace.prove;

import io.millrace.prove.LinkProxy.State;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;

/**
 * Kills the machine that runs a host of a round of {@link HostsProof}, when its spare is complete and it has written
 * some more messages, and promotes the spare, with kills of the promotion. The disk may be lost with the machine; or
 * the machine is reset, stands by and is promoted in turn. Used by one thread.
 */
final class HostPromotion {

    private static final int MOST_MESSAGES = 1_000;
    private static final int MOST_KILLS = 2;
    private static final int LONGEST_CUT_MS = 1_000;

    /** After this the spare has the last answer of a host that was killed. */
    private static final int ANSWER_MS = 200;

    private static final int LONGEST_BEFORE_KILL_MS = 2_000;
    private static final int LONGEST_IN_PROMOTION_MS = 100;
    private static final long LOOK_MS = 2;
    private static final int REFUSED = 1;
    private static final Pattern COMPLETE = Pattern.compile("COMPLETE");
    private static final Pattern HAS_BEGUN = Pattern.compile("PROMOTING|RESETTING");

    /** What promotions are counted as. */
    static final String PROMOTIONS = "promotions";

    private final HostMachines machines;
    private final SplittableRandom random;
    private final ProofReport report;
    private final StringBuilder done;
    private final int host;
    private int site;
    private int other;

    /**
     * Creates the promotions of a host.
     *
     * @param host the number of the host, which is that of the machine that runs it at first
     * @param spare the number of the machine of its spare
     * @param done is told what was done, for people
     */
    HostPromotion(
            HostMachines machines,
            int host,
            int spare,
            SplittableRandom random,
            ProofReport report,
            StringBuilder done) {
        this.machines = machines;
        this.random = random;
        this.report = report;
        this.done = done;
        this.host = host;
        this.site = host;
        this.other = spare;
    }

    /** Counts the messages of the host on a machine. */
    interface Messages {
        long on(int machine);
    }

    /** Returns the machine that runs the host. */
    int site() {
        return site;
    }

    /** Promotes the other machine, if the host has not ended before that is complete. */
    void promote(Messages messages) throws IOException, InterruptedException {
        int cut = random.nextBoolean() ? random.nextInt(machines.size()) : other;
        if (!killSite(messages, cut)) {
            report.count("hosts that ended before their promotion", 1);
            done.append(" ended-before-promotion");
            return;
        }
        done.append(" killed=").append(machines.name(site)).append(" messages=").append(messages.on(site));
        done.append(" atSpare=").append(messages.on(other));
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
        killSome("promote", other);
        machines.expectWell("promote", other, machines.run("promote", other, machines.name(host)));
        report.count(PROMOTIONS, 1);
        done.append(" promoted=").append(machines.name(other));
        if (cut != other) {
            machines.link(other, cut, State.PASS);
        }
        int former = site;
        site = other;
        other = former;
        startEnded();
    }

    /** Lets the former machine stand by, if the host does not end before. */
    void reset() throws IOException, InterruptedException {
        if (!machines.isLost(other)) {
            return; // there was no promotion
        }
        killSome("reset", other);
        int exit = machines.run("reset", other, machines.name(host));
        while (exit == REFUSED && machines.isAlive(site)) { // the host begins to run at its new machine
            exit = machines.run("reset", other, machines.name(host));
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
        long target = messages.on(site) + random.nextInt(MOST_MESSAGES);
        while (machines.isAlive(site) && messages.on(site) < target) {
            machines.pass(LOOK_MS);
        }
        return machines.isAlive(site);
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
                machines.link(other, cut, cut == site && random.nextBoolean() ? State.HOLD : State.CUT);
                machines.pass(random.nextInt(LONGEST_CUT_MS));
            }
            machines.kill(site);
            machines.lose(site);
            machines.pass(ANSWER_MS);
            if (says(other, COMPLETE)) {
                done.append(cut == other ? "" : " cutFrom=" + machines.name(cut));
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
    private void killSome(String command, int machine) throws IOException, InterruptedException {
        for (int kills = random.nextInt(MOST_KILLS + 1); kills > 0; kills--) {
            long longestMs = LONGEST_BEFORE_KILL_MS;
            Process process = machines.command(command, machine, machines.name(host));
            try {
                if (random.nextBoolean()) {
                    while (process.isAlive() && !says(machine, HAS_BEGUN)) {
                        Thread.onSpinWait();
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

    /** Starts the machines that have ended: the host may wait for what they have. */
    private void startEnded() throws IOException {
        for (int machine : machines.inUse()) {
            if (!machines.isAlive(machine)) {
                machines.start(machine);
            }
        }
    }
}
