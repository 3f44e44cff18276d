package io.millrace.remote;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.millrace.channel.Channel;
import io.millrace.channel.ChannelCursor;
import io.millrace.channel.ChannelCursor.Entry;
import io.millrace.interaction.ClientOptions;
import io.millrace.interaction.InteractionClient;
import io.millrace.interaction.InteractionException;
import io.millrace.interaction.MapRange;
import io.millrace.interaction.MapValue;
import io.millrace.journal.Durability;
import io.millrace.leaks.ExpectedLog;
import io.millrace.net.HostPort;
import io.millrace.net.LinkOptions;
import io.millrace.topology.RunOptions;
import io.millrace.topology.RunningTopology;
import io.millrace.topology.TopologyException;
import io.millrace.topology.TopologyRunner;
import io.millrace.wire.WireTypes;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A map whose inputs are in a channel of a topology, and that clients call. */
class ServedTopologyTest {

    private static final ClientOptions OPTIONS =
            ClientOptions.defaults().withTypes(WireTypes.none().allow(Take.class, Place.class));

    @TempDir
    private Path data;

    private static InteractionClient tcp(String address) {
        return TcpSession.client(HostPort.parse(address), LinkOptions.defaults(), OPTIONS);
    }

    private static InteractionClient webSocket(RunningTopology running) {
        String authority = URI.create(StockProgram.detail(running, "address")).getAuthority();
        return WebSocketClient.client(URI.create("ws://" + authority + "/interactions"), Optional.empty(), OPTIONS);
    }

    private static <T> T done(CompletionStage<T> stage) {
        return stage.toCompletableFuture().join();
    }

    private List<String> inputs() {
        List<String> inputs = new ArrayList<>();
        try (Channel channel = Channel.readOnly(data.resolve("stock"));
                ChannelCursor cursor = channel.cursor()) {
            for (Entry entry = cursor.next(); entry != Entry.END; entry = cursor.next()) {
                if (entry == Entry.CALL) {
                    inputs.add(cursor.schema().methodName() + " " + cursor.json());
                }
            }
        }
        return inputs;
    }

    @Test
    void whatChangesTheMapIsInItsChannelAndARestartHasTheSameMap() throws InterruptedException {
        MapValue<Stock> before;
        try (RunningTopology running = StockProgram.run(data, Durability.SYNCED)) {
            try (InteractionClient tcp = tcp(StockProgram.detail(running, "tcp"));
                    InteractionClient web = webSocket(running)) {
                StockMap map = tcp.as(StockMap.class);
                StockRecorder listener = new StockRecorder();
                web.as(StockMap.class).follow(MapRange.all(), listener).more(10);
                assertTrue(listener.next().matches("live [0-9a-f]{32}/none"));
                String index = done(map.put("nut", new Stock(5, "here")));
                assertTrue(index.matches("[0-9a-f]{32}/0:[0-9]+"), index);
                assertEquals(index + " nut=5", listener.next());
                assertEquals(2L, done(web.as(StockMap.class).visit("nut", new Take(3))));
                assertTrue(listener.next().endsWith(" nut=2"));
                assertThrows(CompletionException.class, () -> done(map.visit("nut", new Take(3))));
                assertEquals("here", done(map.visit("nut", new Place())));
                assertEquals(false, done(map.keys().remove("bolt")));
                before = map.get("nut");
                assertEquals(2, before.value().amount());
            }
        }
        assertEquals(
                List.of(
                        "put [\"nut\",{\"amount\":5,\"place\":\"here\"}]",
                        "update [\"nut\",{\"@type\":\"Take\",\"amount\":3}]",
                        "update [\"nut\",{\"@type\":\"Take\",\"amount\":3}]",
                        "remove \"bolt\""),
                inputs(),
                "reads are no inputs");
        try (RunningTopology running = StockProgram.run(data, Durability.SYNCED);
                InteractionClient tcp = tcp(StockProgram.detail(running, "tcp"))) {
            assertEquals(before, tcp.as(StockMap.class).get("nut"));
        }
    }

    @Test
    void aKilledProcessForgetsNothingThatItHasAnswered() throws IOException, InterruptedException {
        long answered = 0;
        for (int kill = 0; kill < 3; kill++) {
            Process process = StockProgram.start(data);
            try (InteractionClient client = tcp(StockProgram.address(process))) {
                StockMap map = client.as(StockMap.class);
                MapValue<Stock> found = map.get("nut");
                long amount = found.value() == null ? 0 : found.value().amount();
                assertTrue(amount >= answered, "answered=" + answered + " found=" + amount);
                for (long i = 0; i < 200; i++) {
                    answered = amount + i + 1;
                    done(map.put("nut", new Stock(answered, "")));
                }
                map.put("nut", new Stock(answered + 1, ""));
                process.destroyForcibly().waitFor();
                RemoteContract.await(() -> !client.endReason().isEmpty());
            } finally {
                process.destroyForcibly().waitFor();
            }
        }
    }

    @Test
    void aChangeWithANumberIsMadeOnceAcrossKills() throws IOException, InterruptedException {
        String name = "";
        long change = 0;
        long taken = 0;
        List<String> ends = new ArrayList<>();
        for (int kill = 0; kill < 4; kill++) {
            Process process = StockProgram.start(data);
            try (InteractionClient client = named(StockProgram.address(process), name)) {
                name = client.name();
                if (kill == 0) {
                    done(client.asChange(StockMap.class, ++change).put("nut", new Stock(10_000, "")));
                } else {
                    long answer = 10_000 - taken;
                    ends.add(repeated(client, change)); // the last of the process that was killed
                    assertEquals(Long.toString(answer + 1), repeated(client, change - 1));
                }
                assertEquals(
                        10_000 - taken,
                        client.as(StockMap.class).get("nut").value().amount());
                for (int i = 0; i < 20; i++) {
                    assertEquals(10_000 - ++taken, take(client, ++change));
                    assertEquals(Long.toString(10_000 - taken), repeated(client, change));
                }
                take(client, ++change, kill, process);
                taken++;
                process.destroyForcibly().waitFor();
                RemoteContract.await(() -> !client.endReason().isEmpty());
            } finally {
                process.destroyForcibly().waitFor();
            }
        }
        assertEquals(
                List.of("9979", "9958", "9937"), ends, "two had arrived, and the third was made when it was repeated");
    }

    /** Sends the last change before the process is killed: it arrives, or for the last process it does not. */
    private static void take(InteractionClient client, long change, int kill, Process process)
            throws InterruptedException {
        if (kill == 2) {
            process.destroyForcibly().waitFor();
            RemoteContract.await(() -> !client.endReason().isEmpty());
            assertThrows(InteractionException.class, () -> take(client, change));
        } else {
            take(client, change);
        }
    }

    private static long take(InteractionClient client, long change) {
        return done(client.asChange(StockMap.class, change).visit("nut", new Take(1)));
    }

    private static String repeated(InteractionClient client, long change) {
        try {
            return Long.toString(take(client, change));
        } catch (CompletionException e) {
            return e.getCause().getMessage();
        }
    }

    private static InteractionClient named(String address, String name) {
        return TcpSession.client(HostPort.parse(address), LinkOptions.defaults(), OPTIONS.withName(name));
    }

    @Test
    void aChangeOfASyncedChannelIsKnownAfterARestart() {
        String name;
        try (RunningTopology running = StockProgram.run(data, Durability.SYNCED);
                InteractionClient client = named(StockProgram.detail(running, "tcp"), "")) {
            name = client.name();
            done(client.asChange(StockMap.class, 5).put("nut", new Stock(9, "")));
            assertThrows(
                    CompletionException.class,
                    () -> done(client.asChange(StockMap.class, 7).visit("nut", new Take(10))));
            assertThrows(
                    InteractionException.class,
                    () -> client.asChange(StockMap.class, 8).keys());
        }
        try (RunningTopology running = StockProgram.run(data, Durability.SYNCED);
                InteractionClient client = named(StockProgram.detail(running, "tcp"), name)) {
            assertEquals(name, client.name());
            assertTrue(repeated(client, 4).startsWith("it is not known whether"), repeated(client, 4));
            assertTrue(repeated(client, 6).startsWith("the change was not carried out"), repeated(client, 6));
            assertEquals("there is not enough key=nut amount=10", repeated(client, 7));
            assertEquals("8", repeated(client, 8));
            assertEquals("8", repeated(client, 8));
            try (InteractionClient stranger = named(StockProgram.detail(running, "tcp"), "x")) {
                String message =
                        assertThrows(InteractionException.class, stranger::name).getMessage();
                assertTrue(message.contains("the name of the client is not known"), message);
            }
        }
    }

    @Test
    void aServedComponentNeedsASharedJournal() {
        InteractionsSpec wrong = InteractionsSpec.at(0, 0).withServed("stocks", StockService.class);
        String message = assertThrows(
                        TopologyException.class,
                        () -> StockProgram.topology(Durability.MAPPED)
                                .section(wrong)
                                .build())
                .getMessage();
        assertTrue(message.contains("stocks"), message);
    }

    @Test
    @ExpectedLog("served component is a public class")
    void aClassThatServesNothingIsRefused() {
        InteractionsSpec wrong = InteractionsSpec.at(0, 0).withServed("stock", String.class);
        try (RunningTopology running = TopologyRunner.open(
                StockProgram.topology(Durability.MAPPED).section(wrong).build(), RunOptions.in(data))) {
            String message =
                    assertThrows(RuntimeException.class, running::start).getMessage();
            assertTrue(message.contains("ServedComponent"), message);
        }
    }
}
