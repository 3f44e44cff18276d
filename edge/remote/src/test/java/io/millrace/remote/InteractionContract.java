package io.millrace.remote;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.millrace.interaction.InteractionException;
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

    /** Returns the desk as a client sees it. */
    abstract Desk open();

    abstract void close();

    @BeforeEach
    void openDesk() {
        desk = open();
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
                assertThrows(InteractionException.class, () -> desk.quote("NONE")).getMessage());
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
        assertEquals(
                "there is no such symbol symbol=NONE", failed.getCause().getMessage());
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
}
