package io.millrace.client;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.millrace.fixtures.Await;
import io.millrace.topology.RunningTopology;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What could be lost, reordered or ended by one client's mistake, over both transports. */
@Tag("process")
class LostTest {

    private static final Duration LONG = Duration.ofSeconds(60);

    /** Longer than a machine with much to do pauses a thread, which must not look like a silent server. */
    private static final Duration DEAD_AFTER = Duration.ofSeconds(4);

    /** Longer than the client takes to notice a silent server: it looks at it three times in that time. */
    private static final Duration BUSY = Duration.ofSeconds(6);

    @TempDir
    private Path data;

    private final List<String> errors = Collections.synchronizedList(new ArrayList<>());
    private final List<String> seen = Collections.synchronizedList(new ArrayList<>());
    private final List<ClientState> states = Collections.synchronizedList(new ArrayList<>());

    private ClientOptions options(String address) {
        return ClientOptions.at(address)
                .withPauses(Duration.ofMillis(5), Duration.ofMillis(50))
                .withListeners(states::add, errors::add);
    }

    private static String address(RunningTopology running, String kind) {
        return kind.equals("tcp")
                ? "tcp://" + EchoTopology.detail(running, "tcpAddress")
                : EchoTopology.detail(running, "address");
    }

    private static String order(long quantity) {
        return "{\"symbol\":\"A\",\"quantity\":" + quantity + "}";
    }

    @ParameterizedTest
    @ValueSource(strings = {"ws", "tcp"})
    void followingFromTheNewestMessageLosesNothingOfAnOutage(String kind) throws Exception {
        EchoProcess process = EchoProcess.start(data, 0, 0);
        try (MillraceClient follower = MillraceClient.connect(options(process.address(kind)))) {
            List<Beginning> beginnings = Collections.synchronizedList(new ArrayList<>());
            follower.follow(
                    "prices",
                    message -> seen.add(message.arguments()),
                    FollowOptions.newest().withOnBegin(beginnings::add));
            Await.until("the position", () -> beginnings.size() == 1);
            process.kill();
            // Another process of the same data writes while the follower is away.
            try (RunningTopology meanwhile = EchoTopology.start(data);
                    MillraceClient writer = MillraceClient.connect(options(address(meanwhile, kind)))) {
                for (int i = 1; i <= 5; i++) {
                    writer.append("orders", "order", order(i));
                }
                writer.flush(LONG);
                try (MillraceClient all = MillraceClient.connect(options(address(meanwhile, kind)))) {
                    List<String> prices = Collections.synchronizedList(new ArrayList<>());
                    all.follow("prices", message -> prices.add(message.arguments()), FollowOptions.oldest());
                    Await.until("the prices are written", () -> prices.size() == 5);
                }
            }
            process.close();
            process = process.again(data);
            Await.until("the prices of the outage", () -> seen.size() == 5);
            assertEquals(
                    IntStream.rangeClosed(1, 5)
                            .mapToObj(i -> "{\"symbol\":\"A\",\"value\":" + i + ".0}")
                            .toList(),
                    seen);
        } finally {
            process.close();
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"ws", "tcp"})
    void aNameSurvivesAKillBeforeTheFirstCall(String kind) throws Exception {
        EchoProcess process = EchoProcess.start(data, 0, 0);
        try (MillraceClient client = MillraceClient.connect(options(process.address(kind)))) {
            Await.until("the connection", () -> states.contains(ClientState.CONNECTED));
            String name = client.name().orElseThrow();
            process.kill();
            List<CompletableFuture<Long>> calls = new ArrayList<>();
            for (int i = 1; i <= 1_000; i++) {
                calls.add(client.append("orders", "order", order(i)).toCompletableFuture());
            }
            process.close();
            process = process.again(data);
            client.flush(LONG);
            calls.forEach(CompletableFuture::join);
            assertEquals(name, client.name().orElseThrow());
        } finally {
            process.close();
        }
        assertEquals(1_000, EchoTopology.calls(data, "orders").size());
    }

    @ParameterizedTest
    @ValueSource(strings = {"ws", "tcp"})
    void aRefusedCallCostsNoOtherOne(String kind) {
        List<CompletableFuture<Long>> calls = new ArrayList<>();
        try (RunningTopology running = EchoTopology.start(data);
                MillraceClient client = MillraceClient.connect(options(address(running, kind)))) {
            for (int i = 1; i <= 400; i++) {
                calls.add(client.append("orders", i % 100 == 4 ? "ordre" : "order", order(i))
                        .toCompletableFuture());
            }
            CompletableFuture.allOf(calls.toArray(CompletableFuture[]::new))
                    .handle((_, _) -> 0)
                    .join();
        }
        List<String> expected = IntStream.rangeClosed(1, 400)
                .filter(i -> i % 100 != 4)
                .mapToObj(i -> "order[\"A\"," + i + "]")
                .toList();
        assertEquals(expected, EchoTopology.calls(data, "orders"), "all good ones, once and in order");
        for (int i = 0; i < calls.size(); i++) {
            assertEquals((i + 1) % 100 == 4, calls.get(i).isCompletedExceptionally(), "call " + (i + 1));
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"ws", "tcp"})
    void aHandlerThatIsBusyForLongEndsNoSession(String kind) throws Exception {
        CountDownLatch busy = new CountDownLatch(1);
        CountDownLatch free = new CountDownLatch(1);
        try (RunningTopology running = EchoTopology.start(data);
                MillraceClient client =
                        MillraceClient.connect(options(address(running, kind)).withDeadAfter(DEAD_AFTER))) {
            client.follow(
                    "prices",
                    message -> {
                        busy.countDown();
                        await(free);
                        seen.add(message.arguments());
                    },
                    FollowOptions.oldest());
            for (int i = 1; i <= 1_000; i++) {
                var _ = client.append("orders", "order", order(i));
            }
            busy.await();
            // Longer than the client waits for a sign of life of the server.
            Await.until(
                    "every order is there",
                    () -> EchoTopology.calls(data, "orders").size() == 1_000);
            Thread.sleep(BUSY);
            free.countDown();
            Await.until("every price", () -> seen.size() == 1_000);
            assertEquals(List.of(ClientState.CONNECTED), states);
            assertEquals(List.of(), errors);
        }
    }

    private static void await(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"ws", "tcp"})
    void anInterruptedThreadEndsNoSession(String kind) throws Exception {
        try (RunningTopology running = EchoTopology.start(data);
                MillraceClient client = MillraceClient.connect(options(address(running, kind)))) {
            Await.until("the connection", () -> states.contains(ClientState.CONNECTED));
            Thread interrupted = Thread.ofPlatform().start(() -> {
                Thread.currentThread().interrupt();
                for (int i = 1; i <= 100; i++) {
                    var _ = client.append("orders", "order", order(i));
                }
            });
            interrupted.join();
            client.flush(LONG);
            assertEquals(List.of(ClientState.CONNECTED), states);
        }
        assertEquals(100, EchoTopology.calls(data, "orders").size());
    }

    /** The same call with its parameters in another order. */
    interface Swapped {
        void order(long quantity, String symbol);
    }

    /** A later version with another parameter, which this server does not have, and a shorter number. */
    interface Later {
        void order(int quantity, String symbol, String remark);
    }

    @ParameterizedTest
    @ValueSource(strings = {"ws", "tcp"})
    void argumentsAreMatchedByName(String kind) {
        try (RunningTopology running = EchoTopology.start(data);
                MillraceClient client = MillraceClient.connect(options(address(running, kind)))) {
            client.writer("orders", Swapped.class).order(7, "EURUSD");
            client.writer("orders", Later.class).order(8, "EURUSD", "a remark");
            client.flush(LONG);
        }
        assertEquals(List.of("order[\"EURUSD\",7]", "order[\"EURUSD\",8]"), EchoTopology.calls(data, "orders"));
    }

    @Test
    void argumentsThatNameNoParameterAreRefused() {
        try (RunningTopology running = EchoTopology.start(data);
                MillraceClient client = MillraceClient.connect(options(address(running, "tcp")))) {
            for (String wrong : List.of("[\"A\",1]", "{\"symbl\":\"A\"}", "7")) {
                var refused = client.append("orders", "order", wrong)
                        .toCompletableFuture()
                        .handle((_, error) -> String.valueOf(error))
                        .join();
                assertTrue(refused.contains("arguments do not fit the call method=order"), refused);
            }
        }
    }
}
