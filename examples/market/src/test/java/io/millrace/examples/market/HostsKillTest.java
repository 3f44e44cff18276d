package io.millrace.examples.market;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.millrace.fixtures.FreePorts;
import io.millrace.journal.Journal;
import io.millrace.journal.JournalException;
import io.millrace.leaks.Tolerates;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Runs the example on hosts, which are processes here, and kills one of them, again and again, when it has written some
 * random number of messages. The rows and the messages must be those of a run in one process.
 */
@Tolerates(threads = "process reaper.*", files = "none", because = "the JDK keeps the thread that waits for processes")
@Tag("process")
@Tag("proof")
class HostsKillTest {

    private static final int KILLS = Integer.getInteger("millrace.market.host-kills", 2);
    private static final int ROWS = 4_000;
    private static final int MOST_MESSAGES = 1_500;
    private static final String RATE = "2500";

    /** Another seed comes from the environment, to run a failure again. */
    private static final String SEED_VARIABLE = "MILLRACE_KILL_SEED";

    private final Map<String, MarketProcess> hosts = new LinkedHashMap<>();
    private final Map<String, List<String>> owned = new LinkedHashMap<>();

    @TempDir
    static Path shared;

    private static Path input;
    private static MarketData reference;

    @TempDir
    Path directory;

    @BeforeAll
    static void runInOneProcess() throws Exception {
        input = Files.write(shared.resolve("input.csv"), Expected.lines().subList(0, ROWS + 1));
        reference = new MarketData(shared.resolve("reference"));
        try (MarketProcess run =
                MarketProcess.startMarket(shared, reference.directory(), "--input", input.toString())) {
            run.awaitWell();
        }
    }

    @Test
    void twoHostsOfWhichOneIsKilledAgainAndAgainGiveTheResultOfOneProcess() throws Exception {
        owned.put("a", List.of("trades", "rejected", "bar-results", "order-results"));
        owned.put("b", List.of("bars", "signals", "orders", "bar-requests", "order-requests"));
        kill("two-hosts.yaml", "a");
    }

    @Test
    void threeHostsOfWhichOneIsKilledAgainAndAgainGiveTheResultOfOneProcess() throws Exception {
        owned.put("a", List.of("trades", "rejected"));
        owned.put("b", List.of("bars", "signals", "orders", "bar-requests", "order-requests"));
        owned.put("c", List.of("bar-results", "order-results"));
        kill("three-hosts.yaml", "c");
    }

    private void kill(String name, String database) throws Exception {
        String given = System.getenv(SEED_VARIABLE);
        long seed = given == null ? System.nanoTime() : Long.parseLong(given);
        System.out.println("HostsKillTest " + name + " " + SEED_VARIABLE + "=" + seed);
        Random random = new Random(seed);
        Path file = topology(name);
        int inFlight = 0;
        try {
            for (String host : owned.keySet()) {
                start(file, host);
            }
            List<String> names = List.copyOf(owned.keySet());
            for (int kill = 0; kill < KILLS; kill++) {
                String host = names.get(random.nextInt(names.size()));
                inFlight += killAt(host, messages(host) + 1 + random.nextInt(MOST_MESSAGES / KILLS)) ? 1 : 0;
                start(file, host);
            }
            for (MarketProcess process : hosts.values()) {
                process.awaitWell();
            }
        } finally {
            hosts.values().forEach(MarketProcess::close);
        }
        System.out.println("HostsKillTest " + name + " kills=" + KILLS + " inFlight=" + inFlight);
        assertTrue(inFlight > 0, "no kill has interrupted work seed=" + seed);
        Expected expected = Expected.ofSample(ROWS);
        MarketData rows = new MarketData(data(database));
        assertEquals(expected.bars(), rows.barRows(), "seed=" + seed);
        assertEquals(expected.orders(), rows.orderRows(), "seed=" + seed);
        owned.forEach((host, channels) -> channels.forEach(channel -> assertEquals(
                reference.messages(channel),
                new MarketData(data(host)).messages(channel),
                "host=" + host + " channel=" + channel + " seed=" + seed)));
    }

    private Path data(String host) {
        return directory.resolve("data-" + host);
    }

    /** Writes the topology with addresses that are free here. */
    private Path topology(String name) throws IOException {
        String text = Files.readString(Path.of("cluster", name))
                .replace("../target", Path.of("target").toAbsolutePath().toString());
        for (int port = 7100; port < 7100 + owned.size(); port++) {
            text = text.replace(":" + port + "\"", ":" + FreePorts.next() + "\"");
        }
        return Files.writeString(directory.resolve(name), text);
    }

    private void start(Path file, String host) throws IOException {
        hosts.put(
                host,
                MarketProcess.start(
                        directory,
                        "run",
                        file.toString(),
                        "--host",
                        host,
                        "--data",
                        data(host).toString(),
                        "--input",
                        input.toString(),
                        "--rate",
                        RATE));
    }

    /** Kills a host once it has so many messages, and returns whether it was running. */
    private boolean killAt(String host, long messages) throws InterruptedException {
        MarketProcess process = hosts.get(host);
        while (process.isAlive() && messages(host) < messages) {
            TimeUnit.MILLISECONDS.sleep(MarketHosts.LOOK_MS);
            for (MarketProcess other : hosts.values()) {
                assertTrue(other.isAlive() || other.await() == 0, other::output);
            }
        }
        boolean isRunning = process.isAlive();
        process.kill();
        return isRunning;
    }

    /** Returns how many messages the channels have that a host writes. */
    private long messages(String host) {
        long messages = 0;
        for (String channel : owned.get(host)) {
            Path journal = data(host).resolve(channel);
            if (Journal.exists(journal)) {
                try (Journal opened = Journal.openReadOnly(journal)) {
                    messages += opened.messages();
                } catch (JournalException e) {
                    // it is being made
                }
            }
        }
        return messages;
    }
}
