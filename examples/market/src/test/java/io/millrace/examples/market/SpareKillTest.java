package io.millrace.examples.market;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.millrace.fixtures.Await;
import io.millrace.leaks.Tolerates;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Runs the example on hosts of which one has a spare, all of them processes here, kills that host when it has some
 * random number of messages, removes its disk, and promotes the spare. The rows and the messages must be those of a run
 * in one process.
 */
@Tolerates(threads = "process reaper.*", files = "none", because = "the JDK keeps the thread that waits for processes")
@Tag("process")
class SpareKillTest {

    private static final int ROWS = 4_000;
    private static final int RATE = 600;
    private static final long LONGEST_PROMOTION_NS = 100_000_000;

    /** So slow that the host runs on while several commands are started one after the other. */
    private static final int SLOW_RATE = 40;

    private static final List<String> OF_A = List.of("trades", "rejected", "bar-results", "order-results");
    private static final List<String> OF_B = List.of("bars", "signals", "orders", "bar-requests", "order-requests");

    /** The source and the gateways have a spare. */
    private static final Cluster SPARE = new Cluster("spare.yaml", "a", Map.of("a", OF_A, "b", OF_B), 3_000);

    /** The gateways have a host and a spare of their own. */
    private static final Cluster GATEWAY_SPARE = new Cluster(
            "gateway-spare.yaml",
            "c",
            Map.of("a", List.of("trades", "rejected"), "b", OF_B, "c", List.of("bar-results", "order-results")),
            300);

    /** Another seed comes from the environment, to run a failure again. */
    private static final String SEED_VARIABLE = "MILLRACE_KILL_SEED";

    /**
     * A topology with a spare {@code s}.
     *
     * @param host the host that has it
     * @param owned the channels that each host writes
     * @param mostMessages how many messages of that host are awaited at most before it is killed
     */
    private record Cluster(String file, String host, Map<String, List<String>> owned, int mostMessages) {

        List<String> machines() {
            return Stream.concat(Stream.of("s"), owned.keySet().stream().sorted(Comparator.reverseOrder()))
                    .toList();
        }

        List<String> written() {
            return owned.get(host);
        }
    }

    @TempDir
    static Path shared;

    private static Path input;
    private static MarketData reference;

    private long seed;
    private Random random;

    @TempDir
    Path directory;

    @BeforeAll
    static void runInOneProcess() throws Exception {
        input = Files.write(shared.resolve("input.csv"), Expected.lines().subList(0, ROWS + 1));
        reference = new MarketData(shared.resolve("reference"));
        try (MarketProcess run = MarketProcess.startMarket(
                shared,
                reference.directory(),
                "--input",
                input.toString(),
                "--db-url",
                "jdbc:h2:" + reference.directory().resolve("database") + ";DB_CLOSE_ON_EXIT=FALSE")) {
            run.awaitWell();
        }
    }

    @BeforeEach
    void chooseSeed() {
        String given = System.getenv(SEED_VARIABLE);
        seed = given == null ? System.nanoTime() : Long.parseLong(given);
        System.out.println("SpareKillTest " + SEED_VARIABLE + "=" + seed);
        random = new Random(seed);
    }

    @Test
    void aSpareThatIsPromotedContinuesWithTheResultOfOneProcess() throws Exception {
        promoteSpare(SPARE, "trades");
    }

    @Test
    void aSpareOfTheGatewaysThatIsPromotedHasTheRowsOfOneProcess() throws Exception {
        promoteSpare(GATEWAY_SPARE, "rows.orders");
    }

    private void promoteSpare(Cluster cluster, String ofSummary) throws Exception {
        try (MarketHosts hosts = open(cluster, RATE)) {
            startAll(hosts, cluster);
            killSomethingElse(hosts, cluster);
            loseHost(hosts, cluster);
            try (MarketProcess promote = hosts.command("promote", cluster.host(), "s")) {
                promote.awaitWell();
            }
            long atSpare = hosts.messages("s", cluster.written());
            hosts.awaitMessages("s", cluster.written(), atSpare + 1 + random.nextInt(cluster.mostMessages() / 6));
            // A host that was killed at its end had sent everything: its spare then ends, and has not run it.
            boolean hasEnded = hosts.process("s").output().contains("has ended, and everything is here");
            if (hosts.kill("s") || hasEnded) { // it runs the host now, which is restarted by either name
                hosts.start(random.nextBoolean() ? "s" : cluster.host(), "s");
            }
            hosts.awaitWell();
            assertTrue(hosts.process("s").output().contains(ofSummary), hosts.process("s")::output);
            check(hosts, cluster, "s");
        }
    }

    private MarketHosts open(Cluster cluster, int rate) throws IOException {
        return new MarketHosts(directory, cluster.file(), cluster.machines().size(), input, rate);
    }

    @Test
    void aPromotionThatWasKilledIsCompletedWhenItIsCalledAgain() throws Exception {
        try (MarketHosts hosts = open(SPARE, RATE)) {
            startAll(hosts, SPARE);
            loseHost(hosts, SPARE);
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
            check(hosts, SPARE, "s");
        }
    }

    @Test
    void theFormerMachineRefusesToWriteAndIsTheSpareAfterAReset() throws Exception {
        try (MarketHosts hosts = open(SPARE, SLOW_RATE)) {
            startAll(hosts, SPARE);
            hosts.awaitMessages("a", OF_A, hosts.messages("a", OF_A) + 1 + random.nextInt(150));
            hosts.kill("a");
            hosts.forget("a");
            try (MarketProcess promote = hosts.command("promote", "a", "s")) {
                promote.awaitWell();
            }
            hosts.awaitMessages("s", OF_A, hosts.messages("s", OF_A) + 50);
            try (MarketProcess former = hosts.start("a", "a")) {
                assertTrue(former.await() != 0, former::output);
                assertTrue(former.output().contains("'millrace reset FILE --host a"), former::output);
            }
            hosts.forget("a");
            try (MarketProcess reset = hosts.command("reset", "a", "a")) {
                reset.awaitWell();
            }
            hosts.setRate(RATE);
            hosts.start("a", "a");
            assertTrue(hosts.awaitComplete("a", "s"), "the run was over before the spare was complete");
            boolean inFlight = hosts.kill("s");
            System.out.println("SpareKillTest seed=" + seed + " killedBack=" + inFlight);
            hosts.forget("s");
            delete(hosts.data("s"));
            try (MarketProcess promote = hosts.command("promote", "a", "a")) {
                promote.awaitWell();
            }
            hosts.awaitWell();
            check(hosts, SPARE, "a");
        }
    }

    private void startAll(MarketHosts hosts, Cluster cluster) throws Exception {
        for (String host : cluster.machines()) {
            hosts.start(host, host);
        }
        assertTrue(hosts.awaitComplete("s", cluster.host()), "the run was over before the spare was complete");
    }

    /** Kills one of the machines once, which starts again. */
    private void killSomethingElse(MarketHosts hosts, Cluster cluster) throws Exception {
        String machine =
                cluster.machines().get(random.nextInt(cluster.machines().size()));
        awaitMore(hosts, cluster, cluster.mostMessages() / 4);
        hosts.kill(machine);
        hosts.start(machine, machine);
    }

    /** Kills the host with the spare when it has some number of messages more, and removes its disk. */
    private void loseHost(MarketHosts hosts, Cluster cluster) throws Exception {
        awaitMore(hosts, cluster, cluster.mostMessages());
        String host = cluster.host();
        boolean inFlight = hosts.kill(host);
        System.out.println("SpareKillTest seed=" + seed + " inFlight=" + inFlight + " messages="
                + hosts.messages(host, cluster.written()) + " atSpare=" + hosts.messages("s", cluster.written()));
        hosts.forget(host);
        delete(hosts.data(host));
    }

    private void awaitMore(MarketHosts hosts, Cluster cluster, int most) throws InterruptedException {
        long messages = hosts.messages(cluster.host(), cluster.written());
        hosts.awaitMessages(cluster.host(), cluster.written(), messages + 1 + random.nextInt(most));
    }

    private void promoteWithKills(MarketHosts hosts) throws Exception {
        for (int kills = 0; kills < 3; kills++) {
            try (MarketProcess promote = hosts.command("promote", "a", "s")) {
                Path site = hosts.data("s").resolve("site");
                Await.until(
                        "the promotion has begun, or has ended",
                        () -> !promote.isAlive() || Files.readString(site).contains("PROMOTING"));
                long endNs = System.nanoTime() + random.nextLong(LONGEST_PROMOTION_NS);
                while (promote.isAlive() && System.nanoTime() < endNs) {
                    LockSupport.parkNanos(100_000);
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

    private void check(MarketHosts hosts, Cluster cluster, String site) throws SQLException {
        Expected expected = Expected.ofSample(ROWS);
        MarketData rows = new MarketData(directory);
        assertEquals(expected.bars(), rows.barRows(), "seed=" + seed);
        assertEquals(expected.orders(), rows.orderRows(), "seed=" + seed);
        cluster.owned().forEach((host, channels) -> check(hosts, host.equals(cluster.host()) ? site : host, channels));
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
