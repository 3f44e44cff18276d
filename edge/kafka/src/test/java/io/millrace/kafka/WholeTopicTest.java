package io.millrace.kafka;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.millrace.leaks.ExpectedLog;
import io.millrace.service.ServiceException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
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

/** One source reads all partitions of a topic by one consumer, into one channel. */
@Tag("engine")
@Tag("proof")
class WholeTopicTest {
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
        SourceRun run = new SourceRun(broker, topic, directory);
        run.partition = Optional.empty();
        return run;
    }

    private static void send(String topic, int partition, int... numbers) {
        try (KafkaProducer<byte[], byte[]> producer = broker.producer(null)) {
            for (int number : numbers) {
                var _ = producer.send(new ProducerRecord<>(
                        topic, partition, null, KafkaSourceTest.bytes(KafkaSourceTest.json(number))));
            }
        }
    }

    private static void grow(String topic, int partitions) {
        TopicCheck.result(() -> broker.admin()
                .createPartitions(Map.of(topic, NewPartitions.increaseTo(partitions)))
                .all()
                .get());
    }

    private static void deleteBefore(String topic, int partition, long offset) {
        TopicCheck.result(() -> broker.admin()
                .deleteRecords(Map.of(new TopicPartition(topic, partition), RecordsToDelete.beforeOffset(offset)))
                .all()
                .get());
    }

    private static void assertSame(List<String> expected, List<String> found) {
        assertEquals(
                expected.stream().sorted().toList(), found.stream().sorted().toList());
    }

    private static long consumers() {
        return Thread.getAllStackTraces().keySet().stream()
                .filter(thread -> thread.getName().startsWith("millrace-kafka-topic"))
                .count();
    }

    @Test
    void recordsOfAllPartitionsAreTakenOnceEachAlsoOverRestarts() {
        long seed = new Random().nextLong();
        Random random = new Random(seed);
        String topic = broker.topic(5);
        int[] expected = new int[300];
        int sent = 0;
        for (int round = 0; round < 4; round++) {
            for (int i = 0; i < 75; i++) {
                expected[sent] = ++sent;
            }
            for (int partition = 0; partition < 5; partition++) {
                int from = sent - 75 + 15 * partition;
                int[] numbers = new int[15];
                for (int i = 0; i < 15; i++) {
                    numbers[i] = from + i + 1;
                }
                send(topic, partition, numbers);
            }
            int stopAt = sent - random.nextInt(70);
            try (SourceRun run = source(topic)) {
                run.calls(stopAt);
                assertEquals(1, consumers());
            }
        }
        try (SourceRun run = source(topic)) {
            assertSame(SourceRun.trades(expected), run.toEnd());
            assertEquals(0, run.count("left"), "seed=" + seed);
            for (int partition = 0; partition < 5; partition++) {
                assertInOrder(run.written(), partition, seed);
            }
        }
    }

    /** The numbers of one partition rise. */
    private static void assertInOrder(List<String> written, int partition, long seed) {
        List<Integer> numbers = new ArrayList<>();
        for (String call : written) {
            int number = SourceRun.number(call);
            if ((number - 1) % 75 / 15 == partition) {
                numbers.add(number);
            }
        }
        assertEquals(numbers.stream().sorted().toList(), numbers, "seed=" + seed + " partition=" + partition);
    }

    @Test
    void aPartitionThatIsAddedIsReadFromItsFirstRecordOn() {
        String topic = broker.topic(1);
        send(topic, 0, 1);
        try (SourceRun run = source(topic)) {
            run.first = Optional.of(FirstRecord.NEWEST);
            run.open().until(() -> run.count("partitions") == 1 && run.started());
            grow(topic, 3);
            send(topic, 2, 2);
            send(topic, 0, 3);
            assertSame(SourceRun.trades(2, 3), run.calls(2));
        }
        grow(topic, 4);
        send(topic, 3, 4, 5);
        try (SourceRun run = source(topic)) {
            assertSame(SourceRun.trades(2, 3, 4, 5), run.calls(4));
        }
    }

    @Test
    void whatArrivesAfterTheFirstStartIsReadThoughNothingWasReadBefore() {
        String topic = broker.topic(2);
        send(topic, 1, 1, 2);
        try (SourceRun run = source(topic)) {
            run.first = Optional.of(FirstRecord.NEWEST);
            run.open().until(run::started);
        }
        send(topic, 0, 3);
        send(topic, 1, 4);
        try (SourceRun run = source(topic)) {
            run.first = Optional.of(FirstRecord.NEWEST);
            assertSame(SourceRun.trades(3, 4), run.toEnd());
        }
    }

    @Test
    @ExpectedLog("records were deleted before they were read")
    void recordsOfAQuietPartitionThatWereDeletedUnreadStopTheSource() {
        String topic = broker.topic(2);
        send(topic, 0, 1);
        try (SourceRun run = source(topic)) {
            run.calls(1);
        }
        send(topic, 1, 2, 3);
        deleteBefore(topic, 1, 1);
        try (SourceRun run = source(topic)) {
            ServiceException error = assertThrows(ServiceException.class, () -> run.calls(2));
            assertTrue(error.getMessage().contains("partition=1 next=0 first=1"), error::toString);
        }
        try (SourceRun run = source(topic)) {
            run.deletedRecords = Optional.of(DeletedRecords.CONTINUE);
            assertSame(SourceRun.trades(1, 3), run.calls(2));
        }
    }

    @Test
    void hundredsOfPartitionsNeedOneConsumer() {
        int partitions = Integer.getInteger("millrace.kafka.partitions", 200);
        String topic = broker.topic(partitions);
        int[] expected = new int[partitions];
        try (KafkaProducer<byte[], byte[]> producer = broker.producer(null)) {
            for (int partition = 0; partition < partitions; partition++) {
                expected[partition] = partition + 1;
                var _ = producer.send(new ProducerRecord<>(
                        topic, partition, null, KafkaSourceTest.bytes(KafkaSourceTest.json(partition + 1))));
            }
        }
        try (SourceRun run = source(topic)) {
            run.calls(partitions);
            assertEquals(1, consumers());
        }
        try (SourceRun run = source(topic)) {
            assertSame(SourceRun.trades(expected), run.toEnd());
        }
    }

    @Test
    void aChannelOfOnePartitionIsNotContinuedWithAllNorTheReverse() {
        String topic = broker.topic(2);
        send(topic, 0, 1);
        try (SourceRun run = source(topic)) {
            run.partition = Optional.of(0);
            run.calls(1);
        }
        try (SourceRun run = source(topic)) {
            ServiceException error = assertThrows(ServiceException.class, () -> run.calls(2));
            assertTrue(error.getMessage().contains("one partition, and this one reads all"), error::toString);
        }
        SourceRun all = new SourceRun(broker, topic, directory.resolve("other"));
        try (all) {
            all.partition = Optional.empty();
            all.calls(1);
        }
        SourceRun one = new SourceRun(broker, topic, directory.resolve("other"));
        try (one) {
            ServiceException error = assertThrows(ServiceException.class, () -> one.calls(2));
            assertTrue(error.getMessage().contains("all partitions, and this one reads one"), error::toString);
        }
    }

    @Test
    void aSourceOfAllPartitionsIsNotToldHowManyThereAre() {
        try (SourceRun run = source("topic-that-is-never-asked")) {
            run.partitions = Optional.of(3);
            KafkaServiceException error = assertThrows(KafkaServiceException.class, run::open);
            assertTrue(error.getMessage().contains("partitions=3"), error::toString);
        }
    }
}
