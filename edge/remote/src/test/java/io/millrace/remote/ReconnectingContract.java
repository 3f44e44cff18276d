package io.millrace.remote;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.millrace.interaction.ClientOptions;
import io.millrace.interaction.ConnectionState;
import io.millrace.interaction.InteractionException;
import io.millrace.interaction.InteractionLimits;
import io.millrace.interaction.InteractionServer;
import io.millrace.interaction.MapRange;
import io.millrace.interaction.QueueSession;
import io.millrace.interaction.ReconnectOptions;
import io.millrace.interaction.ReconnectingClient;
import io.millrace.interaction.SessionEndedException;
import io.millrace.interaction.Subscription;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.junit.jupiter.api.Test;

/** What a client that connects again does over every transport, beside what all patterns do. */
abstract class ReconnectingContract extends InteractionContract {

    private static final int MAX_PENDING = 20;

    private final Queue<ConnectionState> states = new ConcurrentLinkedQueue<>();
    final CuttingProxy proxy = proxy();
    private InteractionServer server;
    private ReconnectingClient client;
    private int port;

    /** A client without the proxy. */
    private QueueSession near;

    private StockMap nearMap;

    private static CuttingProxy proxy() {
        try {
            return new CuttingProxy(0);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Starts what accepts the clients of a server, and returns its port. */
    abstract int listen(InteractionServer toServe);

    /** Connects a client by the proxy. */
    abstract ReconnectingClient connect(ClientOptions options, ReconnectOptions reconnect);

    /** Ends what accepts clients. */
    abstract void stop();

    private ClientOptions options() {
        return ClientOptions.defaults()
                .withTypes(RemoteContract.TYPES)
                .withLimits(InteractionLimits.defaults().withMaxPending(200))
                .withNewName();
    }

    private ReconnectOptions reconnect() {
        return ReconnectOptions.defaults()
                .withPauses(Duration.ofMillis(1), Duration.ofMillis(50))
                .withListener((state, _) -> states.add(state));
    }

    @Override
    void open() {
        server = InteractionServer.builder()
                .serve(Desk.class, service)
                .serve(StockMap.class, stocks)
                .types(RemoteContract.TYPES)
                .build();
        port = listen(server);
        proxy.to(port);
        near = QueueSession.open(server, options());
        nearMap = near.client().as(StockMap.class);
        client = connect(options(), reconnect());
        RemoteContract.await(client::isConnected);
        desk = client.as(Desk.class);
        map = client.as(StockMap.class);
    }

    private void lose() {
        proxy.to(0);
        proxy.cut();
        RemoteContract.await(() -> !client.isConnected());
    }

    private void find() {
        proxy.to(port);
    }

    @Test
    void changesWithoutAnAnswerAreSentAgainInOrderAndMadeOnce() {
        StockMap changes = client.asChanges(StockMap.class);
        done(changes.put("nut", new Stock(100, "")));
        CompletableFuture<String> lost = changes.put("bolt", new Stock(1, "")).toCompletableFuture();
        lose(); // perhaps before it has arrived, perhaps after it was made
        CompletableFuture<Long> first = changes.visit("nut", new Take(1)).toCompletableFuture();
        CompletableFuture<Long> second = changes.visit("nut", new Take(2)).toCompletableFuture();
        assertTrue(client.waiting() >= 2);
        String reason = assertThrows(
                        InteractionException.class,
                        () -> client.asChange(StockMap.class, 3).remove("nut"))
                .getMessage();
        assertEquals("the change waits for its answer change=3", reason);
        find();
        lost.join();
        assertEquals(99, first.join());
        assertEquals(97, second.join());
        assertEquals("4", map.get("nut").index());
        assertEquals(0, client.waiting());
        assertEquals(97L, done(client.asChange(StockMap.class, 4).visit("nut", new Take(2))), "it has its answer");
        assertEquals("4", map.get("nut").index());
    }

    private static <T> T done(CompletionStage<T> stage) {
        return stage.toCompletableFuture().join();
    }

    @Test
    void anyOtherCallEndsWithTheReasonAndIsRefusedWithoutAConnection() throws InterruptedException {
        CompletableFuture<Quote> later = desk.quoteLater("ABC").toCompletableFuture();
        Recorded callback = new Recorded();
        desk.fill(new Order("NEVER", 1), callback);
        Names names = desk.names("");
        lose();
        Throwable reason = assertThrows(CompletionException.class, later::join).getCause();
        assertTrue(reason instanceof SessionEndedException, reason.toString());
        assertTrue(callback.next().startsWith("failed the session has ended reason="));
        assertThrows(SessionEndedException.class, names::size);
        String refused = assertThrows(SessionEndedException.class, () -> desk.quote("ABC"))
                .getMessage();
        assertTrue(refused.startsWith("there is no connection, and the call was not sent method="), refused);
        find();
        RemoteContract.await(client::isConnected);
        assertEquals(10, desk.quote("ABC").price());
        assertThrows(SessionEndedException.class, names::size, "objects are of one session");
        RemoteContract.await(() -> states.size() == 3);
        assertEquals("[CONNECTED, DISCONNECTED, CONNECTED]", states.toString());
    }

    @Test
    void aCallThatMayBeMadeTwiceIsAskedAgain() throws InterruptedException {
        done(client.asChanges(StockMap.class).put("nut", new Stock(5, "here")));
        lose();
        CompletableFuture<Long> amount = new CompletableFuture<>();
        Thread asking = Thread.ofPlatform()
                .start(() -> amount.complete(map.get("nut").value().amount()));
        CompletableFuture<String> visited = map.visit("nut", new Place()).toCompletableFuture();
        assertThrows(SessionEndedException.class, () -> map.visit("nut", new Take(1)), "this one changes the map");
        RemoteContract.await(() -> client.waiting() == 2);
        find();
        assertEquals(5, amount.join());
        assertEquals("here", visited.join());
        asking.join();
    }

    @Test
    void aSubscriptionContinuesAfterTheLastEventSeen() throws InterruptedException {
        done(map.put("a", new Stock(1, "")));
        done(map.put("b", new Stock(2, "")));
        StockRecorder listener = new StockRecorder();
        Subscription<MapRange<String>> follower = map.follow(MapRange.all(), listener);
        follower.more(100);
        assertEquals("2 a=1", listener.next());
        assertEquals("2 b=2", listener.next());
        assertEquals("live 2", listener.next());
        lose();
        done(nearMap.put("c", new Stock(3, "")));
        done(nearMap.put("d", new Stock(4, "")));
        done(nearMap.remove("a"));
        done(nearMap.remove("d"));
        find();
        assertEquals("6 c=3", listener.next());
        assertEquals("6 a removed", listener.next());
        done(nearMap.put("b", new Stock(5, "")));
        assertEquals("7 b=5", listener.next());
        lose();
        follower.cancel("enough");
        assertEquals("ended enough", listener.next());
        find();
        RemoteContract.await(client::isConnected);
        map.get("b");
        assertTrue(listener.heard.isEmpty(), () -> "after the end came " + listener.heard);
        assertEquals(0, stocks.followers());
    }

    @Test
    void aSlowSubscriberSeesEachEventOnceAcrossConnections() throws InterruptedException {
        for (String key : new String[] {"a", "b", "c"}) {
            done(map.put(key, new Stock(1, "")));
        }
        StockRecorder listener = new StockRecorder();
        Subscription<MapRange<String>> follower = map.follow(MapRange.all(), listener);
        follower.more(1);
        assertEquals("3 a=1", listener.next());
        done(map.put("b", new Stock(7, ""))); // sent before c, which has waited since an earlier change
        follower.more(1);
        assertEquals("4 b=7", listener.next());
        lose();
        follower.more(1);
        find();
        assertEquals("4 c=1", listener.next());
        follower.more(1);
        assertEquals("live 4", listener.next());
        done(nearMap.put("a", new Stock(9, "")));
        assertEquals("5 a=9", listener.next());
    }

    @Test
    void aSubscriberIsToldThatANewSnapshotComes() throws InterruptedException {
        Recorded prices = new Recorded();
        desk.prices("AB", prices).more(100);
        assertEquals("ABC=10", prices.next());
        assertEquals("ABD=11", prices.next());
        assertEquals("live 0", prices.next());
        done(map.put("a", new Stock(1, "")));
        StockRecorder stock = new StockRecorder();
        Subscription<MapRange<String>> follower = map.follow(new MapRange<>("x", null), stock);
        follower.more(100);
        assertEquals("live 1", stock.next());
        follower.filter(MapRange.all());
        assertEquals("1 a=1", stock.next());
        lose();
        near.client().as(Desk.class).setPrice("ABC", 12);
        find();
        assertEquals("restarted its events have no point at which to continue", prices.next());
        assertEquals("ABC=12", prices.next());
        assertEquals("ABD=11", prices.next());
        assertEquals("live 1", prices.next());
        assertEquals("restarted its filter was changed", stock.next());
        assertEquals("1 a=1", stock.next());
    }

    @Test
    void whatWaitsForAConnectionIsBoundedAndEndsWithTheAttempts() throws InterruptedException {
        ReconnectingClient bounded = connect(
                options().withLimits(InteractionLimits.defaults().withMaxPending(MAX_PENDING)),
                reconnect().withMaxAttempts(3).withPauses(Duration.ofMillis(100), Duration.ofMillis(100)));
        assertTrue(bounded.name().matches("(client/)?[0-9a-f-]{36}"));
        StockMap changes = bounded.asChanges(StockMap.class);
        Recorded prices = new Recorded();
        bounded.as(Desk.class).prices("ABC", prices).more(1);
        assertEquals("ABC=10", prices.next());
        proxy.to(0);
        proxy.cut();
        RemoteContract.await(() -> !bounded.isConnected());
        CompletableFuture<String> last = null;
        for (int i = 0; i < MAX_PENDING; i++) {
            last = changes.put("nut", new Stock(i, "")).toCompletableFuture();
        }
        assertEquals(
                "too many calls wait for a connection or their answers max=" + MAX_PENDING,
                assertThrows(InteractionException.class, () -> changes.remove("nut"))
                        .getMessage());
        String reason =
                assertThrows(CompletionException.class, last::join).getCause().getMessage();
        assertTrue(reason.contains("attempts to connect have failed attempts=3"), reason);
        assertTrue(prices.next().contains("attempts to connect have failed attempts=3"));
        assertTrue(bounded.endReason().startsWith("attempts to connect have failed"), bounded.endReason());
        assertThrows(SessionEndedException.class, () -> changes.remove("nut"));
        RemoteContract.await(() -> states.contains(ConnectionState.GAVE_UP));
        bounded.close();
        assertTrue(prices.heard.isEmpty());
    }

    @Test
    void aNameThatChangedNothingIsReplacedAndOneThatDidIsNot() {
        String name = client.name();
        lose();
        near.close();
        client.close();
        server.close();
        stop();
        open();
        ReconnectingClient known = connect(options().withName(name), reconnect());
        RemoteContract.await(() -> !known.endReason().isEmpty());
        assertTrue(known.endReason().contains("the name of the client is not known"), known.endReason());
        known.close();
    }

    @Override
    void close() {
        client.close();
        near.close();
        server.close();
        proxy.close();
        stop();
    }
}
