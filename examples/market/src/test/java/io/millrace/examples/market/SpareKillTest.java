package io.millrace.examples.market;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.millrace.leaks.Tolerates;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.Comparator;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Runs the example on two hosts of which one has a spare, all of them processes here, kills that host when it has some
 * random number of messages, removes its disk, and promotes the spare. The rows and the messages must be those of a run
 * in one process.
 */
@Tolerates(threads = "process reaper.*", files = "none", because = "the JDK keeps the thread that waits for processes")
class SpareKillTest {

    private static final int ROWS = 4_000;
    private static final int MOST_MESSAGES = 3_000;
    private static final int RATE = 600;
    private static final long LONGEST_PROMOTION_NS = 100_000_000;

    /** So slow that the host runs on while several commands are started one after the other. */
    private static final int SLOW_RATE = 120;

    private static final int HOSTS = 3;
    private static final List<String> OF_A = List.of("trades", "rejected", "bar-results", "order-results");
    private static final List<String> OF_B = List.of("bars", "signals", "orders", "bar-requests", "order-requests");

    /** Another seed comes from the environment, to run a failure again. */
    private static final String SEED_VARIABLE = "MILLRACE_KILL_SEED";

    private long seed;
    private Random random;
    private Path input;
    private MarketData reference;

    @TempDir
    Path directory;

    @BeforeEach
    void runInOneProcess() throws Exception {
        String given = System.getenv(SEED_VARIABLE);
        seed = given == null ? System.nanoTime() : Long.parseLong(given);
        System.out.println("SpareKillTest " + SEED_VARIABLE + "=" + seed);
        random = new Random(seed);
        input = Files.write(directory.resolve("input.csv"), Expected.lines().subList(0, ROWS + 1));
        reference = new MarketData(directory.resolve("reference"));
        try (MarketProcess run = MarketProcess.startMarket(
                directory,
                reference.directory(),
                "--input",
                input.toString(),
                "--db-url",
                "jdbc:h2:" + reference.directory().resolve("database") + ";DB_CLOSE_ON_EXIT=FALSE")) {
            run.awaitWell();
        }
    }

    @Test
    void aSpareThatIsPromotedContinuesWithTheResultOfOneProcess() throws Exception {
        try (MarketHosts hosts = new MarketHosts(directory, "spare.yaml", HOSTS, input, RATE)) {
            startAll(hosts);
            killSomethingElse(hosts);
            loseHost(hosts);
            try (MarketProcess promote = hosts.command("promote", "a", "s")) {
                promote.awaitWell();
            }
            hosts.awaitMessages("s", OF_A, hosts.messages("s", OF_A) + 1 + random.nextInt(500));
            if (hosts.kill("s")) { // it runs the host now, which is restarted by either name
                hosts.start(random.nextBoolean() ? "s" : "a", "s");
            }
            hosts.awaitWell();
            assertTrue(hosts.process("s").output().contains("trades"), hosts.process("s")::output);
            check(hosts, "s");
        }
    }

    @Test
    void aPromotionThatWasKilledIsCompletedWhenItIsCalledAgain() throws Exception {
        try (MarketHosts hosts = new MarketHosts(directory, "spare.yaml", HOSTS, input, RATE)) {
            startAll(hosts);
            loseHost(hosts);
            boolean spareIsAway = random.nextBoolean();
            if (spareIsAway) {
                hosts.kill("s");
                hosts.forget("s");
            }
            promoteWithKills(hosts);
            if (spareIsAway) {
                hosts.start("a", "s");
            }
            hosts.awaitWell();
            check(hosts, "s");
        }
    }

    @Test
    void theFormerMachineRefusesToWriteAndIsTheSpareAfterAReset() throws Exception {
        try (MarketHosts hosts = new MarketHosts(directory, "spare.yaml", HOSTS, input, SLOW_RATE)) {
            startAll(hosts);
            hosts.awaitMessages("a", OF_A, hosts.messages("a", OF_A) + 1 + random.nextInt(500));
            hosts.kill("a");
            hosts.forget("a");
            try (MarketProcess promote = hosts.command("promote", "a", "s")) {
                promote.awaitWell();
            }
            hosts.awaitMessages("s", OF_A, hosts.messages("s", OF_A) + 100);
            try (MarketProcess former = hosts.start("a", "a")) {
                assertTrue(former.await() != 0, former::output);
                assertTrue(former.output().contains("'millrace reset FILE --host a"), former::output);
            }
            hosts.forget("a");
            try (MarketProcess reset = hosts.command("reset", "a", "a")) {
                reset.awaitWell();
            }
            hosts.start("a", "a");
            hosts.awaitComplete("a");
            boolean inFlight = hosts.kill("s");
            System.out.println("SpareKillTest seed=" + seed + " killedBack=" + inFlight);
            hosts.forget("s");
            delete(hosts.data("s"));
            try (MarketProcess promote = hosts.command("promote", "a", "a")) {
                promote.awaitWell();
            }
            hosts.awaitWell();
            check(hosts, "a");
        }
    }

    private void startAll(MarketHosts hosts) throws Exception {
        for (String host : List.of("s", "b", "a")) {
            hosts.start(host, host);
        }
        hosts.awaitComplete("s");
    }

    /** Kills one of the machines once, which starts again. */
    private void killSomethingElse(MarketHosts hosts) throws Exception {
        String machine = List.of("s", "b", "a").get(random.nextInt(HOSTS));
        hosts.awaitMessages("a", OF_A, hosts.messages("a", OF_A) + 1 + random.nextInt(MOST_MESSAGES / 4));
        hosts.kill(machine);
        hosts.start(machine, machine);
    }

    /** Kills the host with the spare when it has some number of messages more, and removes its disk. */
    private void loseHost(MarketHosts hosts) throws Exception {
        hosts.awaitMessages("a", OF_A, hosts.messages("a", OF_A) + 1 + random.nextInt(MOST_MESSAGES));
        boolean inFlight = hosts.kill("a");
        System.out.println("SpareKillTest seed=" + seed + " inFlight=" + inFlight + " messages="
                + hosts.messages("a", OF_A) + " atSpare=" + hosts.messages("s", OF_A));
        hosts.forget("a");
        delete(hosts.data("a"));
    }

    private void promoteWithKills(MarketHosts hosts) throws Exception {
        for (int kills = 0; kills < 3; kills++) {
            try (MarketProcess promote = hosts.command("promote", "a", "s")) {
                Path site = hosts.data("s").resolve("site");
                while (promote.isAlive() && !Files.readString(site).contains("PROMOTING")) {
                    Thread.onSpinWait();
                }
                long endNs = System.nanoTime() + random.nextLong(LONGEST_PROMOTION_NS);
                while (promote.isAlive() && System.nanoTime() < endNs) {
                    Thread.onSpinWait();
                }
                System.out.println("SpareKillTest seed=" + seed + " promotionKilled=" + promote.isAlive() + " site="
                        + Files.readString(site).replace('\n', ' '));
                promote.kill();
            }
        }
        try (MarketProcess promote = hosts.command("promote", "a", "s")) {
            promote.awaitWell();
        }
    }

    private static void delete(Path data) throws IOException {
        try (Stream<Path> files = Files.walk(data)) {
            for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
                Files.delete(file);
            }
        }
    }

    private void check(MarketHosts hosts, String machine) throws SQLException {
        Expected expected = Expected.ofSample(ROWS);
        MarketData rows = new MarketData(directory);
        assertEquals(expected.bars(), rows.barRows(), "seed=" + seed);
        assertEquals(expected.orders(), rows.orderRows(), "seed=" + seed);
        check(hosts, machine, OF_A);
        check(hosts, "b", OF_B);
    }

    private void check(MarketHosts hosts, String machine, List<String> channels) {
        for (String channel : channels) {
            assertEquals(
                    reference.messages(channel),
                    new MarketData(hosts.data(machine)).messages(channel),
                    "machine=" + machine + " channel=" + channel + " seed=" + seed);
        }
    }
}
