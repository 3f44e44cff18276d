package io.millrace.kafka;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.millrace.channel.Channel;
import io.millrace.service.ComponentState;
import io.millrace.service.FencedException;
import io.millrace.service.Gateway;
import io.millrace.service.GatewayContext;
import io.millrace.service.GatewayUnavailableException;
import io.millrace.service.ServiceException;
import io.millrace.wire.BinaryInput;
import io.millrace.wire.CallHooks;
import io.millrace.wire.CallSchema;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
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

/** Whose a position record is, and which run publishes. */
@Tag("engine")
class GatewayIdentityTest {
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

    private GatewayRun gateway(String topic, String topology, String data) {
        GatewayRun run = new GatewayRun(broker.servers(), topic, directory.resolve(data));
        run.progressTopic = Optional.of(progressTopic);
        run.topology = topology;
        return run;
    }

    private static void assertFails(String part, Runnable run) {
        ServiceException error = assertThrows(ServiceException.class, run::run);
        assertTrue(error.getMessage().contains(part), error.getMessage());
    }

    @Test
    void gatewaysOfOneNameInSeveralTopologiesDoNotMeet() {
        String topic = broker.topic(1);
        for (String topology : List.of("orders", "stocks", "orders", "stocks")) {
            try (GatewayRun run = gateway(topic, topology, topology)) {
                int before = run.answered();
                run.trades(before + 1, before + 3).outcomes(before + 3);
            }
        }
        assertEquals(12, CommittedRecords.values(broker.servers(), topic).size());
    }

    @Test
    void otherDataOfTheSameTopologyIsRefused() {
        String topic = broker.topic(1);
        try (GatewayRun run = gateway(topic, "orders", "one")) {
            run.trades(1, 3).outcomes(3);
        }
        try (GatewayRun run = gateway(topic, "orders", "two").trades(1, 3)) {
            assertFails("for journals that it does not read", () -> run.outcomes(3));
        }
    }

    /** Nothing was published under the first name, so that nothing can be published twice. */
    @Test
    void dataThatHasPublishedNothingMayBeDeleted() {
        String topic = broker.topic(1);
        try (GatewayRun run = gateway(topic, "orders", "one")) {
            run.open().until(() -> run.health().state() == ComponentState.LIVE);
        }
        try (GatewayRun run = gateway(topic, "orders", "two")) {
            run.trades(1, 3).outcomes(3);
        }
        assertEquals(CommittedRecords.trades(1, 3), CommittedRecords.values(broker.servers(), topic));
    }

    @Test
    void positionsOfTheFirstVersionAreTakenOver() {
        String topic = broker.topic(1);
        try (GatewayRun run = gateway(topic, "orders", "data")) {
            run.trades(1, 5).outcomes(5);
            ConsumerRecord<byte[], byte[]> newest =
                    CommittedRecords.of(broker.servers(), progressTopic).getLast();
            String key = new String(newest.key(), StandardCharsets.UTF_8);
            assertEquals("orders/gateway/" + run.requestsId(), key);
            String old = new String(newest.value(), StandardCharsets.UTF_8)
                    .replace("\"version\":2", "\"version\":1")
                    .replaceAll(",\"publisher\":\"[^\"]*\"", "");
            try (KafkaProducer<byte[], byte[]> producer = broker.producer(null)) {
                byte[] oldKey = KafkaSourceTest.bytes("gateway/" + run.requestsId());
                var _ = producer.send(new ProducerRecord<>(progressTopic, 0, oldKey, KafkaSourceTest.bytes(old)));
                var _ = producer.send(new ProducerRecord<>(progressTopic, 0, newest.key(), null));
            }
        }
        try (GatewayRun run = gateway(topic, "orders", "data")) {
            run.trades(6, 7).outcomes(7);
        }
        assertEquals(CommittedRecords.trades(1, 7), CommittedRecords.values(broker.servers(), topic));
    }

    @Test
    void positionsAreWrittenAgainByTheOutcomes() {
        String topic = broker.topic(1);
        try (GatewayRun run = gateway(topic, "orders", "data")) {
            run.trades(1, 5).outcomes(5);
        }
        broker.delete(progressTopic);
        try (GatewayRun run = gateway(topic, "orders", "data")) {
            assertFails(
                    "the position record of an answered call is missing",
                    () -> run.trades(6, 7).outcomes(7));
        }
        Path data = directory.resolve("data");
        try (Channel outcomes = Channel.readOnly(data.resolve("outcomes"));
                Channel requests = Channel.readOnly(data.resolve("requests"))) {
            var restored = GatewayPositions.restore(
                    "orders/gateway",
                    outcomes,
                    List.of(requests),
                    broker.servers(),
                    progressTopic,
                    Optional.empty(),
                    List.of());
            assertEquals(List.of("requests"), List.copyOf(restored.keySet()));
        }
        try (GatewayRun run = gateway(topic, "orders", "data")) {
            run.outcomes(7);
        }
        assertEquals(CommittedRecords.trades(1, 7), CommittedRecords.values(broker.servers(), topic));
    }

    @Test
    void aTopicOfPositionsThatForgetsThemIsRefused() {
        broker.create(progressTopic, 1, "cleanup.policy", "delete");
        String topic = broker.topic(1);
        try (GatewayRun run = gateway(topic, "orders", "data").trades(1, 1)) {
            assertFails("cleanup.policy=delete", () -> run.outcomes(1));
        }
        assertEquals(List.of(), CommittedRecords.values(broker.servers(), topic));
    }

    static void copy(Path from, Path to) {
        try (Stream<Path> files = Files.walk(from)) {
            for (Path file : files.filter(file -> !file.toString().endsWith(".preparing"))
                    .toList()) {
                Path target = to.resolve(from.relativize(file).toString());
                if (Files.isDirectory(file)) {
                    Files.createDirectories(target);
                } else {
                    Files.copy(file, target);
                }
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** As after a pause of the process that was longer than a transaction may last. */
    @Test
    void aRunThatWasAwayDoesNotFenceTheOneThatHasTakenOver() {
        String topic = broker.topic(1);
        boolean[] isAway = {false};
        try (GatewayRun first = gateway(topic, "orders", "first")) {
            first.around = gateway -> new AwayGateway((KafkaGateway) gateway, isAway);
            first.trades(1, 5).outcomes(5);
            copy(directory.resolve("first"), directory.resolve("second"));
            try (GatewayRun second = gateway(topic, "orders", "second")) {
                second.trades(6, 7).outcomes(7);
                isAway[0] = true;
                first.trades(6, 6);
                FencedException error = assertThrows(FencedException.class, () -> first.outcomes(6));
                assertTrue(error.getMessage().contains("publisher=process "), error.getMessage());
                second.trades(8, 9).outcomes(9);
            }
        }
        assertEquals(CommittedRecords.trades(1, 9), CommittedRecords.values(broker.servers(), topic));
    }

    /** A run that takes over is noticed also before it has published anything. */
    @Test
    void aRunThatHasPublishedNothingYetIsNotFencedEither() {
        String topic = broker.topic(1);
        boolean[] isAway = {false};
        try (GatewayRun first = gateway(topic, "orders", "first")) {
            first.around = gateway -> new AwayGateway((KafkaGateway) gateway, isAway);
            first.trades(1, 5).outcomes(5);
            copy(directory.resolve("first"), directory.resolve("second"));
            try (GatewayRun second = gateway(topic, "orders", "second")) {
                second.open().until(() -> second.health().state() == ComponentState.LIVE);
                isAway[0] = true;
                first.trades(6, 6);
                assertThrows(FencedException.class, () -> first.outcomes(6));
                second.trades(6, 6).outcomes(6);
            }
        }
        assertEquals(CommittedRecords.trades(1, 6), CommittedRecords.values(broker.servers(), topic));
    }

    /** Is away once, at the next commit after it is told so. */
    private static final class AwayGateway implements Gateway, CallHooks.UnknownCallHandler {
        private final KafkaGateway gateway;
        private final boolean[] isAway;

        private AwayGateway(KafkaGateway gateway, boolean[] isAway) {
            this.gateway = gateway;
            this.isAway = isAway;
        }

        @Override
        public void open(GatewayContext context) {
            gateway.open(context);
        }

        @Override
        public void unknown(CallSchema call, BinaryInput arguments) {
            gateway.unknown(call, arguments);
        }

        @Override
        public void commit() {
            if (isAway[0]) {
                isAway[0] = false;
                throw new GatewayUnavailableException("the process was stopped");
            }
            gateway.commit();
        }

        @Override
        public void rollback() {
            gateway.rollback();
        }

        @Override
        public void close() {
            gateway.close();
        }
    }
}
