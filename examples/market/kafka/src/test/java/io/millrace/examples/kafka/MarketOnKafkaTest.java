package io.millrace.examples.kafka;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.millrace.examples.market.BarBuilder;
import io.millrace.examples.market.CrossOver;
import io.millrace.examples.market.OrderManager;
import io.millrace.examples.market.Trade;
import io.millrace.examples.market.Trades;
import io.millrace.fixtures.JavaCommand;
import io.millrace.kafka.broker.KafkaCluster;
import io.millrace.leaks.Tolerates;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The example as its user runs it, and with the process of the run killed. */
@Tolerates(threads = "process reaper.*", files = "none", because = "the JDK keeps the thread that waits for processes")
@Tag("engine")
@Tag("process")
class MarketOnKafkaTest {
    private static final long SEED = 7;
    private static final int TRADES = 4_000;
    private static final int KILLS = 2;
    private static final Pattern TRADE = Pattern.compile("\\{\"at\":\"(.+)\",\"price\":(.+),\"amount\":(.+)\\}");

    @TempDir
    Path directory;

    private final List<String> bars = new ArrayList<>();
    private final List<String> orders = new ArrayList<>();

    /** Makes the records that a run gives, by the components alone. */
    private void expect(List<String> trades) {
        OrderManager orderManager = new OrderManager(order -> orders.add(order.side() + " {\"bar\":\"" + order.bar()
                + "\",\"side\":\"" + order.side() + "\",\"quantity\":" + order.quantity() + ",\"price\":"
                + order.price() + "}"));
        CrossOver crossOver = new CrossOver(orderManager);
        Trades components = new BarBuilder(bar -> {
            bars.add(bar.start() + " {\"start\":\"" + bar.start() + "\",\"open\":" + bar.open() + ",\"high\":"
                    + bar.high() + ",\"low\":" + bar.low() + ",\"close\":" + bar.close() + ",\"volume\":"
                    + bar.volume() + ",\"count\":" + bar.count() + "}");
            crossOver.bar(bar);
        });
        for (String value : trades) {
            Matcher trade = TRADE.matcher(value);
            assertTrue(trade.matches(), value);
            components.trade(new Trade(
                    Instant.parse(trade.group(1)),
                    Double.parseDouble(trade.group(2)),
                    Double.parseDouble(trade.group(3))));
        }
        components.endOfInput();
    }

    private Process start(Class<?> main, String... arguments) throws IOException {
        return JavaCommand.of(main, arguments)
                .builder()
                .redirectErrorStream(true)
                .redirectOutput(ProcessBuilder.Redirect.appendTo(
                        directory.resolve("output.txt").toFile()))
                .start();
    }

    private void runAll() throws Exception {
        Process process = start(
                MarketOnKafka.class,
                "--data",
                directory.toString(),
                "--seed",
                Long.toString(SEED),
                "--trades",
                Integer.toString(TRADES));
        try {
            assertEquals(0, process.waitFor(), this::output);
        } finally {
            process.destroyForcibly().waitFor();
        }
    }

    private String output() {
        try {
            return Files.readString(directory.resolve("output.txt"));
        } catch (IOException e) {
            return e.toString();
        }
    }

    /** Starts a run, and kills it once readers of committed records see some records more. */
    private void runAndKill(KafkaCluster broker, MarketTopics topics, int enough) throws Exception {
        Process run = start(
                io.millrace.cli.Millrace.class,
                "run",
                "market.yaml",
                "--data",
                directory.resolve("run").toString(),
                "--servers",
                broker.servers(),
                "--batch",
                "10",
                "--rate",
                "2000");
        try {
            boolean hasEnded = false;
            while (sorted(topics, MarketTopics.BARS).size() < enough) {
                assertFalse(hasEnded, this::output);
                hasEnded = !run.isAlive(); // then one more look has all records
            }
        } finally {
            run.destroyForcibly().waitFor();
        }
    }

    /** Returns the committed records of a topic in the order of their texts, which begin with the key. */
    private static List<String> sorted(MarketTopics topics, String topic) {
        return topics.committed(topic).stream().flatMap(List::stream).sorted().toList();
    }

    @Test
    void killedRunsGiveEachRecordOnceAndInOrder() throws Exception {
        List<String> trades = TradeRecords.ofSeed(SEED, TRADES);
        expect(trades);
        try (KafkaCluster broker = KafkaCluster.start(directory.resolve("broker"), 1)) {
            MarketTopics topics = new MarketTopics(broker.servers());
            topics.create();
            assertEquals(TRADES + 1, topics.fill(trades));
            assertEquals(0, topics.fill(trades));
            for (int kill = 1; kill <= KILLS; kill++) {
                runAndKill(broker, topics, kill * bars.size() / (KILLS + 2));
            }
            broker.stop();
        }
        runAll();
        runAll(); // changes nothing
        try (KafkaCluster broker = KafkaCluster.start(directory.resolve("broker"), 1)) {
            MarketTopics topics = new MarketTopics(broker.servers());
            assertEquals(bars.stream().sorted().toList(), sorted(topics, MarketTopics.BARS));
            for (List<String> partition : topics.committed(MarketTopics.BARS)) {
                assertEquals(partition.stream().sorted().toList(), partition); // by their times, which are the keys
            }
            assertEquals(List.of(orders), topics.committed(MarketTopics.ORDERS));
        }
        assertTrue(bars.size() > 100 && orders.size() > 4, "bars=" + bars.size() + " orders=" + orders.size());
    }
}
