package io.millrace.remote;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.millrace.interaction.ClientCounts;
import io.millrace.interaction.ClientOptions;
import io.millrace.interaction.InteractionClient;
import io.millrace.interaction.InteractionException;
import io.millrace.interaction.InteractionLimits;
import io.millrace.interaction.InteractionServer;
import io.millrace.interaction.Routing;
import io.millrace.wire.WireTypes;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;

/** What sessions do over every transport, beside what all patterns do. */
abstract class RemoteContract extends InteractionContract {

    static final WireTypes TYPES =
            WireTypes.none().allow(AccountReads.class, Deposit.class, Heartbeat.class, Take.class, Place.class);

    final Queue<Throwable> errors = new ConcurrentLinkedQueue<>();
    InteractionServer server;
    InteractionClient client;

    /** Starts what accepts the clients of a server. */
    abstract void listen(InteractionServer toServe);

    /** Connects a client. */
    abstract InteractionClient connect(ClientOptions options);

    /** Ends what accepts clients, and the connections of those that are left. */
    abstract void stop();

    InteractionLimits limits() {
        return InteractionLimits.defaults()
                .withMaxProxies(8)
                .withMaxSubscriptions(4)
                .withMaxHandlers(2)
                .withMaxPending(200);
    }

    ClientOptions options() {
        return ClientOptions.defaults().withTypes(TYPES).withErrorHandler(errors::add);
    }

    @Override
    void open() {
        server = InteractionServer.builder()
                .serve(Desk.class, service)
                .serve(StockMap.class, stocks)
                .serveBy(Where.class, RemoteContract::at)
                .types(TYPES)
                .limits(limits())
                .errorHandler(errors::add)
                .build();
        listen(server);
        client = connect(options());
        desk = client.as(Desk.class);
        map = client.as(StockMap.class);
    }

    @Test
    void theEndOfTheServerEndsWhateverWaitsOnceWithTheReason() throws InterruptedException {
        CompletableFuture<Quote> answer = desk.quoteLater("ABC").toCompletableFuture();
        Recorded callback = new Recorded();
        desk.fill(new Order("NEVER", 1), callback);
        Recorded listener = new Recorded();
        desk.prices("ABC", listener).more(10);
        assertEquals("ABC=10", listener.next());
        assertEquals("live 0", listener.next());
        server.close();
        String reason =
                assertThrows(CompletionException.class, answer::join).getCause().getMessage();
        assertTrue(reason.startsWith("the session has ended reason="), reason);
        assertTrue(callback.next().startsWith("failed the session has ended reason="));
        assertTrue(listener.next().startsWith("ended "));
        assertThrows(InteractionException.class, () -> desk.quote("ABC"));
        assertThrows(InteractionException.class, () -> desk.quoteLater("ABC"));
        await(() -> service.subscriptions() == 0);
        assertTrue(callback.heard.isEmpty());
        assertTrue(listener.heard.isEmpty());
        assertEquals(new ClientCounts(0, 0, 0), client.counts());
    }

    @Test
    void theEndOfAClientEndsWhatTheServerKeptForIt() throws InterruptedException {
        InteractionClient otherClient = connect(options());
        Desk other = otherClient.as(Desk.class);
        Recorded listener = new Recorded();
        desk.prices("ABC", listener).more(10);
        assertEquals("ABC=10", listener.next());
        assertEquals("live 0", listener.next());
        assertEquals(3, desk.names("").size());
        client.close();
        assertEquals("ended this client has closed the session", listener.next());
        await(() -> service.subscriptions() == 0 && service.openNames == 0);
        assertEquals(10, other.quote("ABC").price(), "the other client is served");
        otherClient.close();
    }

    @Test
    void aCallWhoseTimeIsOverFailsAndItsLateAnswerIsDropped() {
        InteractionClient impatient = connect(options().withCallTimeout(Duration.ofMillis(50)));
        CompletableFuture<Quote> answer =
                impatient.as(Desk.class).quoteLater("ABC").toCompletableFuture();
        String reason =
                assertThrows(CompletionException.class, answer::join).getCause().getMessage();
        assertTrue(reason.startsWith("no answer came in time"), reason);
        desk.quoteLater("LAST").toCompletableFuture().join(); // the desk answers all now
        await(() -> impatient.counts().lateAnswers() == 1);
        assertEquals(0, impatient.counts().pending());
        impatient.close();
    }

    @Test
    void aThreadWaitsNoLongerThanItsTime() {
        InteractionClient impatient = connect(options().withCallTimeout(Duration.ofMillis(50)));
        Desk slow = impatient.as(Desk.class);
        String reason = assertThrows(InteractionException.class, () -> slow.quote("SLOW"))
                .getMessage();
        assertTrue(reason.startsWith("no answer came in time"), reason);
        service.slow.countDown();
        await(() -> impatient.counts().lateAnswers() == 1);
        impatient.close();
    }

    @Test
    void whatAClientMakesTheServerKeepIsBounded() {
        List<Names> names = new ArrayList<>();
        for (int i = 0; i < limits().maxProxies(); i++) {
            names.add(desk.names(""));
        }
        assertRefused("this client has too many open objects max=8", () -> desk.names(""));
        assertEquals(limits().maxProxies(), service.openNames, "the one that was refused is closed");
        names.getFirst().close();
        assertEquals(3, desk.names("").size());

        for (int i = 0; i < limits().maxSubscriptions(); i++) {
            desk.prices("", new Recorded());
        }
        assertRefused("this client has too many open subscriptions max=4", () -> desk.prices("", new Recorded()));
        for (int i = 0; i < limits().maxHandlers(); i++) {
            desk.start(new Heartbeat(i), new Recorded());
        }
        assertRefused(
                "this client has too many open handlers max=2", () -> desk.start(new Heartbeat(1), new Recorded()));
    }

    @Test
    void theCallsThatWaitAreBounded() {
        List<CompletionStage<Quote>> answers = new ArrayList<>();
        for (int i = 0; i < limits().maxPending(); i++) {
            answers.add(desk.quoteLater("ABC"));
        }
        CompletableFuture<Quote> refused = desk.quoteLater("ABC").toCompletableFuture();
        String reason = assertThrows(CompletionException.class, refused::join)
                .getCause()
                .getMessage();
        assertTrue(reason.startsWith("too many calls of this client wait"), reason);
        service.later.forEach(Runnable::run);
        answers.forEach(answer -> answer.toCompletableFuture().join());
        assertEquals(10, desk.quote("ABC").price());
    }

    @Test
    void aFunctionThatIsNotListedIsRefused() {
        InteractionClient robber = connect(options().withTypes(TYPES.allow(Robbery.class)));
        Desk victim = robber.as(Desk.class);
        String reason = assertThrows(InteractionException.class, () -> victim.visit("Ada", new Robbery(1)))
                .getMessage();
        assertTrue(reason.contains("Robbery"), reason);
        assertEquals(0, victim.visit("Ada", AccountReads.BALANCE));
        assertThrows(InteractionException.class, () -> desk.visit("Ada", new Robbery(1)), "this client has none");
        robber.close();
    }

    @Test
    void anInterfaceThatIsNotServedIsRefusedWithThoseThatAre() {
        String reason = assertThrows(
                        InteractionException.class,
                        () -> client.as(Unserved.class).number())
                .getMessage();
        assertEquals(
                "there is no such interface interface=" + unservedName() + " known=[Desk, StockMap, Where]", reason);
        assertEquals(10, desk.quote("ABC").price());
    }

    String unservedName() {
        return Unserved.class.getName();
    }

    @Test
    void anUnexpectedErrorOfAServiceIsAnsweredAndReported() {
        assertRefused("the desk is broken", () -> desk.quote("BROKEN"));
        assertEquals("the desk is broken", errors.remove().getCause().getMessage());
    }

    @Test
    void aServiceThatCallsACallbackTwiceIsToldAndItsClientHearsOne() throws InterruptedException {
        Recorded answer = new Recorded();
        desk.fill(new Order("TWICE", 1), answer);
        assertEquals("filled TWICE 1 at 1", answer.next());
        desk.quote("ABC");
        assertTrue(answer.heard.isEmpty());
        assertEquals(1, server.counts().failed());
        assertEquals(0, client.counts().lateAnswers());
    }

    @Test
    void aCallThatWaitsIsRefusedInAListener() throws InterruptedException {
        BlockingQueue<String> heard = new LinkedBlockingQueue<>();
        desk.fill(new Order("ABC", 1), (order, price) -> {
            try {
                desk.quote("ABC");
            } catch (InteractionException e) {
                heard.add(e.getMessage());
            }
        });
        assertTrue(heard.take().startsWith("a call that waits was made in a listener"));
        assertEquals(10, desk.quote("ABC").price());
    }

    @Test
    void aRequestCarriesItsPathAndTransaction() {
        Where where = client.as(Where.class, Routing.to("/desk/3").withTransaction("t-17"));
        assertEquals("at /desk/3", where.whereTo());
        assertEquals("5 /a b", where.routed(5, new Routing("/a", "b")));
        assertRefused(
                "there is nothing at this path path=/none",
                () -> client.as(Where.class, Routing.to("/none")).whereTo());
    }

    private static Where at(Routing routing) {
        if (routing.path().equals("/none")) {
            throw new InteractionException("there is nothing at this path path=" + routing.path());
        }
        return new Where() {
            @Override
            public String whereTo() {
                return "at " + routing.path();
            }

            @Override
            public String routed(int number, Routing given) {
                return number + " " + given.path() + " " + given.transaction();
            }
        };
    }

    private static void assertRefused(String reason, Executable call) {
        assertEquals(reason, assertThrows(InteractionException.class, call).getMessage());
    }

    /** Waits until a condition holds that another thread brings about; the time limit of the test ends it. */
    static void await(BooleanSupplier holds) {
        while (!holds.getAsBoolean()) {
            Thread.onSpinWait();
        }
    }

    @Override
    void close() {
        service.slow.countDown();
        client.close();
        server.close();
        stop();
    }
}
