package io.millrace.examples.market;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.millrace.channel.ChannelText;
import io.millrace.channel.Poll;
import io.millrace.journal.JournalException;
import io.millrace.leaks.Tolerates;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Runs the example and kills it, again and again. Each time another hop of the pipeline is watched, and the process
 * gets SIGKILL as soon as that hop has produced some random number of messages. It is then run once more to its end,
 * and must produce the same rows and the same messages as a run without a kill.
 */
@Tolerates(threads = "process reaper.*", files = "none", because = "the JDK keeps the thread that waits for processes")
@Tag("process")
@Tag("proof")
class KillTest {
    /** A few in every build, from a random hop on; the long run, which HACKING.md tells how to start, has more. */
    private static final int KILLS = Integer.getInteger("millrace.market.kills", 4);

    /** Most kills interrupt work; a machine with much to do makes some of them late. */
    private static final int KILLS_IN_FLIGHT = Math.max(1, KILLS / 3);

    private static final int ROWS = 6_000;
    private static final String RATE = "8000";

    /** Another seed comes from the environment, to run a failure again. */
    private static final String SEED_VARIABLE = "MILLRACE_KILL_SEED";

    private static final List<String> HOPS = List.of(
            "trades", "bars", "signals", "orders", "bar-requests", "bar-results", "order-requests", "order-results");

    @TempDir
    Path directory;

    @Test
    void aKilledRunThatIsRunAgainLeavesTheSameAsOneThatNobodyKilled() throws Exception {
        String given = System.getenv(SEED_VARIABLE);
        long seed = given == null ? System.nanoTime() : Long.parseLong(given);
        System.out.println("KillTest " + SEED_VARIABLE + "=" + seed);
        Random random = new Random(seed);
        Path input = input();

        Expected expected = Expected.ofSample(ROWS);
        MarketData reference = new MarketData(directory.resolve("reference"));
        runToTheEnd(reference, input);
        assertEquals(expected.bars(), reference.barRows());
        assertEquals(expected.orders(), reference.orderRows());
        Map<String, List<String>> messages = reference.messages();

        int inFlight = 0;
        int first = random.nextInt(HOPS.size());
        for (int kill = 0; kill < KILLS; kill++) {
            String hop = HOPS.get((first + kill) % HOPS.size());
            int target = 1 + random.nextInt(messages.get(hop).size() - 1);
            String what = "kill=" + kill + " hop=" + hop + " messages=" + target + " seed=" + seed;
            MarketData data = new MarketData(directory.resolve("killed" + kill));
            killAt(data, input, hop, target);
            inFlight += isInFlight(data, messages) ? 1 : 0;
            runToTheEnd(data, input);
            assertEquals(expected.bars(), data.barRows(), what);
            assertEquals(expected.orders(), data.orderRows(), what);
            assertSame(messages, data.messages(), what);
            delete(data.directory());
        }
        System.out.println("KillTest kills=" + KILLS + " inFlight=" + inFlight);
        assertTrue(inFlight >= KILLS_IN_FLIGHT, "inFlight=" + inFlight + " seed=" + seed);
    }

    private Path input() throws IOException {
        List<String> lines = Expected.lines();
        return Files.write(directory.resolve("input.csv"), lines.subList(0, ROWS + 1));
    }

    private void runToTheEnd(MarketData data, Path input) throws Exception {
        try (MarketProcess run = MarketProcess.startMarket(directory, data.directory(), "--input", input.toString())) {
            run.awaitWell();
        }
    }

    private void killAt(MarketData data, Path input, String hop, int target) throws Exception {
        try (MarketProcess run =
                MarketProcess.startMarket(directory, data.directory(), "--input", input.toString(), "--rate", RATE)) {
            Path channel = data.directory().resolve(hop);
            try (ChannelText text = open(channel, run)) {
                int seen = 0;
                while (run.isAlive() && seen < target) {
                    if (text.next() == Poll.MESSAGE) {
                        seen++;
                    } else {
                        TimeUnit.MICROSECONDS.sleep(200);
                    }
                }
            }
            run.kill();
        }
    }

    /** Opens a channel as soon as the process has made it. */
    private static ChannelText open(Path channel, MarketProcess run) throws InterruptedException {
        while (true) {
            try {
                return ChannelText.open(channel);
            } catch (JournalException notYet) {
                assertTrue(run.isAlive(), run::output);
                TimeUnit.MILLISECONDS.sleep(1);
            }
        }
    }

    /**
     * Whether the kill has cut off something: a message was in a journal, and what another hop makes of it was not.
     * All messages of a channel come from rows of the input, so the last row that has reached a channel tells how far
     * it is.
     */
    private static boolean isInFlight(MarketData data, Map<String, List<String>> whole) {
        int trades = data.count("trades");
        for (String hop : HOPS.subList(1, HOPS.size())) {
            long due = whole.get(hop).stream()
                    .filter(message -> row(message) <= trades)
                    .count();
            if (data.count(hop) < due) {
                return true;
            }
        }
        return false;
    }

    private static long row(String message) {
        return Long.parseLong(message, message.indexOf('@') + 1, message.indexOf(' '), 10);
    }

    private static void assertSame(Map<String, List<String>> expected, Map<String, List<String>> actual, String what) {
        for (String channel : expected.keySet()) {
            List<String> wanted = expected.get(channel);
            List<String> came = actual.get(channel);
            for (int i = 0; i < Math.min(wanted.size(), came.size()); i++) {
                assertEquals(wanted.get(i), came.get(i), what + " channel=" + channel + " message=" + i);
            }
            assertEquals(wanted.size(), came.size(), what + " channel=" + channel);
        }
    }

    private static void delete(Path tree) throws IOException {
        try (Stream<Path> paths = Files.walk(tree)) {
            for (Path path : paths.sorted(java.util.Comparator.reverseOrder()).toList()) {
                Files.delete(path);
            }
        }
    }
}
