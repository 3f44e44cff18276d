package io.millrace.kafka;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.millrace.channel.ChannelWriter;
import io.millrace.service.ComponentState;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.IntPredicate;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Many calls of a batch are refused: each is found, the others are published, and the brokers are never away. */
@Tag("engine")
class RefusedCallsTest {
    /** The run would end as soon as anything counted as away. */
    private static final Duration NEVER_AWAY = Duration.ofNanos(1);

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

    private GatewayRun gateway(String topic) {
        GatewayRun run = new GatewayRun(broker.servers(), topic, directory);
        run.topology = topic; // each test has a gateway of its own
        run.giveUpAfter = NEVER_AWAY;
        return run;
    }

    private static void write(GatewayRun run, int calls, IntPredicate isLarge) {
        try (ChannelWriter writer = run.writer()) {
            Trades out = writer.as(Trades.class);
            for (int number = 1; number <= calls; number++) {
                out.trade(new Trade(isLarge.test(number) ? "x".repeat(5_000) : "S" + number, 1.5, number));
            }
            writer.journalWriter().orElseThrow().sync();
        }
    }

    private static void assertRefused(List<String> outcomes, String topic, String error, IntPredicate isRefused) {
        for (int number = 1; number <= outcomes.size(); number++) {
            String expected =
                    isRefused.test(number) ? "refused: topic: " + topic + " error: " + error : "published: " + topic;
            assertTrue(outcomes.get(number - 1).startsWith(expected), number + " " + outcomes.get(number - 1));
        }
    }

    private static List<String> others(int calls, IntPredicate isRefused) {
        List<String> others = new ArrayList<>();
        for (int number = 1; number <= calls; number++) {
            if (!isRefused.test(number)) {
                others.add(KafkaSourceTest.json(number));
            }
        }
        return others;
    }

    /** Records without a key do not fit into a compacted topic. */
    @Test
    void aTopicThatTakesNoneOfABatchHoldsNothingUp() {
        String topic = broker.topic(1, "cleanup.policy", "compact");
        try (GatewayRun run = gateway(topic)) {
            write(run, 500, number -> false);
            assertRefused(run.outcomes(500), topic, "InvalidRecordException", number -> true);
            assertEquals(ComponentState.DEGRADED, run.health().state());
            assertEquals(500, run.health().refused());
            assertTrue(run.health().lastError().orElse("").contains("topic=" + topic), run.health()::toString);
            assertTrue(
                    run.told
                            .getFirst()
                            .startsWith("WARNING a request or record was refused service=gateway input=requests@"),
                    run.told::toString);
            assertTrue(run.told.size() < 60, () -> "reports are bounded, but there are " + run.told.size());
        }
        assertEquals(List.of(), CommittedRecords.values(broker.servers(), topic));
    }

    @Test
    void ofThoseThatTheBrokerRefusesNoneTakesAnotherAlong() {
        String topic = broker.topic(1, "max.message.bytes", "1000");
        IntPredicate isLarge = number -> number % 8 == 3;
        try (GatewayRun run = gateway(topic)) {
            write(run, 100, isLarge);
            assertRefused(run.outcomes(100), topic, "RecordTooLargeException", isLarge);
            assertEquals(13, run.health().refused());
        }
        assertEquals(others(100, isLarge), CommittedRecords.values(broker.servers(), topic));
    }

    @Test
    void ofThoseThatTheProducerRefusesNoneTakesAnotherAlong() {
        String topic = broker.topic(1);
        IntPredicate isLarge = number -> number % 8 == 3;
        try (GatewayRun run = gateway(topic)) {
            run.settings = List.of("max.request.size=2000");
            write(run, 100, isLarge);
            assertRefused(run.outcomes(100), topic, "RecordTooLargeException", isLarge);
        }
        assertEquals(others(100, isLarge), CommittedRecords.values(broker.servers(), topic));
    }

    @Test
    void aFewRefusalsAmongManyCallsDegradeNothing() {
        String topic = broker.topic(1, "max.message.bytes", "1000");
        IntPredicate isLarge = number -> number == 7 || number == 90;
        try (GatewayRun run = gateway(topic)) {
            write(run, 100, isLarge);
            run.outcomes(100);
            assertEquals(ComponentState.LIVE, run.health().state());
            assertEquals(2, run.health().refused());
        }
    }
}
