package io.millrace.remote;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.millrace.interaction.InteractionException;
import io.millrace.interaction.MapKeys;
import io.millrace.interaction.MapRange;
import io.millrace.interaction.MapValue;
import io.millrace.interaction.Subscription;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What all patterns do at every distance: a desk that is called directly, or over any transport, is the same. */
abstract class InteractionContract {

    final TestDesk service = new TestDesk();
    Desk desk;

    final StockServer stocks = new StockServer();
    StockMap map;

    /** Opens the desk and the map as a client sees them. */
    abstract void open();

    abstract void close();

    @BeforeEach
    void openDesk() {
        open();
    }

    @AfterEach
    void closeDesk() {
        close();
    }

    @Test
    void aMethodReturnsItsValue() {
        assertEquals(new Quote("ABC", 10, List.of("here", "there")), desk.quote("ABC"));
    }

    @Test
    void aVoidMethodReturnsWhenItWasCarriedOut() {
        desk.setPrice("NEW", 5);
        assertEquals(5, service.quote("NEW").price());
    }

    @Test
    void aRefusalComesOutWithItsText() {
        assertEquals(
                "there is no such symbol symbol=NONE",
                assertThrows(InteractionException.class, () -> desk.quote("NONE"))
                        .getMessage());
        assertEquals(10, desk.quote("ABC").price(), "the session continues");
    }

    @Test
    void manyCallsAreInFlightAndEachGetsItsOwnAnswer() {
        List<CompletionStage<Quote>> answers = new ArrayList<>();
        for (int i = 0; i < 100; i++) {
            desk.setPrice("S" + i, i);
            answers.add(desk.quoteLater("S" + i));
        }
        answers.add(desk.quoteLater("LAST"));
        for (int i = 0; i < 100; i++) {
            assertEquals(i, answers.get(i).toCompletableFuture().join().price());
        }
    }

    @Test
    void aStageFailsWithTheTextOfTheRefusal() {
        CompletionStage<Quote> answer = desk.quoteLater("NONE");
        desk.quoteLater("LAST").toCompletableFuture().join();
        CompletionException failed = assertThrows(
                CompletionException.class, () -> answer.toCompletableFuture().join());
        assertEquals("there is no such symbol symbol=NONE", failed.getCause().getMessage());
    }

    @Test
    void aCallbackIsCalledOnceWithTheAnswer() throws InterruptedException {
        Recorded answer = new Recorded();
        desk.fill(new Order("ABC", 7), answer);
        assertEquals("filled ABC 7 at 10", answer.next());
        desk.quote("ABC");
        assertTrue(answer.heard.isEmpty());
    }

    @Test
    void aCallbackFailsOnceWithTheReason() throws InterruptedException {
        Recorded answer = new Recorded();
        desk.fill(new Order("ABC", 101), answer);
        assertEquals("failed the order is too large amount=101", answer.next());
        desk.quote("ABC");
        assertTrue(answer.heard.isEmpty());
    }

    @Test
    void anObjectIsCalledWhereItIs() {
        Names names = desk.names("AB");
        assertEquals(2, names.size());
        assertTrue(names.contains("ABD"));
        desk.setPrice("ABE", 1);
        assertEquals(List.of("ABD", "ABE"), names.page(1, 10));
        names.close();
        assertThrows(InteractionException.class, names::size);
        desk.quote("ABC");
        assertEquals(0, service.openNames);
    }

    @Test
    void visitorsReadAndUpdateAnActorAndReturnTheirOwnTypes() {
        assertEquals(0, desk.visit("Ada", AccountReads.BALANCE));
        Quote changed = desk.visit("Ada", new Deposit(7));
        assertEquals(new Quote("Ada", 7, List.of()), changed);
        assertEquals(7, desk.visit("Ada", AccountReads.BALANCE));
        assertEquals(3, desk.visit("Bob", AccountReads.OWNER_LENGTH));
    }

    @Test
    void aSubscriptionGivesTheSnapshotAndThenWhatChanges() throws InterruptedException {
        desk.setPrice("ABC", 20);
        Recorded listener = new Recorded();
        Subscription<String> prices = desk.prices("AB", listener);
        prices.more(100);
        assertEquals("ABC=20", listener.next());
        assertEquals("ABD=11", listener.next());
        assertEquals("live 1", listener.next());
        desk.setPrice("XYZ", 1);
        desk.setPrice("ABD", 2);
        assertEquals("ABD=2", listener.next());
        prices.cancel("enough");
        assertEquals("ended enough", listener.next());
        desk.setPrice("ABD", 3);
        assertTrue(listener.heard.isEmpty());
        assertEquals(0, service.subscriptions());
    }

    @Test
    void nothingComesWithoutCredit() throws InterruptedException {
        Recorded listener = new Recorded();
        Subscription<String> prices = desk.prices("", listener);
        desk.quote("ABC");
        assertTrue(listener.heard.isEmpty());
        prices.more(1);
        assertEquals("ABC=10", listener.next());
        desk.quote("ABC");
        assertTrue(listener.heard.isEmpty());
        desk.setPrice("ABD", 21);
        prices.more(2);
        assertEquals("ABD=21", listener.next());
        assertEquals("XYZ=12", listener.next());
        desk.quote("ABC");
        assertTrue(listener.heard.isEmpty(), () -> "without credit came " + listener.heard);
        prices.cancel("enough");
        assertEquals("ended enough", listener.next());
    }

    @Test
    void theFilterOfASubscriptionChanges() throws InterruptedException {
        Recorded listener = new Recorded();
        Subscription<String> prices = desk.prices("XY", listener);
        prices.more(100);
        assertEquals("XYZ=12", listener.next());
        assertEquals("live 0", listener.next());
        prices.filter("AB");
        assertEquals("ABC=10", listener.next());
        assertEquals("ABD=11", listener.next());
        desk.setPrice("XYZ", 1);
        desk.setPrice("ABC", 2);
        assertEquals("ABC=2", listener.next());
        prices.cancel("enough");
        assertEquals("ended enough", listener.next());
    }

    @Test
    void aServiceEndsASubscriptionOnceWithItsReason() throws InterruptedException {
        Recorded listener = new Recorded();
        Subscription<String> prices = desk.prices("none", listener);
        prices.more(1);
        assertEquals("live 0", listener.next());
        desk.setPrice("ABC", -1);
        assertEquals("ended the desk has closed", listener.next());
        prices.more(1);
        prices.cancel("enough");
        desk.quote("ABC");
        assertTrue(listener.heard.isEmpty(), () -> "after the end came " + listener.heard);
    }

    @Test
    void aHandlerThatTheClientChoosesIsMadeForIt() throws InterruptedException {
        Recorded listener = new Recorded();
        Heart heart = desk.start(new Heartbeat(10), listener);
        assertEquals(3, heart.ping(2));
        assertEquals("beat 20", listener.next());
        Heart other = desk.start(new Heartbeat(100), listener);
        assertEquals(4, other.ping(3));
        assertEquals("beat 300", listener.next());
        heart.close();
        assertEquals("ended the heart was closed", listener.next());
        other.close();
        assertEquals("ended the heart was closed", listener.next());
    }

    private static <T> T done(CompletionStage<T> stage) {
        return stage.toCompletableFuture().join();
    }

    private static String refusal(CompletionStage<?> stage) {
        return assertThrows(CompletionException.class, () -> done(stage))
                .getCause()
                .getMessage();
    }

    @Test
    void aMapIsReadAtTheIndexOfItsLastInput() {
        assertEquals(new MapValue<>("0", null), map.get("nut"));
        assertEquals("1", done(map.put("nut", new Stock(5, "here"))));
        assertEquals("2", done(map.put("bolt", new Stock(7, "there"))));
        assertEquals(new MapValue<>("2", new Stock(5, "here")), map.get("nut"));
        assertEquals(true, done(map.remove("nut")));
        assertEquals(false, done(map.remove("nut")));
        assertEquals(new MapValue<>("4", null), map.get("nut"));
    }

    @Test
    void visitorsOfAMapReadOrChangeOneEntryOrNothing() {
        done(map.put("nut", new Stock(5, "here")));
        assertEquals("here", done(map.visit("nut", new Place())));
        assertEquals(3L, done(map.visit("nut", new Take(2))));
        assertEquals("there is not enough key=nut amount=4", refusal(map.visit("nut", new Take(4))));
        assertEquals(3, map.get("nut").value().amount());
        assertEquals(0L, done(map.visit("nut", new Take(3))));
        assertEquals("nowhere", done(map.visit("nut", new Place())));
        assertEquals("map is full key=4 maxEntries=4", refusal(fill()));
    }

    private CompletionStage<String> fill() {
        for (int i = 0; i < 4; i++) {
            done(map.put(Integer.toString(i), new Stock(i, "")));
        }
        return map.put("4", new Stock(4, ""));
    }

    @Test
    void theKeysOfAMapStayWhereTheyAre() {
        fill();
        MapKeys<String> keys = map.keys();
        assertEquals(4, keys.size());
        assertEquals(List.of("0", "1"), keys.page(null, 2));
        assertEquals(List.of("2", "3"), keys.page("1", 2));
        assertEquals(true, done(keys.remove("2")));
        assertEquals(List.of("3"), keys.page("1", 2));
        assertThrows(InteractionException.class, () -> keys.page("1", 1_001));
        keys.close();
        assertThrows(InteractionException.class, keys::size);
    }

    @Test
    void aMapIsFollowedFromItsSnapshotOnWithTheNewestValueOfEachKey() throws InterruptedException {
        done(map.put("b", new Stock(1, "")));
        done(map.put("d", new Stock(2, "")));
        StockRecorder listener = new StockRecorder();
        Subscription<MapRange<String>> follower = map.follow(new MapRange<>("a", "d"), listener);
        follower.more(2);
        assertEquals("2 b=1", listener.next());
        assertEquals("live 2", listener.next());
        done(map.put("c", new Stock(3, "")));
        assertEquals("3 c=3", listener.next());
        for (int i = 0; i < 50; i++) {
            done(map.put("c", new Stock(i, "")));
            done(map.put("d", new Stock(i, "")));
        }
        done(map.remove("b"));
        done(map.put("x", new Stock(1, "")));
        done(map.remove("x"));
        assertTrue(listener.heard.isEmpty(), "it has no credit");
        follower.more(10);
        assertEquals("106 c=49", listener.next());
        assertEquals("106 b removed", listener.next());
        follower.filter(MapRange.all());
        assertEquals("106 d=49", listener.next());
        follower.cancel("enough");
        assertEquals("ended enough", listener.next());
        assertEquals(0, stocks.followers());
    }
}
