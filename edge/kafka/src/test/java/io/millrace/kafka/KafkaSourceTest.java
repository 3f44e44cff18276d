package io.millrace.kafka;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.millrace.leaks.ExpectedLog;
import io.millrace.service.ServiceException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.kafka.clients.admin.NewPartitions;
import org.apache.kafka.clients.admin.RecordsToDelete;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a source makes of a partition of a real broker. */
@Tag("engine")
class KafkaSourceTest {
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

    private SourceRun source(String topic) {
        return new SourceRun(broker, topic, directory);
    }

    static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    static String json(int number) {
        return "{\"symbol\":\"S" + number + "\",\"price\":1.5,\"amount\":" + number + "}";
    }

    private static ProducerRecord<byte[], byte[]> record(String topic, String key, String value) {
        return new ProducerRecord<>(topic, key == null ? null : bytes(key), value == null ? null : bytes(value));
    }

    private static void send(String topic, int... numbers) {
        try (KafkaProducer<byte[], byte[]> producer = broker.producer(null)) {
            for (int number : numbers) {
                var _ = producer.send(record(topic, null, json(number)));
            }
        }
    }

    private static void sendTexts(String topic, String... values) {
        try (KafkaProducer<byte[], byte[]> producer = broker.producer(null)) {
            for (String value : values) {
                var _ = producer.send(record(topic, null, value));
            }
        }
    }

    private static void assertFails(String part, Runnable run) {
        ServiceException error = assertThrows(ServiceException.class, run::run);
        assertTrue(error.getMessage().contains(part), error.getMessage());
    }

    @Test
    void aRestartContinuesAfterTheNewestRecordInTheOutput() {
        String topic = broker.topic(1);
        send(topic, 1, 2, 3);
        try (SourceRun run = source(topic)) {
            assertEquals(SourceRun.trades(1, 2, 3), run.calls(3));
        }
        send(topic, 4, 5);
        try (SourceRun run = source(topic)) {
            assertEquals(SourceRun.trades(1, 2, 3, 4, 5), run.toEnd());
            assertEquals(List.of(0L, 1L, 2L, 3L, 4L), run.offsets());
        }
    }

    @Test
    void recordsOfAbortedTransactionsAreNotTaken() {
        String topic = broker.topic(1);
        try (KafkaProducer<byte[], byte[]> producer = broker.producer("aborting")) {
            producer.initTransactions();
            for (int number = 1; number <= 6; number++) {
                producer.beginTransaction();
                var _ = producer.send(record(topic, null, json(number)));
                producer.flush();
                if (number % 2 == 0) {
                    producer.commitTransaction();
                } else {
                    producer.abortTransaction();
                }
            }
        }
        try (SourceRun run = source(topic)) {
            assertEquals(SourceRun.trades(2, 4, 6), run.toEnd());
            assertEquals(List.of(2L, 6L, 10L), run.offsets());
        }
        try (SourceRun run = source(topic)) { // the newest offset is that of a record that controls a transaction
            assertEquals(SourceRun.trades(2, 4, 6), run.toEnd());
        }
    }

    @Test
    void recordsAfterAnOpenTransactionWaitForIt() {
        String topic = broker.topic(1);
        try (KafkaProducer<byte[], byte[]> producer = broker.producer("open");
                SourceRun run = source(topic)) {
            producer.initTransactions();
            producer.beginTransaction();
            var _ = producer.send(record(topic, null, json(1)));
            producer.flush();
            send(topic, 2);
            assertEquals(List.of(), run.toEnd());
            producer.commitTransaction();
        }
        try (SourceRun run = source(topic)) {
            assertEquals(SourceRun.trades(1, 2), run.toEnd());
        }
    }

    @Test
    void compactedRecordsAreNoGapAndDeletionsOfKeysNoCalls() {
        String topic = broker.topic(
                1,
                "cleanup.policy",
                "compact",
                "segment.ms",
                "100",
                "min.cleanable.dirty.ratio",
                "0.01",
                "delete.retention.ms",
                "100",
                "max.compaction.lag.ms",
                "100");
        try (KafkaProducer<byte[], byte[]> producer = broker.producer(null)) {
            for (int number = 1; number <= 20; number++) {
                var _ = producer.send(record(topic, "key", json(number)));
                producer.flush();
            }
            var _ = producer.send(record(topic, "gone", json(21)));
            var _ = producer.send(record(topic, "gone", null));
            producer.flush();
        }
        List<String> former = SourceRun.trades(19);
        List<String> kept = former;
        while (kept.containsAll(former)) { // the broker may have compacted the first segments alone
            try (KafkaProducer<byte[], byte[]> producer = broker.producer(null)) {
                var _ = producer.send(record(topic, "roll", json(22))); // closes the segment before it
            }
            Path own = directory.resolve("compacted" + System.nanoTime());
            try (SourceRun run = new SourceRun(broker, topic, own)) {
                kept = run.toEnd();
            }
        }
        assertTrue(kept.contains(SourceRun.trades(20).getFirst()), kept::toString);
        assertFalse(kept.contains(SourceRun.trades(1).getFirst()), kept::toString);
    }

    private static void delete(String topic, long before) {
        TopicCheck.result(() -> broker.admin()
                .deleteRecords(Map.of(new TopicPartition(topic, 0), RecordsToDelete.beforeOffset(before)))
                .all()
                .get());
    }

    @Test
    void recordsThatWereDeletedUnreadStopTheSource() {
        String topic = broker.topic(1);
        send(topic, 1, 2, 3, 4, 5);
        delete(topic, 1);
        try (SourceRun run = source(topic)) { // a new source has missed nothing that it was to read
            assertEquals(SourceRun.trades(2, 3), run.calls(4).subList(0, 2));
        }
        send(topic, 6, 7, 8);
        delete(topic, 7);
        try (SourceRun run = source(topic)) {
            assertFails("next=5 first=7", run::toEnd);
        }
    }

    @ExpectedLog("records were deleted before they were read")
    @Test
    void aSourceMayContinueWithoutDeletedRecords() {
        String topic = broker.topic(1);
        send(topic, 1, 2);
        try (SourceRun run = source(topic)) {
            run.calls(2);
        }
        send(topic, 3, 4);
        delete(topic, 3);
        try (SourceRun run = source(topic)) {
            run.deletedRecords = Optional.of(DeletedRecords.CONTINUE);
            assertEquals(SourceRun.trades(1, 2, 4), run.toEnd());
        }
    }

    @Test
    void aTopicThatWasMadeAnewUnderTheSameNameIsRefused() {
        String topic = broker.topic(1);
        send(topic, 1, 2);
        try (SourceRun run = source(topic)) {
            run.calls(2);
        }
        broker.delete(topic);
        broker.create(topic, 1);
        send(topic, 11, 12, 13, 14);
        try (SourceRun run = source(topic)) {
            assertFails("of another origin", run::toEnd);
            assertEquals(SourceRun.trades(1, 2), run.written());
        }
    }

    @ExpectedLog(value = "the brokers of a source are away", occurs = ExpectedLog.Occurrence.PERHAPS)
    @Test
    void aTopicThatIsMadeAnewWhileItIsReadIsRefused() {
        String topic = broker.topic(1);
        send(topic, 1, 2);
        try (SourceRun run = source(topic)) {
            run.calls(2);
            broker.delete(topic);
            broker.create(topic, 1);
            send(topic, 11, 12, 13, 14);
            assertFails("topic was deleted", () -> run.until(() -> false));
            assertEquals(SourceRun.trades(1, 2), run.written());
        }
    }

    @Test
    void aMissingTopicAndAMissingPartitionAreNamed() {
        try (SourceRun run = source("nowhere")) {
            assertFails("the topic does not exist topic=nowhere", run::toEnd);
        }
        String topic = broker.topic(2);
        try (SourceRun run = source(topic)) {
            run.partition = Optional.of(2);
            assertFails("has no such partition topic=" + topic + " partition=2 partitions=2", run::toEnd);
        }
    }

    @ExpectedLog("the topic has partitions that are not read")
    @Test
    void addedPartitionsAreFoundAndNamed() {
        String topic = broker.topic(1);
        try (SourceRun run = source(topic)) {
            send(topic, 1);
            run.calls(1);
            TopicCheck.result(() -> broker.admin()
                    .createPartitions(Map.of(topic, NewPartitions.increaseTo(3)))
                    .all()
                    .get());
            run.until(() -> run.count("partitions") == 3);
        }
    }

    @ExpectedLog("the topic has partitions that are not read")
    @Test
    void partitionsThatNoSourceReadsAreNamedAtTheStart() {
        String topic = broker.topic(3);
        try (SourceRun run = source(topic)) {
            run.partitions = Optional.of(2);
            run.until(() -> run.count("partitions") == 3);
        }
    }

    @Test
    void aBadRecordStopsTheSourceAndIsNamed() {
        String topic = broker.topic(1);
        sendTexts(topic, json(1), "{\"symbol\":", json(3));
        try (SourceRun run = source(topic)) {
            assertFails("topic=" + topic + " partition=0 offset=1", run::toEnd);
            assertEquals(SourceRun.trades(1), run.written());
        }
    }

    @ExpectedLog("a bad record was passed over")
    @Test
    void badRecordsMayBePassedOver() {
        String topic = broker.topic(1);
        sendTexts(topic, json(1), "{\"symbol\":", json(3), "[]", "\"a\"");
        try (SourceRun run = source(topic)) {
            run.badRecords = Optional.of(BadRecords.SKIP);
            assertEquals(SourceRun.trades(1, 3), run.toEnd());
            assertEquals(3, run.count("badRecords"));
        }
        try (SourceRun run = source(topic)) { // what was passed over stays so
            assertEquals(SourceRun.trades(1, 3), run.toEnd());
            assertEquals(0, run.count("badRecords"));
        }
    }

    @Test
    void aSourceMayBeginAfterTheNewestRecord() {
        String topic = broker.topic(1);
        send(topic, 1, 2);
        try (SourceRun run = source(topic)) {
            run.first = Optional.of(FirstRecord.NEWEST);
            run.open().until(() -> run.count("partitions") == 1);
            assertEquals(List.of(), run.written());
        }
    }
}
