package io.millrace.kafka;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.millrace.channel.ChannelWriter;
import io.millrace.leaks.ExpectedLog;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.header.internals.RecordHeader;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Parameters of typed calls are keys, time stamps and headers of records, and some calls have no value. */
@Tag("engine")
class RecordParametersTest {
    private static final Instant AT = Instant.parse("2026-03-02T08:00:00.123Z");

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

    /** Calls without annotations. */
    public interface PlainPrices {
        void price(String symbol, long atMs, String venue, double last, long amount);

        void removed(String symbol, int why);

        void gone(String symbol);
    }

    /** A line under a key. */
    public interface KeyedLines {
        void line(@AsKey int number, @AsPartition int partition, byte[] line);
    }

    private GatewayRun gateway(String topic) {
        GatewayRun run = new GatewayRun(broker.servers(), topic, directory.resolve(topic));
        run.name = topic;
        run.calls = List.of(KeyedPrices.class);
        return run;
    }

    private SourceRun source(String topic) {
        SourceRun run = new SourceRun(broker, topic, directory.resolve(topic));
        run.calls = KeyedPrices.class;
        run.method = Optional.empty();
        return run;
    }

    private static void write(GatewayRun run) {
        try (ChannelWriter writer = run.writer()) {
            KeyedPrices out = writer.as(KeyedPrices.class);
            out.price("naïve \"日本\"", AT, "X\\Y", new Trade("S1", 1.5, 1));
            out.price("S2", AT.plusMillis(1), null, null);
            out.removed("S2");
            writer.journalWriter().orElseThrow().sync();
        }
    }

    private static String text(byte[] bytes) {
        return bytes == null ? null : new String(bytes, StandardCharsets.UTF_8);
    }

    private static void send(ProducerRecord<byte[], byte[]> record) {
        try (KafkaProducer<byte[], byte[]> producer = broker.producer(null)) {
            var _ = producer.send(record);
        }
    }

    private static ProducerRecord<byte[], byte[]> record(String topic, String key, String value, String venue) {
        ProducerRecord<byte[], byte[]> record = new ProducerRecord<>(
                topic,
                0,
                AT.toEpochMilli(),
                key == null ? null : KafkaSourceTest.bytes(key),
                value == null ? null : KafkaSourceTest.bytes(value));
        if (venue != null) {
            record.headers().add(new RecordHeader("venue", KafkaSourceTest.bytes(venue)));
        }
        return record;
    }

    @ParameterizedTest
    @EnumSource(
            value = RecordFormat.class,
            names = {"JSON", "PLAIN_JSON", "BINARY"})
    void callsArriveAsTheyWereMade(RecordFormat format) {
        String topic = broker.topic(1);
        try (GatewayRun run = gateway(topic)) {
            run.format = Optional.of(format);
            write(run);
            run.outcomes(3);
        }
        List<ConsumerRecord<byte[], byte[]>> records = CommittedRecords.of(broker.servers(), topic);
        assertEquals("naïve \"日本\"", text(records.get(0).key()));
        assertEquals(AT.toEpochMilli(), records.get(0).timestamp());
        assertEquals("X\\Y", text(records.get(0).headers().lastHeader("venue").value()));
        assertNull(records.get(1).headers().lastHeader("venue"));
        assertEquals("S2", text(records.get(2).key()));
        assertNull(records.get(2).value());
        if (format == RecordFormat.PLAIN_JSON) {
            assertEquals(
                    "{\"symbol\":\"S1\",\"price\":1.5,\"amount\":1}",
                    text(records.get(0).value()));
        }
        try (SourceRun run = source(topic)) {
            run.format = Optional.of(format);
            List<String> calls = run.toEnd();
            assertEquals(3, calls.size(), calls::toString);
            assertEquals(
                    "price: - naïve \"日本\" - 2026-03-02T08:00:00.123Z - X\\Y - symbol: S1 price: 1.5 amount: 1",
                    calls.get(0));
            assertEquals("price: - S2 - 2026-03-02T08:00:00.124Z - null - null", calls.get(1));
            assertEquals("removed: S2", calls.get(2));
        }
    }

    @Test
    void settingsSayTheSameWithoutAnnotations() {
        String topic = broker.topic(1);
        send(record(topic, "S1", "[1.5, 7]", "V"));
        send(record(topic, "S2", "[2.5, 8]", null));
        send(record(topic, "S3", null, null));
        try (SourceRun run = source(topic)) {
            run.calls = PlainPrices.class;
            run.method = Optional.of("price");
            run.key = Optional.of("symbol");
            run.time = Optional.of("atMs");
            run.headers = List.of("venue=venue");
            run.tombstones = List.of("gone");
            long ms = AT.toEpochMilli();
            assertEquals(
                    List.of("price: [S1, " + ms + ", V, 1.5, 7]", "price: [S2, " + ms + ", null, 2.5, 8]", "gone: S3"),
                    run.toEnd());
        }
    }

    @Test
    void aGatewayTakesThemFromItsSettingsToo() {
        String topic = broker.topic(1);
        try (GatewayRun run = gateway(topic)) {
            run.calls = List.of();
            run.key = Optional.of("symbol");
            run.time = Optional.of("atMs");
            run.topics = List.of("gone=" + topic);
            run.tombstones = List.of("gone", "removed");
            try (ChannelWriter writer = run.writer()) {
                PlainPrices out = writer.as(PlainPrices.class);
                out.price("S1", AT.toEpochMilli(), "V", 1.5, 7);
                out.price("S1", -1, "V", 1.5, 7);
                out.removed("S1", 3);
                writer.journalWriter().orElseThrow().sync();
            }
            List<String> outcomes = run.outcomes(3);
            assertTrue(outcomes.get(1).contains("is not before 1970"), outcomes::toString);
            assertTrue(outcomes.get(2).contains("a record without a value needs a key"), outcomes::toString);
        }
        List<ConsumerRecord<byte[], byte[]>> records = CommittedRecords.of(broker.servers(), topic);
        assertEquals(1, records.size());
        assertEquals(AT.toEpochMilli(), records.getFirst().timestamp());
        assertEquals(
                "[\"S1\"," + AT.toEpochMilli() + ",\"V\",1.5,7]",
                text(records.getFirst().value()));
    }

    @Test
    void aTombstoneWithoutAKeyIsRefused() {
        String topic = broker.topic(1);
        try (GatewayRun run = gateway(topic)) {
            try (ChannelWriter writer = run.writer()) {
                writer.as(KeyedPrices.class).removed(null);
                writer.journalWriter().orElseThrow().sync();
            }
            assertTrue(run.outcomes(1).getFirst().contains("the key is null"), run.written()::toString);
        }
    }

    @ExpectedLog("a bad record was passed over")
    @Test
    void aKeyThatIsNoSuchValueIsABadRecord() {
        String topic = broker.topic(2);
        for (String key : new String[] {"7", "seven", null}) {
            send(new ProducerRecord<>(
                    topic, 1, key == null ? null : KafkaSourceTest.bytes(key), KafkaSourceTest.bytes("text")));
        }
        try (SourceRun run = source(topic)) {
            run.calls = KeyedLines.class;
            run.partition = Optional.empty();
            run.format = Optional.of(RecordFormat.BYTES);
            run.badRecords = Optional.of(BadRecords.SKIP);
            assertEquals(List.of("line: [7, 1, !!binary dGV4dA==]"), run.toEnd());
            assertEquals(2, run.count("badRecords"));
        }
    }

    @Test
    void bytesHaveAKeyBesideThem() {
        String topic = broker.topic(2);
        try (GatewayRun run = gateway(topic)) {
            run.calls = List.of(KeyedLines.class);
            run.format = Optional.of(RecordFormat.BYTES);
            try (ChannelWriter writer = run.writer()) {
                writer.as(KeyedLines.class).line(-5, 1, new byte[] {1, 2, 3});
                writer.journalWriter().orElseThrow().sync();
            }
            assertEquals(List.of("published: " + topic), run.outcomes(1));
        }
        try (SourceRun run = source(topic)) {
            run.calls = KeyedLines.class;
            run.partition = Optional.of(1);
            run.format = Optional.of(RecordFormat.BYTES);
            assertEquals(List.of("line: [-5, 1, !!binary AQID]"), run.toEnd());
        }
    }

    @Test
    void whatCannotBeReadIsRefusedBeforeAnythingIsRead() {
        try (SourceRun run = source("nowhere")) {
            run.calls = PlainPrices.class;
            run.tombstones = List.of("removed");
            run.key = Optional.of("symbol");
            assertRefused(run, "has no value for a parameter");
            run.tombstones = List.of("lost");
            assertRefused(run, "setting=tombstones");
            run.tombstones = List.of();
            run.key = Optional.of("name");
            assertRefused(run, "parameters=[name]");
            run.key = Optional.empty();
            run.time = Optional.of("symbol");
            assertRefused(run, "parameter=symbol from=time");
            run.key = Optional.of("atMs");
            run.time = Optional.of("atMs");
            assertRefused(run, "read from two origins");
            run.calls = null;
            run.format = Optional.of(RecordFormat.JSON);
            assertRefused(run, "are for parameters of an interface");
        }
    }

    private static void assertRefused(SourceRun run, String text) {
        KafkaServiceException error = assertThrows(KafkaServiceException.class, run::open);
        assertTrue(error.getMessage().contains(text), error::toString);
    }
}
