package io.millrace.kafka;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.millrace.fixtures.Await;
import io.millrace.leaks.ExpectedLog;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The broker is killed and comes back. */
@Tag("engine")
class BrokerAwayTest {
    /** So that the tests do not wait longer than they must. */
    private static final List<String> FAST = List.of("request.timeout.ms=1000", "default.api.timeout.ms=2000");

    /** Longer than a test may take, so that a gateway that waits for the end of its own transaction fails it. */
    private static final String LASTING_TRANSACTIONS = "transaction.timeout.ms=900000";

    @TempDir
    Path directory;

    private TestBroker broker;

    @BeforeEach
    void startBroker() {
        broker = TestBroker.startToBeKilled(directory.resolve("broker"));
    }

    @AfterEach
    void stopBroker() {
        broker.close();
    }

    private void send(String topic, int... numbers) {
        try (KafkaProducer<byte[], byte[]> producer = broker.producer(null)) {
            for (int number : numbers) {
                var _ = producer.send(new ProducerRecord<>(topic, KafkaSourceTest.bytes(KafkaSourceTest.json(number))));
            }
        }
    }

    /** Returns whether the reader of a source pauses because brokers are away. */
    private static boolean isWaiting() {
        return Thread.getAllStackTraces().values().stream()
                .flatMap(Arrays::stream)
                .anyMatch(frame -> frame.getClassName().equals(TopicReader.class.getName())
                        && frame.getMethodName().equals("away"));
    }

    @ExpectedLog("the brokers of a source are away")
    @Test
    void aSourceWaitsForTheBrokerAtItsStartAndLater() {
        String topic = broker.topic(1);
        send(topic, 1, 2);
        broker.kill();
        try (SourceRun run = new SourceRun(broker, topic, directory)) {
            run.settings = FAST;
            run.until(() -> isWaiting());
            broker.start();
            assertEquals(SourceRun.trades(1, 2), run.calls(2));
            broker.kill();
            broker.start();
            send(topic, 3);
            assertEquals(SourceRun.trades(1, 2, 3), run.calls(3));
        }
    }

    @Test
    void aGatewayRepeatsWhatIsNotCommittedOnceTheBrokerIsBack() {
        String topic = broker.topic(1);
        try (GatewayRun run = new GatewayRun(broker.servers(), topic, directory)) {
            run.settings = List.of(FAST.getFirst(), FAST.getLast(), LASTING_TRANSACTIONS);
            run.trades(1, 10).outcomes(10);
            // Also for readers: a broker that is killed before it has marked the records leaves their transaction open.
            Await.until(
                    "the records and the progress are committed",
                    () -> CommittedRecords.of(broker.servers(), topic).size() >= 10
                            && !CommittedRecords.of(broker.servers(), KafkaGateway.PROGRESS_TOPIC)
                                    .isEmpty());
            broker.kill();
            run.trades(11, 20);
            int[] polls = {0};
            run.until(() -> polls[0]++ > 2); // one of which has waited for the broker as long as it does
            assertEquals(10, run.answered());
            broker.start();
            run.outcomes(20);
        }
        assertEquals(CommittedRecords.trades(1, 20), CommittedRecords.values(broker.servers(), topic));
    }

    @Test
    void aGatewayStartsOnceTheBrokerIsThere() {
        String topic = broker.topic(1);
        broker.kill();
        try (GatewayRun run = new GatewayRun(broker.servers(), topic, directory)) {
            run.settings = FAST;
            run.trades(1, 3);
            int[] polls = {0};
            run.until(() -> polls[0]++ > 2);
            broker.start();
            assertEquals(List.of("published: " + topic), run.outcomes(3).subList(0, 1));
        }
    }
}
