package io.millrace.kafka;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.millrace.leaks.ExpectedLog;
import io.millrace.service.ComponentState;
import io.millrace.service.ServiceException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.kafka.clients.admin.RecordsToDelete;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Where a source begins and how far it has come is kept, not only its calls; and others can see it. */
@Tag("engine")
class SourceStartTest {
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

    private static void send(String topic, String... values) {
        try (KafkaProducer<byte[], byte[]> producer = broker.producer(null)) {
            for (String value : values) {
                var _ = producer.send(new ProducerRecord<>(topic, KafkaSourceTest.bytes(value)));
            }
        }
    }

    private static void send(String topic, int from, int to) {
        for (int number = from; number <= to; number++) {
            send(topic, KafkaSourceTest.json(number));
        }
    }

    private static void commit(String topic, int from, int to) {
        try (KafkaProducer<byte[], byte[]> producer = broker.producer("transaction-of-" + topic)) {
            producer.initTransactions();
            producer.beginTransaction();
            for (int number = from; number <= to; number++) {
                var _ = producer.send(new ProducerRecord<>(topic, KafkaSourceTest.bytes(KafkaSourceTest.json(number))));
            }
            producer.commitTransaction();
        }
    }

    private static void delete(String topic, long before) {
        TopicCheck.result(() -> broker.admin()
                .deleteRecords(Map.of(new TopicPartition(topic, 0), RecordsToDelete.beforeOffset(before)))
                .all()
                .get());
    }

    private void startsAtNewest(int before) {
        String topic = broker.topic(1);
        send(topic, 1, before);
        try (SourceRun run = source(topic)) {
            run.first = Optional.of(FirstRecord.NEWEST);
            run.open().until(() -> run.health().unread().isPresent() && run.count("partitions") == 1);
            run.until(() -> run.health().state() == ComponentState.LIVE && run.started());
            assertEquals(List.of(), run.written());
        }
        send(topic, before + 1, before + 3);
        try (SourceRun run = source(topic)) {
            run.first = Optional.of(FirstRecord.NEWEST);
            assertEquals(SourceRun.trades(before + 1, before + 2, before + 3), run.toEnd());
        }
    }

    @Test
    void whatArrivesAfterTheFirstStartIsReadThoughNothingWasReadBefore() {
        startsAtNewest(2);
    }

    @Test
    void whatArrivesInAnEmptyTopicAfterTheFirstStartIsReadToo() {
        startsAtNewest(0);
    }

    @Test
    void markersOfTransactionsThatWereDeletedAreNoUnreadRecords() {
        String topic = broker.topic(1);
        commit(topic, 1, 3);
        try (SourceRun run = source(topic)) {
            assertEquals(SourceRun.trades(1, 2, 3), run.toEnd());
        }
        delete(topic, 4); // three records and the marker of their commit
        try (SourceRun run = source(topic)) {
            assertEquals(SourceRun.trades(1, 2, 3), run.toEnd());
        }
        commit(topic, 4, 4);
        try (SourceRun run = source(topic)) {
            assertEquals(SourceRun.trades(1, 2, 3, 4), run.toEnd());
            assertEquals(List.of(0L, 1L, 2L, 4L), run.offsets());
        }
    }

    /** Also where the source does not end by itself. */
    @Test
    void howFarARunHasComeIsKeptWhileItWaits() {
        String topic = broker.topic(1);
        commit(topic, 1, 3);
        Path copy = directory.resolve("copy");
        try (SourceRun run = source(topic)) {
            run.calls(3);
            run.until(() -> run.consumed() >= 3);
            GatewayIdentityTest.copy(directory.resolve("trades"), copy.resolve("trades")); // as a kill leaves it
        }
        delete(topic, 4);
        try (SourceRun run = new SourceRun(broker, topic, copy)) {
            assertEquals(SourceRun.trades(1, 2, 3), run.toEnd());
        }
    }

    @Test
    void anObjectWithoutAnyFieldOfTheCallIsABadRecord() {
        for (String foreign : List.of(
                "{\"event\":\"heartbeat\",\"ts\":1795885953}", "{\"Symbol\":\"IBM\",\"Amount\":7}", "{}", " null ")) {
            String topic = broker.topic(1);
            send(topic, foreign);
            try (SourceRun run = new SourceRun(broker, topic, directory.resolve(topic))) {
                ServiceException error = assertThrows(ServiceException.class, run::toEnd, foreign);
                assertTrue(error.getMessage().contains("partition=0 offset=0"), error.getMessage());
                assertEquals(List.of(), run.written());
            }
        }
    }

    @Test
    void anObjectWithSomeFieldsOfTheCallAndOthersIsACall() {
        String topic = broker.topic(1);
        send(topic, "{\"venue\":{\"id\":4},\"amount\":7,\"more\":[1,2]}");
        try (SourceRun run = source(topic)) {
            assertEquals(List.of("trade: price: 0.0 amount: 7"), run.toEnd());
        }
    }

    @ExpectedLog("a bad record was passed over")
    @Test
    void manyBadRecordsAreCountedReportedNowAndThenAndDegradeTheSource() {
        String topic = broker.topic(1);
        for (int number = 0; number < 50; number++) {
            send(topic, "{\"event\":\"heartbeat\"}");
        }
        send(topic, 1, 1);
        try (SourceRun run = source(topic)) {
            run.badRecords = Optional.of(BadRecords.SKIP);
            assertEquals(SourceRun.trades(1), run.calls(1));
            assertEquals(50, run.health().refused());
            assertEquals(ComponentState.DEGRADED, run.health().state());
        }
    }

    @ExpectedLog("the other side is away")
    @Test
    void aNameThatCannotBeFoundIsWaitedFor() {
        try (SourceRun run = new SourceRun("nowhere.invalid:9092", "trades", directory)) {
            run.until(() -> run.isOpen() && run.health().state() == ComponentState.AWAY);
            assertTrue(run.health().lastError().orElse("").contains("No resolvable bootstrap"), run.health()::toString);
        }
    }

    @Test
    void howMuchIsLeftIsKnownAlsoBehindAnOpenTransaction() {
        String topic = broker.topic(1);
        send(topic, 1, 2);
        try (KafkaProducer<byte[], byte[]> producer = broker.producer("open-on-" + topic);
                SourceRun run = source(topic)) {
            producer.initTransactions();
            producer.beginTransaction();
            for (int number = 3; number <= 7; number++) {
                var _ = producer.send(new ProducerRecord<>(topic, KafkaSourceTest.bytes(KafkaSourceTest.json(number))));
            }
            producer.flush();
            run.calls(2);
            run.until(() -> run.health().unread().orElse(0) == 5);
            producer.commitTransaction();
            run.calls(7);
            run.until(() -> run.health().unread().orElse(-1) == 0);
        }
    }

    @Test
    void offsetsAreCommittedToAGroupForDisplay() {
        String topic = broker.topic(1);
        send(topic, 1, 4);
        try (SourceRun run = source(topic)) {
            run.group = Optional.of("shown");
            run.calls(4);
            run.until(() -> committed("shown", topic) == 4);
        }
        send(topic, 5, 5);
        try (SourceRun run = source(topic)) { // continues by its output, whatever the group says
            assertEquals(SourceRun.trades(1, 2, 3, 4, 5), run.toEnd());
        }
    }

    private static long committed(String group, String topic) {
        var offset = TopicCheck.result(() -> broker.admin()
                        .listConsumerGroupOffsets(group)
                        .partitionsToOffsetAndMetadata()
                        .get())
                .get(new TopicPartition(topic, 0));
        return offset == null ? -1 : offset.offset();
    }
}
