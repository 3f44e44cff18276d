package io.millrace.kafka;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.millrace.leaks.ExpectedLog;
import io.millrace.topology.RunOptions;
import io.millrace.topology.RunningTopology;
import io.millrace.topology.Topology;
import io.millrace.topology.TopologyRunner;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.header.internals.RecordHeader;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Records that are no calls go to a topic of their own, once each. */
@Tag("engine")
class DeadLettersTest {
    private static final String FILE = """
            parameters:
              servers: {}
            channels:
              trades: {durability: SYNCED}
              totals: {}
              dead: {durability: SYNCED}
              published: {}
            components:
              trade-feed:
                class: io.millrace.kafka.KafkaSource
                writes: trades
                arguments:
                  servers: "${servers}"
                  topic: trades
                  calls: io.millrace.kafka.Trades
                  format: PLAIN_JSON
                  method: trade
                  badRecords: call
                  end: end-of-partition
              totals:
                class: io.millrace.kafka.TotalPerSymbol
                reads: [trades]
                writes: totals
              dead-letters:
                class: io.millrace.kafka.DeadLetters
                reads: [trades]
                writes: dead
                arguments: {topic: trades-dead}
              dead-topic:
                class: io.millrace.kafka.KafkaGateway
                reads: [dead]
                writes: published
                giveUpAfter: 10m
                arguments: {servers: "${servers}", topic: trades-dead}
            summary:
              bad: {component: trade-feed, count: badRecords}
              totals: {channel: totals, calls: total}
              published: {channel: published, calls: published}
            """;

    private static TestBroker broker;

    @TempDir
    Path directory;

    @BeforeAll
    static void startBroker() {
        broker = TestBroker.shared();
    }

    @AfterAll
    static void stopBroker() {
        broker.close();
    }

    private void run() throws IOException, InterruptedException {
        Topology topology = Topology.load(Files.writeString(directory.resolve("dead.yaml"), FILE));
        RunOptions options =
                RunOptions.in(directory.resolve("data")).withParameters(Map.of("servers", broker.servers()));
        try (RunningTopology running = TopologyRunner.open(topology, options)) {
            running.start();
            running.await();
            running.failure().ifPresent(failure -> {
                throw failure;
            });
        }
    }

    private static void send(int partition, byte[] value) {
        try (KafkaProducer<byte[], byte[]> producer = broker.producer(null)) {
            var _ = producer.send(new ProducerRecord<>(
                    "trades",
                    partition,
                    1_700_000_000_000L,
                    KafkaSourceTest.bytes("key"),
                    value,
                    List.of(new RecordHeader("origin", new byte[] {7}))));
        }
    }

    private static String header(ConsumerRecord<byte[], byte[]> record, String name) {
        return new String(record.headers().lastHeader(name).value(), StandardCharsets.UTF_8);
    }

    @ExpectedLog("a bad record was passed over")
    @Test
    void aBadRecordIsADeadLetterOnceWithItsOriginAndReason() throws IOException, InterruptedException {
        broker.create("trades", 2);
        broker.create("trades-dead", 1);
        send(0, KafkaSourceTest.bytes(KafkaSourceTest.json(1)));
        send(1, new byte[] {-1, 0, 1});
        send(1, KafkaSourceTest.bytes(KafkaSourceTest.json(2)));
        run();
        send(0, KafkaSourceTest.bytes("{\"event\":\"heartbeat\"}"));
        run();
        run();
        List<ConsumerRecord<byte[], byte[]>> dead = CommittedRecords.of(broker.servers(), "trades-dead");
        assertEquals(2, dead.size());
        ConsumerRecord<byte[], byte[]> first = dead.getFirst();
        assertArrayEquals(new byte[] {-1, 0, 1}, first.value());
        assertEquals("key", new String(first.key(), StandardCharsets.UTF_8));
        assertEquals(1_700_000_000_000L, first.timestamp());
        assertArrayEquals(new byte[] {7}, first.headers().lastHeader("origin").value());
        assertEquals("trades", header(first, DeadLetters.TOPIC));
        assertEquals("1", header(first, DeadLetters.PARTITION));
        assertEquals("0", header(first, DeadLetters.OFFSET));
        assertEquals("a value is no text in UTF-8", header(first, DeadLetters.REASON));
        assertTrue(header(dead.get(1), DeadLetters.REASON).contains("none of the fields"));
    }

    @Test
    void deadLettersNeedATopic() {
        KafkaServiceException error = assertThrows(KafkaServiceException.class, () -> new DeadLetters(_ -> {}, " "));
        assertTrue(error.getMessage().contains("no name"), error::toString);
    }
}
