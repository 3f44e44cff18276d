package io.millrace.kafka;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.millrace.channel.ChannelWriter;
import io.millrace.kafka.CrashingGateway.Point;
import io.millrace.service.ServiceException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.LockSupport;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInfo;
import org.junit.jupiter.api.io.TempDir;

/** What a gateway publishes to a real broker. */
@Tag("engine")
class KafkaGatewayTest {
    private static TestBroker broker;

    @TempDir
    Path directory;

    private String progressTopic;

    @BeforeAll
    static void startBroker() {
        broker = TestBroker.shared();
    }

    @AfterAll
    static void stopBroker() {
        broker.close();
    }

    @BeforeEach
    void nameProgressTopic(TestInfo test) {
        progressTopic = "progress-" + Integer.toHexString(test.getDisplayName().hashCode());
    }

    private GatewayRun gateway(String topic) {
        return gateway(topic, directory);
    }

    private GatewayRun gateway(String topic, Path itsDirectory) {
        GatewayRun run = new GatewayRun(broker.servers(), topic, itsDirectory);
        run.progressTopic = Optional.of(progressTopic);
        return run;
    }

    private static List<String> published(String topic, int count) {
        List<String> outcomes = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            outcomes.add("published: " + topic);
        }
        return outcomes;
    }

    private static void assertFails(String part, Runnable run) {
        ServiceException error = assertThrows(ServiceException.class, run::run);
        assertTrue(error.getMessage().contains(part), error.getMessage());
    }

    private static List<String> values(String topic) {
        return CommittedRecords.values(broker.servers(), topic);
    }

    @Test
    void eachCallIsPublishedOnceInOrderAndAnswered() {
        String topic = broker.topic(1);
        try (GatewayRun run = gateway(topic).trades(1, 2_500)) {
            assertEquals(published(topic, 2_500), run.outcomes(2_500));
        }
        try (GatewayRun run = gateway(topic).trades(2_501, 2_600)) {
            assertEquals(published(topic, 2_600), run.outcomes(2_600));
        }
        assertEquals(CommittedRecords.trades(1, 2_600), values(topic));
    }

    private void crash(String topic, Point point) {
        try (GatewayRun run = gateway(topic).trades(1, 10)) {
            run.around = gateway -> new CrashingGateway((KafkaGateway) gateway, point);
            assertThrows(CrashingGateway.Crash.class, () -> run.outcomes(10));
            assertEquals(0, run.answered());
        }
        try (GatewayRun run = gateway(topic).trades(11, 12)) {
            assertEquals(published(topic, 12), run.outcomes(12));
        }
        assertEquals(CommittedRecords.trades(1, 12), values(topic));
    }

    @Test
    void aProcessThatDiesBeforeTheCommitHasPublishedNothing() {
        crash(broker.topic(1), Point.BEFORE_COMMIT);
    }

    @Test
    void aProcessThatDiesDuringTheCommitPublishesOnce() {
        crash(broker.topic(1), Point.DURING_COMMIT);
    }

    @Test
    void aProcessThatDiesAfterTheCommitDoesNotPublishAgain() {
        crash(broker.topic(1), Point.AFTER_COMMIT);
    }

    @Test
    void aRefusalIsAnsweredAgainAfterADeath() {
        String topic = broker.topic(1, "max.message.bytes", "1000");
        try (GatewayRun run = gateway(topic)) {
            writeLarge(run);
            run.around = gateway -> new CrashingGateway((KafkaGateway) gateway, Point.AFTER_COMMIT);
            assertThrows(CrashingGateway.Crash.class, () -> run.outcomes(3));
        }
        TopicCheck.result(() -> broker.admin()
                .incrementalAlterConfigs(java.util.Map.of(
                        new org.apache.kafka.common.config.ConfigResource(
                                org.apache.kafka.common.config.ConfigResource.Type.TOPIC, topic),
                        List.of(new org.apache.kafka.clients.admin.AlterConfigOp(
                                new org.apache.kafka.clients.admin.ConfigEntry("max.message.bytes", "1000000"),
                                org.apache.kafka.clients.admin.AlterConfigOp.OpType.SET))))
                .all()
                .get());
        try (GatewayRun run = gateway(topic)) {
            assertLargeRefused(run.outcomes(3), topic);
        }
        assertEquals(2, values(topic).size());
    }

    private static void writeLarge(GatewayRun run) {
        try (ChannelWriter writer = run.writer()) {
            Trades out = writer.as(Trades.class);
            out.trade(new Trade("S1", 1.5, 1));
            out.trade(new Trade("x".repeat(5_000), 1.5, 2));
            out.trade(new Trade("S3", 1.5, 3));
            writer.journalWriter().orElseThrow().sync();
        }
    }

    private static void assertLargeRefused(List<String> outcomes, String topic) {
        assertEquals("published: " + topic, outcomes.get(0));
        assertTrue(
                outcomes.get(1).startsWith("refused: topic: " + topic + " error: RecordTooLargeException"),
                outcomes::toString);
        assertEquals("published: " + topic, outcomes.get(2));
    }

    @Test
    void aRecordThatTheBrokerFindsTooLargeIsItsCallsAnswer() {
        String topic = broker.topic(1, "max.message.bytes", "1000");
        try (GatewayRun run = gateway(topic)) {
            writeLarge(run);
            assertLargeRefused(run.outcomes(3), topic);
        }
        assertEquals(List.of(KafkaSourceTest.json(1), KafkaSourceTest.json(3)), values(topic));
    }

    @Test
    void aRecordThatTheProducerFindsTooLargeIsItsCallsAnswer() {
        String topic = broker.topic(1);
        try (GatewayRun run = gateway(topic)) {
            run.settings = List.of("max.request.size=2000");
            writeLarge(run);
            assertLargeRefused(run.outcomes(3), topic);
        }
        assertEquals(List.of(KafkaSourceTest.json(1), KafkaSourceTest.json(3)), values(topic));
    }

    @Test
    void aCallThatDoesNotFitTheSettingsIsAnswered() {
        String topic = broker.topic(1);
        try (GatewayRun run = gateway(topic)) {
            run.topic = Optional.empty();
            run.topics = List.of("trade=" + topic);
            run.key = Optional.of("symbol");
            try (ChannelWriter writer = run.writer()) {
                Trades out = writer.as(Trades.class);
                out.closed("a");
                out.trade(new Trade("S2", 1.5, 2));
                writer.journalWriter().orElseThrow().sync();
            }
            List<String> outcomes = run.outcomes(2);
            assertTrue(
                    outcomes.get(0).contains("error: InvalidCall message: a method has no topic"), outcomes::toString);
            assertEquals("published: " + topic, outcomes.get(1));
        }
        assertEquals("S2", new String(records(topic).getFirst().key(), StandardCharsets.UTF_8));
    }

    private static List<ConsumerRecord<byte[], byte[]>> records(String topic) {
        return CommittedRecords.of(broker.servers(), topic);
    }

    @Test
    void keyHeadersAndPartitionFollowFromFields() {
        String topic = broker.topic(4);
        try (GatewayRun run = gateway(topic)) {
            run.key = Optional.of("trade.symbol");
            run.partition = Optional.of("amount");
            run.headers = List.of("from=tests", "what={symbol} at {price}");
            run.trades(3, 3).outcomes(1);
        }
        ConsumerRecord<byte[], byte[]> record = records(topic).getFirst();
        assertEquals(3, record.partition());
        assertArrayEquals(KafkaSourceTest.bytes("S3"), record.key());
        assertArrayEquals(
                KafkaSourceTest.bytes("tests"),
                record.headers().lastHeader("from").value());
        assertArrayEquals(
                KafkaSourceTest.bytes("S3 at 1.5"),
                record.headers().lastHeader("what").value());
        assertArrayEquals(
                KafkaSourceTest.bytes("trade"),
                record.headers().lastHeader(CallHeaders.METHOD).value());
    }

    @Test
    void aWholeRecordNamesItsTopicItself() {
        String topic = broker.topic(1);
        try (GatewayRun run = gateway(topic)) {
            run.topic = Optional.empty();
            try (ChannelWriter writer = run.writer()) {
                KafkaRecords out = writer.as(KafkaRecords.class);
                byte[] value = {0, -1};
                out.record(new KafkaRecord(
                        topic,
                        -1,
                        -1,
                        Instant.parse("2026-01-02T03:04:05.678Z"),
                        KafkaSourceTest.bytes("k"),
                        value,
                        List.of(new KafkaHeader("h", null), new KafkaHeader("h", value))));
                out.record(KafkaRecord.of("not/a/topic", null, value));
                out.record(KafkaRecord.of("nowhere", null, value));
                out.record(new KafkaRecord(topic, 1, -1, null, null, value, null));
                writer.journalWriter().orElseThrow().sync();
            }
            List<String> outcomes = run.outcomes(4);
            assertEquals("published: " + topic, outcomes.get(0));
            assertTrue(outcomes.get(1).contains("error: InvalidTopicException"), outcomes::toString);
            assertTrue(outcomes.get(2).contains("error: UnknownTopicOrPartitionException"), outcomes::toString);
            assertTrue(outcomes.get(3).contains("partition=1 partitions=1"), outcomes::toString);
        }
        ConsumerRecord<byte[], byte[]> record = records(topic).getFirst();
        assertEquals(Instant.parse("2026-01-02T03:04:05.678Z").toEpochMilli(), record.timestamp());
        assertEquals(2, record.headers().toArray().length);
    }

    @Test
    void aFencedGatewayStopsAndItsSuccessorLosesNothing() {
        String topic = broker.topic(1);
        try (GatewayRun run = gateway(topic).trades(1, 5)) {
            run.outcomes(5);
            try (KafkaProducer<byte[], byte[]> other = broker.producer("millrace-gateway-" + run.outputId())) {
                other.initTransactions();
            }
            run.trades(6, 8);
            assertFails("another process publishes for this gateway", () -> run.outcomes(8));
            assertEquals(5, run.answered());
        }
        try (GatewayRun run = gateway(topic)) {
            assertEquals(published(topic, 8), run.outcomes(8));
        }
        assertEquals(CommittedRecords.trades(1, 8), values(topic));
    }

    @Test
    void anOpenTransactionOfAnotherGatewayHidesNoPosition() {
        String topic = broker.topic(1);
        try (KafkaProducer<byte[], byte[]> other = broker.producer("another-gateway")) {
            other.initTransactions();
            try (GatewayRun run = gateway(topic)) {
                run.around = gateway -> new CrashingGateway((KafkaGateway) gateway, Point.AFTER_COMMIT, 1);
                run.trades(1, 1).outcomes(1);
                other.beginTransaction();
                var _ = other.send(new ProducerRecord<>(progressTopic, 0, KafkaSourceTest.bytes("another/0"), null));
                other.flush();
                run.trades(2, 10);
                assertThrows(CrashingGateway.Crash.class, () -> run.outcomes(10));
            }
            try (GatewayRun run = gateway(topic)) {
                AtomicBoolean answered = new AtomicBoolean();
                Thread aborting = Thread.ofPlatform().start(() -> endOnceItIsWaitedFor(other, answered));
                run.outcomes(10);
                answered.set(true);
                join(aborting);
            }
        }
        assertEquals(CommittedRecords.trades(1, 10), values(topic));
    }

    /** Ends a transaction once a reader of positions has stood before it for a while, or has passed it. */
    private static void endOnceItIsWaitedFor(KafkaProducer<byte[], byte[]> producer, AtomicBoolean answered) {
        long sinceNs = System.nanoTime();
        while (!answered.get() && System.nanoTime() - sinceNs < 2_000_000_000L) {
            if (!isReadingPositions()) {
                sinceNs = System.nanoTime();
            }
            LockSupport.parkNanos(1_000_000);
        }
        producer.abortTransaction();
    }

    private static boolean isReadingPositions() {
        return Thread.getAllStackTraces().values().stream()
                .flatMap(Arrays::stream)
                .anyMatch(frame -> frame.getClassName().equals(ProgressTopic.class.getName())
                        && frame.getMethodName().equals("read"));
    }

    private static void join(Thread thread) {
        try {
            thread.join();
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    @Test
    void aRenamedGatewayContinues() {
        String topic = broker.topic(1);
        try (GatewayRun run = gateway(topic).trades(1, 10)) {
            run.around = gateway -> new CrashingGateway((KafkaGateway) gateway, Point.AFTER_COMMIT);
            assertThrows(CrashingGateway.Crash.class, () -> run.outcomes(10));
        }
        try (GatewayRun run = gateway(topic).trades(11, 12)) {
            run.name = "renamed";
            run.formerly = new String[] {"gateway"};
            run.outcomes(12);
        }
        assertEquals(CommittedRecords.trades(1, 12), values(topic));
    }

    @Test
    void aTopicOfPositionsThatWasDeletedIsRefused() {
        String topic = broker.topic(1);
        try (GatewayRun run = gateway(topic).trades(1, 3)) {
            run.outcomes(3);
        }
        broker.delete(progressTopic);
        try (GatewayRun run = gateway(topic).trades(4, 5)) {
            assertFails("the position record of an answered call is missing", () -> run.outcomes(5));
        }
        assertEquals(CommittedRecords.trades(1, 3), values(topic));
    }

    @Test
    void dataThatWasDeletedIsRefused() {
        String topic = broker.topic(1);
        try (GatewayRun run = gateway(topic).trades(1, 3)) {
            run.outcomes(3);
        }
        try (GatewayRun run = gateway(topic, directory.resolve("anew")).trades(1, 3)) {
            assertFails("for journals that it does not read", () -> run.outcomes(3));
        }
        assertEquals(CommittedRecords.trades(1, 3), values(topic));
    }

    @Test
    void aTopicThatDoesNotExistIsNamed() {
        try (GatewayRun run = gateway("nowhere").trades(1, 1)) {
            assertFails("a topic does not exist gateway=gateway topic=nowhere", () -> run.outcomes(1));
        }
    }
}
