package io.millrace.simulation;

import io.millrace.journal.Durability;
import io.millrace.replication.MemberOptions;
import io.millrace.replication.MissingPolicy;
import java.util.ArrayList;
import java.util.List;
import java.util.random.RandomGenerator;

/**
 * What a seed decides before a run begins.
 *
 * @param hosts how many hosts there are
 * @param count the copies that must hold what is acknowledged
 * @param level what it must survive
 * @param missing the policy for missing copies, of every host
 * @param faultsNs how long faults happen
 * @param pauseNs the mean pause between two faults
 * @param delayNs the mean delay of a message
 * @param forceNs the mean pause between two forces
 * @param inFlight messages that a connection takes before its sender waits
 * @param runBytes bytes of frames in a message
 * @param losses whether operators accept losses
 * @param diskLosses how many disks may be lost
 */
record Plan(
        int hosts,
        int count,
        Durability level,
        MissingPolicy missing,
        long faultsNs,
        long pauseNs,
        long delayNs,
        long forceNs,
        int inFlight,
        int runBytes,
        boolean losses,
        int diskLosses) {

    static final long MS_NS = 1_000_000;

    private static final int FEWEST_HOSTS = 2;
    private static final int MOST_HOSTS = 5;
    private static final long HEARTBEAT_NS = 40 * MS_NS;
    private static final long DEAD_AFTER_NS = 200 * MS_NS;
    private static final long ANSWER_NS = 250 * MS_NS;
    private static final long RETRY_NS = 5 * MS_NS;
    private static final long LONGEST_RETRY_NS = 80 * MS_NS;

    static Plan of(RandomGenerator random) {
        int hosts = random.nextInt(FEWEST_HOSTS, MOST_HOSTS + 1);
        int count = random.nextInt(0, hosts);
        if (count == 0 && random.nextInt(4) > 0) {
            count = 1;
        }
        MissingPolicy missing = switch (random.nextInt(4)) {
            case 0 -> new MissingPolicy.Fail();
            case 1 -> new MissingPolicy.Degrade(random.nextLong(1, 300) * MS_NS);
            default -> new MissingPolicy.Wait(100 * MS_NS);
        };
        return new Plan(
                hosts,
                count,
                random.nextInt(5) < 3 ? Durability.MAPPED : Durability.SYNCED,
                missing,
                random.nextLong(1000, 5000) * MS_NS,
                random.nextLong(8, 200) * MS_NS,
                random.nextLong(MS_NS / 20, 4 * MS_NS),
                random.nextLong(1, 60) * MS_NS,
                random.nextInt(1, 9),
                random.nextInt(32, 400),
                random.nextInt(3) == 0,
                random.nextInt(2) * random.nextInt(1, 4));
    }

    /** Returns the options of the member on a host. */
    MemberOptions options(int host) {
        List<String> seeds = new ArrayList<>();
        for (int i = 0; i < hosts; i++) {
            seeds.add(address(i));
        }
        return new MemberOptions(
                name(host),
                address(host),
                seeds,
                missing,
                HEARTBEAT_NS,
                DEAD_AFTER_NS,
                ANSWER_NS,
                RETRY_NS,
                LONGEST_RETRY_NS,
                runBytes);
    }

    static String name(int host) {
        return "h" + host;
    }

    static String address(int host) {
        return name(host) + ":1";
    }
}
