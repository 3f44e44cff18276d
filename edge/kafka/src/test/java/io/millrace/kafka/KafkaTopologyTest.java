package io.millrace.kafka;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.millrace.topology.RunOptions;
import io.millrace.topology.RunningTopology;
import io.millrace.topology.Topology;
import io.millrace.topology.TopologyException;
import io.millrace.topology.TopologyRunner;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A component between topics, as a file. */
@Tag("engine")
class KafkaTopologyTest {
    private static final String FILE = """
            parameters:
              servers: {}
            channels:
              trades-[0-1]: {}
              totals: {durability: SYNCED}
              published: {}
            components:
              trade-feed-[0-1]:
                class: io.millrace.kafka.KafkaSource
                writes: trades-[0-1]
                arguments:
                  servers: "${servers}"
                  topic: trades
                  partition: "[0-1]"
                  partitions: 2
                  calls: io.millrace.kafka.Trades
                  format: PLAIN_JSON
                  method: trade
                  end: end-of-partition
                  client: CLIENT
              totals:
                class: io.millrace.kafka.TotalPerSymbol
                reads: ["trades-[0-1]"]
                writes: totals
              total-topic:
                class: io.millrace.kafka.KafkaGateway
                reads: [totals]
                writes: published
                arguments: {servers: "${servers}", topic: totals, key: symbol, format: PLAIN_JSON, client: CLIENT}
            summary:
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

    private Topology topology(String text) throws IOException {
        Path client = Files.writeString(directory.resolve("client.properties"), "client.rack=here\n");
        return Topology.load(
                Files.writeString(directory.resolve("totals.yaml"), text.replace("CLIENT", client.toString())));
    }

    private void run() throws IOException, InterruptedException {
        RunOptions options =
                RunOptions.in(directory.resolve("data")).withParameters(Map.of("servers", broker.servers()));
        try (RunningTopology running = TopologyRunner.open(topology(FILE), options)) {
            running.start();
            running.await();
            running.failure().ifPresent(failure -> {
                throw failure;
            });
        }
    }

    private static void send(int from, int to) {
        try (KafkaProducer<byte[], byte[]> producer = broker.producer(null)) {
            for (int number = from; number <= to; number++) {
                byte[] value = KafkaSourceTest.bytes(KafkaSourceTest.json(number % 10));
                var _ = producer.send(new ProducerRecord<>("trades", number % 2, null, value));
            }
        }
    }

    @Test
    void aComponentContinuesItsTotalsFromRunToRun() throws IOException, InterruptedException {
        broker.create("trades", 2);
        broker.create("totals", 3);
        send(1, 100);
        run();
        send(101, 200);
        run();
        run();
        List<ConsumerRecord<byte[], byte[]>> records = CommittedRecords.of(broker.servers(), "totals");
        assertEquals(200, records.size());
        Map<String, String> newest = new TreeMap<>();
        records.forEach(record -> newest.put(
                new String(record.key(), StandardCharsets.UTF_8), new String(record.value(), StandardCharsets.UTF_8)));
        assertEquals("{\"symbol\":\"S9\",\"amount\":180}", newest.get("S9"));
        assertEquals(10, newest.size());
    }

    @Test
    void whatIsWrongIsNamedBeforeAnythingRuns() throws IOException {
        RunOptions options = RunOptions.in(directory.resolve("data")).withParameters(Map.of("servers", "x:1"));
        Topology wrong = topology(FILE.replace("method: trade", "method: trades"));
        RuntimeException error = assertThrows(RuntimeException.class, () -> TopologyRunner.open(wrong, options));
        assertTrue(error.getMessage().contains("method=trades known=[closed, trade]"), error.getMessage());
        Topology misspelt = topology(FILE.replace("partitions: 2", "partition s: 2"));
        assertThrows(TopologyException.class, () -> TopologyRunner.open(misspelt, options));
    }
}
