package io.millrace.kafka;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.millrace.fixtures.Await;
import io.millrace.fixtures.JavaCommand;
import io.millrace.fixtures.TestProcess;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The process of a gateway is killed at random moments; with the property {@code millrace.kafka.brokerKills} the broker
 * too. That is not for every build: a single broker that is killed between a commit and its markers may leave the
 * transaction open for ever.
 */
@Tag("engine")
@Tag("process")
@Tag("proof")
class KilledGatewayTest {
    private static final int KILLS = Integer.getInteger("millrace.kafka.kills", 3);
    private static final boolean KILLS_BROKER = Boolean.getBoolean("millrace.kafka.brokerKills");
    private static final int CALLS = 4_000;
    private static final int PARTITIONS = 3;

    @TempDir
    Path directory;

    @Test
    void readersOfCommittedRecordsSeeEachCallOnceAndInOrder() throws IOException {
        long seed = Long.getLong("millrace.seed", System.nanoTime());
        System.out.println("seed=" + seed);
        Random random = new Random(seed);
        try (TestBroker broker = TestBroker.startToBeKilled(directory.resolve("broker"))) {
            String topic = broker.topic(PARTITIONS);
            try (GatewayRun writing = new GatewayRun(broker.servers(), topic, directory)) {
                writing.trades(1, CALLS);
            }
            for (int kill = 1; kill <= KILLS; kill++) {
                TestProcess gateway = start(broker, topic);
                awaitProgress(broker, topic, random.nextInt(CALLS / KILLS));
                if (KILLS_BROKER && kill % 3 == 0) {
                    broker.kill();
                }
                gateway.kill();
                if (KILLS_BROKER && kill % 3 == 0) {
                    broker.start();
                }
            }
            try (TestProcess last = start(broker, topic)) {
                last.awaitLine("done");
            }
            assertEachOnceAndInOrder(CommittedRecords.of(broker.servers(), topic));
        }
        try (GatewayRun after = new GatewayRun("nowhere:1", "topic", directory)) {
            assertEquals(CALLS, after.answered());
        }
    }

    private TestProcess start(TestBroker broker, String topic) throws IOException {
        TestProcess process = JavaCommand.of(GatewayProcess.class)
                .withFlags("-Xmx256m", "-XX:+UseSerialGC")
                .withArguments(broker.servers(), topic, directory.toString(), Integer.toString(CALLS))
                .start(directory);
        process.awaitLine("open");
        return process;
    }

    /** Waits until the topic has grown by so many records and ends of transactions, or has all records. */
    private static void awaitProgress(TestBroker broker, String topic, int more) {
        long enough = Math.min(CALLS, broker.committedEnd(topic, PARTITIONS) + more);
        Await.until(
                "the topic has " + enough + " records and ends of transactions",
                () -> broker.committedEnd(topic, PARTITIONS) >= enough,
                () -> "end=" + broker.committedEnd(topic, PARTITIONS));
    }

    static void assertEachOnceAndInOrder(List<ConsumerRecord<byte[], byte[]>> records) {
        Map<Integer, List<Integer>> byPartition = new HashMap<>();
        List<Integer> all = new ArrayList<>();
        for (ConsumerRecord<byte[], byte[]> record : records) {
            int number =
                    Integer.parseInt(new String(record.key(), java.nio.charset.StandardCharsets.UTF_8).substring(1));
            byPartition
                    .computeIfAbsent(record.partition(), _ -> new ArrayList<>())
                    .add(number);
            all.add(number);
        }
        byPartition
                .values()
                .forEach(numbers -> assertEquals(numbers.stream().sorted().toList(), numbers));
        List<Integer> expected = new ArrayList<>();
        for (int number = 1; number <= CALLS; number++) {
            expected.add(number);
        }
        assertEquals(expected, all.stream().sorted().toList());
    }
}
