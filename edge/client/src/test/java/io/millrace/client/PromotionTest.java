package io.millrace.client;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.millrace.fixtures.Await;
import io.millrace.fixtures.FreePorts;
import io.millrace.fixtures.JavaCommand;
import io.millrace.fixtures.TestProcess;
import io.millrace.journal.Journal;
import io.millrace.topology.HostLosses;
import io.millrace.topology.HostStatus;
import io.millrace.topology.HostTakeover;
import io.millrace.topology.RunEnd;
import io.millrace.topology.RunningTopology;
import io.millrace.topology.SpareRun;
import io.millrace.topology.Topology;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A host whose component answers is killed and its spare promoted: each call has one answer, before and after. */
@Tag("process")
class PromotionTest {

    private static final int BEFORE_KILL = 600;
    private static final int AFTER_KILL = 100;
    private static final int CALLS = BEFORE_KILL + AFTER_KILL;
    private static final int ANSWERED = 100;
    private static final String CALL = "{\"item\":\"tea\",\"amount\":1}";

    @TempDir
    private Path directory;

    private SpareRun spare;

    private static String[] freePorts(int count) {
        return IntStream.range(0, count)
                .mapToObj(_ -> Integer.toString(FreePorts.next()))
                .toArray(String[]::new);
    }

    private TestProcess host(String[] ports) throws IOException {
        TestProcess process = JavaCommand.of(
                        SparedStock.class, directory.resolve("a").toString(), ports[0], ports[1], ports[2], ports[3])
                .withFlags("-Xmx128m")
                .start(directory);
        process.await(Pattern.compile("(clients)"));
        return process;
    }

    private static String address(String kind, String... ports) {
        return kind.equals("tcp") ? "tcp://127.0.0.1:" + ports[3] : "ws://127.0.0.1:" + ports[2];
    }

    private long events() {
        try (Journal events = Journal.openReadOnly(directory.resolve("a").resolve("events"))) {
            return events.messages();
        }
    }

    /** Waits until a condition holds, while the spare stands by. */
    private void awaitSpare(String what, BooleanSupplier condition) throws InterruptedException {
        Await.until(what, () -> {
            if (condition.getAsBoolean()) {
                return true;
            }
            assertEquals(SpareRun.End.RUNNING, spare.await(Duration.ofMillis(5)), what);
            return false;
        });
    }

    @Test
    void aFollowerGetsWhatTheSpareHoldsAndNoMore() throws Exception {
        String[] ports = freePorts(4);
        Topology topology = SparedStock.topology(ports);
        List<String> followed = new CopyOnWriteArrayList<>();
        ClientOptions options =
                ClientOptions.at(address("ws", ports)).withPauses(Duration.ofMillis(5), Duration.ofMillis(50));
        try (TestProcess _ = startedWithSpare(ports);
                MillraceClient client = MillraceClient.connect(options.withListeners(_ -> {}, _ -> {}))) {
            client.follow("events", StockEvents.class, (item, _) -> followed.add(item), FollowOptions.oldest());
            var _ = client.append("stock", "delivered", "{\"item\":\"tea\",\"amount\":1}");
            awaitSpare("the follower has a message", () -> !followed.isEmpty());
            spare.close();
            for (int i = 0; i < ANSWERED; i++) {
                var _ = client.append("stock", "delivered", "{\"item\":\"milk\",\"amount\":1}");
            }
            Await.until("the host has all events", () -> events() > ANSWERED);
            TimeUnit.MILLISECONDS.sleep(200); // in which a follower gets what it may have
            assertEquals(List.of("tea"), followed, "the spare has nothing else");
            spare = SpareRun.open(topology, SparedStock.options(directory, "s", "s"));
            awaitSpare("the follower has all messages", () -> followed.size() > ANSWERED);
        } finally {
            spare.close();
        }
    }

    /** Starts the host, and its spare, until that is complete. */
    private TestProcess startedWithSpare(String[] ports) throws Exception {
        spare = SpareRun.open(SparedStock.topology(ports), SparedStock.options(directory, "s", "s"));
        TestProcess process = host(Arrays.copyOf(ports, 4));
        Topology topology = SparedStock.topology(ports);
        awaitSpare(
                "the spare is complete",
                () -> HostStatus.ask(topology, "s").spare().equals(HostStatus.COMPLETE));
        return process;
    }

    @ParameterizedTest
    @ValueSource(strings = {"ws", "tcp"})
    void aCallHasItsRecordedAnswerAfterAPromotion(String kind) throws Exception {
        String[] ports = freePorts(6);
        String[] portsOfSpare = {ports[0], ports[1], ports[4], ports[5]}; // clients find it by the second address
        ClientOptions options = ClientOptions.at(address(kind, ports), address(kind, portsOfSpare))
                .withPauses(Duration.ofMillis(5), Duration.ofMillis(50))
                .withAnswerWithin(Duration.ofSeconds(60))
                .withListeners(_ -> {}, _ -> {});
        List<CompletableFuture<String>> calls = new ArrayList<>();
        try (TestProcess process = startedWithSpare(ports);
                MillraceClient client = MillraceClient.connect(options)) {
            assertEquals(
                    "{\"result\":0}",
                    client.query("stock", "left", "{\"item\":\"tea\"}").join());
            var _ = client.append("stock", "delivered", "{\"item\":\"tea\",\"amount\":" + CALLS + "}");
            CompletableFuture<String> late = client.call("stock", "order", "{\"item\":\"milk\",\"amount\":3}");
            CompletableFuture<String> refused = client.call("stock", "take", "{\"item\":\"coffee\",\"amount\":1}");
            for (int i = 0; i < BEFORE_KILL; i++) {
                calls.add(client.call("stock", "take", CALL));
            }
            calls.get(ANSWERED).join();
            process.kill();
            assertFalse(late.isDone(), "it was taken before the calls that are answered, and there is no milk");
            for (int i = 0; i < AFTER_KILL; i++) { // they wait in the client, with those that the kill has cut off
                calls.add(client.call("stock", "take", CALL));
            }
            spare.close();
            new HostTakeover(SparedStock.topology(ports), "a", directory.resolve("s"), _ -> {}, _ -> {})
                    .promote(HostTakeover.Living.REFUSED, HostLosses.REFUSED);
            try (RunningTopology running = SparedStock.start(portsOfSpare, SparedStock.options(directory, "a", "s"))) {
                for (int i = 0; i < CALLS; i++) {
                    assertEquals(
                            "{\"result\":" + (CALLS - 1 - i) + "}", calls.get(i).join(), "each call once, in order");
                }
                assertTrue(refused.isCompletedExceptionally());
                assertFalse(late.isDone());
                var _ = client.append("stock", "delivered", "{\"item\":\"milk\",\"amount\":3}");
                assertEquals("{\"result\":{\"item\":\"milk\",\"amount\":3}}", late.join());
                assertEquals(
                        "{\"result\":0}",
                        client.query("stock", "left", "{\"item\":\"tea\"}").join());
                assertEquals(RunEnd.RUNNING, running.end());
            }
        } finally {
            spare.close();
        }
    }
}
