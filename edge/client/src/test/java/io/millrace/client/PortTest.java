package io.millrace.client;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.millrace.leaks.ExpectedLog;
import io.millrace.topology.RunEnd;
import io.millrace.topology.RunningTopology;
import io.millrace.wire.Query;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Calls that a component answers, and queries, over both transports. */
@Tag("process")
class PortTest {

    private static final Duration LONG = Duration.ofSeconds(60);

    @TempDir
    private Path data;

    private final List<String> errors = Collections.synchronizedList(new ArrayList<>());

    /** The component as a client calls it; answers that come later are stages. */
    interface StockPort {
        void delivered(String item, int amount);

        int take(String item, int amount);

        CompletionStage<Receipt> order(String item, int amount);

        @Query
        int left(String item);
    }

    /** A later version, with parameters in another order, one that the component does not know, and wider numbers. */
    interface LaterPort {
        long take(long amount, String item, String remark);

        @Query
        long left(String item);
    }

    /** The same, whose numbers are awaited: as they are written, wider, and as objects. */
    interface AwaitedPort {
        CompletionStage<Integer> take(String item, int amount);

        @Query
        CompletionStage<Long> left(String item);
    }

    /** The same, whose numbers are objects. */
    interface BoxedPort {
        Integer take(String item, int amount);

        @Query
        Integer left(String item);
    }

    private ClientOptions options(String address) {
        return ClientOptions.at(address)
                .withPauses(Duration.ofMillis(5), Duration.ofMillis(50))
                .withAnswerWithin(LONG)
                .withListeners(_ -> {}, errors::add);
    }

    private static String address(RunningTopology running, String kind) {
        return kind.equals("tcp")
                ? "tcp://" + EchoTopology.detail(running, "tcpAddress")
                : EchoTopology.detail(running, "address");
    }

    private static String reason(Runnable call) {
        return assertThrows(ClientException.class, call::run).getMessage();
    }

    @ExpectedLog("the shelf is broken")
    @ParameterizedTest
    @ValueSource(strings = {"ws", "tcp"})
    void aComponentIsCalledAsAnObject(String kind) {
        try (RunningTopology running = StockTopology.start(data, 0, 0);
                MillraceClient client = MillraceClient.connect(options(address(running, kind)))) {
            StockPort stock = client.port("stock", StockPort.class);
            stock.delivered("tea", 5);
            assertEquals(5, stock.left("tea"), "a query sees what its client has appended");
            assertEquals(3, stock.take("tea", 2));
            assertEquals("there is not enough item=tea left=3", reason(() -> stock.take("tea", 4)));
            String failed = reason(() -> stock.take("broken", 1));
            assertTrue(failed.contains("the shelf is broken"), failed);
            assertEquals(3, stock.left("tea"));
            CompletableFuture<Receipt> ordered = stock.order("tea", 10).toCompletableFuture();
            assertEquals(3, stock.left("tea"));
            assertFalse(ordered.isDone());
            stock.delivered("tea", 8);
            assertEquals(new Receipt("tea", 10), ordered.join());
            assertEquals(1, stock.left("tea"));
            assertEquals(RunEnd.RUNNING, running.end());
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"ws", "tcp"})
    void versionsMayDiffer(String kind) {
        try (RunningTopology running = StockTopology.start(data, 0, 0);
                MillraceClient client = MillraceClient.connect(options(address(running, kind)))) {
            LaterPort stock = client.port("stock", LaterPort.class);
            client.port("stock", StockPort.class).delivered("tea", 5);
            assertEquals(3L, stock.take(2, "tea", "for guests"));
            assertEquals(3L, stock.left("tea"));
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"ws", "tcp"})
    void numbersAreAwaitedAndAreObjects(String kind) {
        try (RunningTopology running = StockTopology.start(data, 0, 0);
                MillraceClient client = MillraceClient.connect(options(address(running, kind)))) {
            AwaitedPort awaited = client.port("stock", AwaitedPort.class);
            BoxedPort boxed = client.port("stock", BoxedPort.class);
            client.port("stock", StockPort.class).delivered("tea", 9);
            for (int left = 8; left > 4; left -= 2) { // the second time as the first one was read
                assertEquals(left, awaited.take("tea", 1).toCompletableFuture().join());
                assertEquals(
                        (long) left, awaited.left("tea").toCompletableFuture().join());
                assertEquals(left - 1, boxed.take("tea", 1));
                assertEquals(left - 1, boxed.left("tea"));
            }
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"ws", "tcp"})
    void whatCannotBeAskedIsRefusedAtItsCallerAlone(String kind) {
        try (RunningTopology running = StockTopology.start(data, 0, 0);
                MillraceClient client = MillraceClient.connect(options(address(running, kind)))) {
            for (String[] wrong : new String[][] {
                {"stock", "left", "this is a query; ask it method=left"},
                {"stock", "delivered", "the call returns nothing; append it method=delivered"},
                {"stock", "took", "channel has no such call channel=stock method=took"},
                {"events", "take", "clients may not append to this channel channel=events"}
            }) {
                CompletableFuture<String> call = client.call(wrong[0], wrong[1], "{\"item\":\"tea\",\"amount\":1}");
                String text =
                        assertThrows(CompletionException.class, call::join).getMessage();
                assertTrue(text.contains(wrong[2]), text);
            }
            String query = assertThrows(
                            CompletionException.class,
                            () -> client.query("stock", "take", "{\"item\":\"tea\"}")
                                    .join())
                    .getMessage();
            assertTrue(query.contains("channel has no such query channel=stock method=take known=[left, slow]"), query);
            assertEquals(
                    "{\"result\":0}",
                    client.query("stock", "left", "{\"item\":\"tea\"}").join());
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"ws", "tcp"})
    void callsThatNobodyWaitsForLeaveSpaceForOthers(String kind) {
        try (RunningTopology running = StockTopology.start(data, 0, 0);
                MillraceClient client = MillraceClient.connect(
                        options(address(running, kind)).withAnswerWithin(Duration.ofMillis(20)))) {
            interface Impatient {
                Receipt order(String item, int amount);
            }
            Impatient impatient = client.port("stock", Impatient.class);
            for (int i = 0; i < 60; i++) {
                assertTrue(reason(() -> impatient.order("coffee", 1)).startsWith("no answer came in time"));
            }
            List<CompletableFuture<String>> given = new ArrayList<>();
            for (int i = 0; i < 2_000; i++) {
                CompletableFuture<String> order = client.call("stock", "order", "{\"item\":\"coffee\",\"amount\":1}");
                given.add(order);
                order.cancel(false);
            }
            given.forEach(order -> assertTrue(order.isCancelled()));
            var _ = client.append("stock", "delivered", "{\"item\":\"tea\",\"amount\":1}");
            assertEquals(
                    "{\"result\":0}",
                    client.call("stock", "take", "{\"item\":\"tea\",\"amount\":1}")
                            .join());
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"ws", "tcp"})
    void eachCallIsCarriedOutOnceAndAnsweredOverKills(String kind) throws Exception {
        EchoProcess process = EchoProcess.start(StockTopology.class, data, 0, 0);
        List<CompletableFuture<String>> calls = new ArrayList<>();
        int amount = 600;
        try (MillraceClient client = MillraceClient.connect(options(process.address(kind)))) {
            StockPort stock = client.port("stock", StockPort.class);
            CompletableFuture<Receipt> later = stock.order("later", 3).toCompletableFuture();
            stock.delivered("tea", amount);
            for (int kill = 0; kill < 2; kill++) {
                for (int i = 0; i < amount / 2; i++) {
                    calls.add(client.call("stock", "take", "{\"item\":\"tea\",\"amount\":1}"));
                }
                int some = kill * amount / 2 + amount / 6;
                calls.get(some).join();
                process.kill();
                process.close();
                process = process.again(data);
            }
            for (int i = 0; i < amount; i++) {
                assertEquals(
                        "{\"result\":" + (amount - 1 - i) + "}", calls.get(i).join());
            }
            stock.delivered("later", 4);
            assertEquals(new Receipt("later", 3), later.join());
            assertEquals(1, stock.left("later"));
            assertEquals(0, stock.left("tea"));
        } finally {
            process.close();
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"ws", "tcp"})
    void theProgramOfThePageRuns(String kind) {
        List<String> said = Collections.synchronizedList(new ArrayList<>());
        try (RunningTopology running = StockTopology.start(data, 0, 0)) {
            StockShop.shop(address(running, kind), said::add);
        }
        said.removeIf(line -> line.startsWith("event: "));
        assertEquals(List.of("left after taking: 3", "refused: there is not enough item=tea left=3", "left: 3"), said);
    }

    @ParameterizedTest
    @ValueSource(strings = {"ws", "tcp"})
    void aQuerySeesWhatAnotherClientHasDoneBeforeAPosition(String kind) {
        try (RunningTopology running = StockTopology.start(data, 0, 0);
                MillraceClient one = MillraceClient.connect(options(address(running, kind)));
                MillraceClient other = MillraceClient.connect(options(address(running, kind)))) {
            for (int i = 1; i <= 50; i++) {
                String position = one.appendUntilTaken("stock", "delivered", "{\"item\":\"tea\",\"amount\":1}")
                        .toCompletableFuture()
                        .join();
                assertEquals(
                        "{\"result\":" + i + "}",
                        other.query("stock", "left", "{\"item\":\"tea\"}", position)
                                .join());
            }
            String error = assertThrows(
                            CompletionException.class,
                            () -> other.query("stock", "left", "{\"item\":\"tea\"}", "elsewhere/1:0")
                                    .join())
                    .getMessage();
            assertTrue(error.contains("after is no position of the channels of the component"), error);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"ws", "tcp"})
    void whatIsRefusedIsNotTaken(String kind) {
        try (RunningTopology running = StockTopology.start(data, 0, 0);
                MillraceClient client = MillraceClient.connect(options(address(running, kind)))) {
            for (String method : List.of("nothing", "delivered")) {
                var taken = client.appendUntilTaken("stock", method, "{\"amount\":\"many\"}")
                        .toCompletableFuture();
                String error =
                        assertThrows(CompletionException.class, taken::join).getMessage();
                assertTrue(error.contains("the call was refused"), error);
            }
        }
    }

    @Test
    void anInterfaceThatCannotBeCalledIsRefusedAtOnce() {
        try (MillraceClient client = MillraceClient.connect(options("tcp://127.0.0.1:1"))) {
            assertTrue(
                    reason(() -> client.port("stock", Stock.class)).startsWith("a client gets the answer, as a value"));
            assertTrue(reason(() -> client.port("stock", String.class)).startsWith("a component is called through an"));
        }
    }
}
