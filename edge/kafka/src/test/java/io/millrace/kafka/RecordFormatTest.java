package io.millrace.kafka;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.millrace.channel.ChannelWriter;
import io.millrace.leaks.ExpectedLog;
import io.millrace.wire.Wire;
import io.millrace.wire.WireTypes;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
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

/** What one channel publishes, another takes from the topic, in each format. */
@Tag("engine")
class RecordFormatTest {
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

    /** An older version of the calls, and a newer name of a field. */
    public interface OlderTrades {
        void trade(OlderTrade trade);
    }

    /** A message that lacks a field of {@link Trade}. */
    public record OlderTrade(String symbol, long amount) {}

    /** Takes values as they are. */
    public interface Texts {
        void text(String text);
    }

    /** Writes trades as users may. */
    public static final class LineEncoder implements RecordEncoder, Trades {
        private String line;

        @Override
        public void trade(Trade trade) {
            if (trade.amount() == 13) {
                throw new IllegalArgumentException("no such line");
            }
            line = trade.symbol() + "|" + trade.amount();
        }

        @Override
        public void closed(String symbol) {
            line = symbol;
        }

        @Override
        public byte[] value() {
            return line.getBytes(StandardCharsets.UTF_8);
        }
    }

    /** Reads what {@link LineEncoder} writes. */
    public static final class LineDecoder implements RecordDecoder<Trades> {
        @Override
        public void decode(KafkaRecord record, Trades out) {
            String[] parts = new String(record.value(), StandardCharsets.UTF_8).split("\\|", -1);
            if (parts.length == 1) {
                out.closed(parts[0]);
            } else {
                out.trade(new Trade(parts[0], 1.5, Long.parseLong(parts[1])));
            }
        }
    }

    private GatewayRun gateway(String topic) {
        GatewayRun run = new GatewayRun(broker.servers(), topic, directory.resolve(topic));
        run.name = topic;
        return run;
    }

    private SourceRun source(String topic) {
        SourceRun run = new SourceRun(broker, topic, directory.resolve(topic));
        run.method = Optional.empty();
        return run;
    }

    private static void write(GatewayRun run) {
        try (ChannelWriter writer = run.writer()) {
            Trades out = writer.as(Trades.class);
            out.trade(new Trade("S1", 1.5, 1));
            out.closed("naïve 日本");
            out.trade(new Trade(null, Double.NaN, Long.MIN_VALUE));
            writer.journalWriter().orElseThrow().sync();
        }
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
        try (SourceRun run = source(topic)) {
            run.format = Optional.of(format);
            assertEquals(
                    List.of(
                            "trade: symbol: S1 price: 1.5 amount: 1",
                            "closed: naïve 日本",
                            "trade: price: .nan amount: -9223372036854775808"),
                    run.toEnd());
        }
    }

    @ExpectedLog("a bad record was passed over")
    @ParameterizedTest
    @EnumSource(
            value = RecordFormat.class,
            names = {"JSON", "BINARY"})
    void withoutAnInterfaceTheCallsAreThoseOfTheHeaders(RecordFormat format) {
        String topic = broker.topic(3);
        try (GatewayRun run = gateway(topic)) {
            run.format = Optional.of(format);
            run.partition = Optional.of("2");
            write(run);
            run.outcomes(3);
        }
        byte[] schema = Wire.of(WireTypes.none()).calls(Trades.class).getFirst().encode();
        try (KafkaProducer<byte[], byte[]> producer = broker.producer(null)) {
            for (byte[] header : List.of(schema, new byte[] {1})) {
                ProducerRecord<byte[], byte[]> record = new ProducerRecord<>(topic, 2, null, new byte[] {'[', ']'});
                record.headers().add(CallHeaders.SCHEMA, header);
                var _ = producer.send(record);
            }
        }
        try (SourceRun run = source(topic)) {
            run.format = Optional.of(format);
            run.calls = null;
            run.partition = Optional.of(2);
            run.badRecords = Optional.of(BadRecords.SKIP);
            assertEquals(
                    List.of(
                            "trade: symbol: S1 price: 1.5 amount: 1",
                            "closed: naïve 日本",
                            "trade: price: .nan amount: -9223372036854775808"),
                    run.toEnd());
            assertEquals(2, run.count("badRecords"));
            assertEquals(0, run.count("left"));
        }
    }

    @ParameterizedTest
    @EnumSource(
            value = RecordFormat.class,
            names = {"PLAIN_JSON", "BYTES", "RECORD"})
    void formatsThatDescribeNoCallNeedAnInterface(RecordFormat format) {
        try (SourceRun run = source("nowhere")) {
            run.format = Optional.of(format);
            run.calls = null;
            String message =
                    assertThrows(KafkaServiceException.class, run::open).getMessage();
            assertTrue(message.endsWith("method and decoder format=" + format), message);
        }
    }

    @ParameterizedTest
    @EnumSource(
            value = RecordFormat.class,
            names = {"JSON", "BINARY"})
    void aReaderOfAnotherVersionReadsByTheSchemaOfTheHeader(RecordFormat format) {
        String topic = broker.topic(1);
        try (GatewayRun run = gateway(topic).trades(1, 2)) {
            run.format = Optional.of(format);
            run.outcomes(2);
        }
        try (SourceRun run = source(topic)) {
            run.format = Optional.of(format);
            run.calls = OlderTrades.class;
            assertEquals(List.of("trade: symbol: S1 amount: 1", "trade: symbol: S2 amount: 2"), run.toEnd());
        }
    }

    @Test
    void aCallThatTheInterfaceDoesNotHaveIsABadRecord() {
        String topic = broker.topic(1);
        try (GatewayRun run = gateway(topic)) {
            run.format = Optional.of(RecordFormat.BINARY);
            write(run);
            run.outcomes(3);
        }
        try (SourceRun run = source(topic)) {
            run.format = Optional.of(RecordFormat.BINARY);
            run.calls = OlderTrades.class;
            RuntimeException error = assertThrows(RuntimeException.class, run::toEnd);
            assertTrue(error.getMessage().contains("offset=1: a record is a call that the interface does not have"));
        }
    }

    @Test
    void aHeaderThatIsNoSchemaIsABadRecord() {
        String topic = broker.topic(1);
        try (KafkaProducer<byte[], byte[]> producer = broker.producer(null)) {
            ProducerRecord<byte[], byte[]> record = new ProducerRecord<>(topic, KafkaSourceTest.bytes("{}"));
            record.headers().add(CallHeaders.SCHEMA, new byte[] {1, -1, 7});
            var _ = producer.send(record);
        }
        try (SourceRun run = source(topic)) {
            run.format = Optional.of(RecordFormat.JSON);
            RuntimeException error = assertThrows(RuntimeException.class, run::toEnd);
            assertTrue(error.getMessage().contains("a record is no call"), error.getMessage());
        }
    }

    @Test
    void plainJsonMayHaveMoreFieldsThanTheMessage() {
        String topic = broker.topic(1);
        try (KafkaProducer<byte[], byte[]> producer = broker.producer(null)) {
            var _ = producer.send(new ProducerRecord<>(
                    topic, KafkaSourceTest.bytes("{\"amount\":7,\"more\":{\"a\":[1]},\"symbol\":\"S\",\"price\":2}")));
        }
        try (SourceRun run = source(topic)) {
            run.method = Optional.of("trade");
            assertEquals(List.of("trade: symbol: S price: 2.0 amount: 7"), run.toEnd());
        }
    }

    @Test
    void bytesAreTakenAsTheyAre() {
        String topic = broker.topic(1);
        try (GatewayRun run = gateway(topic)) {
            run.format = Optional.of(RecordFormat.BYTES);
            try (ChannelWriter writer = run.writer()) {
                writer.as(Texts.class).text("naïve {");
                writer.as(Trades.class).trade(new Trade("S1", 1.5, 1));
                writer.journalWriter().orElseThrow().sync();
            }
            assertTrue(run.outcomes(2).get(1).contains("error: InvalidCall"), run.written()::toString);
        }
        try (SourceRun run = source(topic)) {
            run.format = Optional.of(RecordFormat.BYTES);
            run.calls = Texts.class;
            assertEquals(List.of("text: naïve {"), run.toEnd());
        }
    }

    @Test
    void wholeRecordsHaveKeyHeadersAndTime() {
        String topic = broker.topic(1);
        try (KafkaProducer<byte[], byte[]> producer = broker.producer(null)) {
            var _ = producer.send(new ProducerRecord<>(
                    topic,
                    0,
                    1_700_000_000_123L,
                    KafkaSourceTest.bytes("k"),
                    null,
                    List.of(new RecordHeader("h", new byte[] {1}))));
        }
        try (SourceRun run = source(topic)) {
            run.format = Optional.of(RecordFormat.RECORD);
            run.calls = KafkaRecords.class;
            String call = run.toEnd().getFirst();
            assertTrue(
                    call.endsWith("topic: " + topic + " partition: 0 offset: 0 at: 2023-11-14T22:13:20.123Z"
                            + " key: !!binary aw== headers: - name: h value: !!binary AQ=="),
                    call);
        }
    }

    @Test
    void usersBringTheirOwnFormats() {
        String topic = broker.topic(1);
        try (GatewayRun run = gateway(topic)) {
            run.encoder = Optional.of(LineEncoder.class);
            run.trades(11, 13);
            List<String> outcomes = run.outcomes(3);
            assertTrue(outcomes.get(2).contains("the encoder threw"), outcomes::toString);
        }
        assertEquals(List.of("S11|11", "S12|12"), CommittedRecords.values(broker.servers(), topic));
        try (SourceRun run = source(topic)) {
            run.decoder = Optional.of(LineDecoder.class);
            assertEquals(SourceRun.trades(11, 12), run.toEnd());
        }
    }
}
