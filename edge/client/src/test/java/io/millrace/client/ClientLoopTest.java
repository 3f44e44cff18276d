package io.millrace.client;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.millrace.concurrent.Uninterruptibly;
import io.millrace.fixtures.Await;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;

/** What fails while a client connects or is connected ends that attempt, and never the client. */
class ClientLoopTest {

    private static final Duration GIVE_UP = Duration.ofMillis(50);

    /** A connection of a server that does not greet. */
    private static final class Ungreeted extends Connection {

        private final Consumer<Connection> onSend;

        Ungreeted(Consumer<Connection> onSend) {
            this.onSend = onSend;
        }

        @Override
        void send(String text) {
            onSend.accept(this);
        }

        @Override
        void send(byte[] frame) {
            onSend.accept(this);
        }

        @Override
        void closeSocket() {}
    }

    /** A loop that runs. */
    private record Running(Conversation conversation, ClientLoop loop, Thread thread) implements AutoCloseable {

        @Override
        public void close() {
            conversation.close();
            loop.end();
            Uninterruptibly.join(thread);
            try {
                conversation.join();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        }
    }

    private final AtomicInteger attempts = new AtomicInteger();
    private final List<String> errors = Collections.synchronizedList(new ArrayList<>());

    private Running run(UnaryOperator<ClientOptions> change, ClientLoop.Connecting connecting) {
        ClientOptions options = change.apply(ClientOptions.at("tcp://127.0.0.1:1")
                .withPauses(Duration.ofMillis(1), Duration.ofMillis(5))
                .withListeners(_ -> {}, errors::add));
        Conversation conversation = new Conversation(options);
        ClientLoop loop = new ClientLoop(options.times(), conversation, received -> {
            attempts.incrementAndGet();
            return connecting.connect(received);
        });
        Thread thread = Thread.ofPlatform().daemon().name("loop").unstarted(loop);
        conversation.start();
        thread.start();
        return new Running(conversation, loop, thread);
    }

    @Test
    void anErrorEndsOneAttempt() throws Exception {
        try (Running _ = run(UnaryOperator.identity(), _ -> {
            throw new OutOfMemoryError("unable to create native thread");
        })) {
            Await.until("further attempts", () -> attempts.get() > 3);
            Await.until("the report", () -> !errors.isEmpty());
        }
        assertEquals(
                List.of("the client has failed reason=java.lang.OutOfMemoryError: unable to create native thread"),
                errors);
    }

    @Test
    void anErrorWithinAConnectionEndsThatOne() throws Exception {
        List<Connection> all = Collections.synchronizedList(new ArrayList<>());
        try (Running _ = run(UnaryOperator.identity(), _ -> {
            all.add(new Ungreeted(_ -> {
                throw new IllegalStateException("no message is sent");
            }));
            return all.getLast();
        })) {
            Await.until("further attempts", () -> attempts.get() > 3);
            Await.until("the report", () -> !errors.isEmpty());
        }
        assertEquals(
                List.of("the client has failed reason=java.lang.IllegalStateException: no message is sent"), errors);
        assertTrue(all.stream().allMatch(Connection::hasEnded));
    }

    @Test
    void errorsAreReportedByTheThreadOfHandlersWhichAListenerMayInterrupt() throws Exception {
        Set<String> threads = ConcurrentHashMap.newKeySet();
        Consumer<String> listener = error -> {
            threads.add(Thread.currentThread().getName());
            Thread.currentThread().interrupt();
            errors.add(error);
        };
        try (Running _ = run(options -> options.withListeners(_ -> {}, listener), _ -> {
            throw new ClientException("there is no server attempt=" + attempts.get());
        })) {
            Await.until("further reports", () -> errors.size() > 3);
        }
        assertEquals(Set.of("millrace-client-deliver"), threads);
    }

    @Test
    void ofAttemptsOnlyTheNewestWaitsForTheListener() {
        ErrorReports reports = new ErrorReports(errors::add);
        assertTrue(reports.attemptFailed("first"));
        assertFalse(reports.attemptFailed("second"));
        reports.reportAttempt();
        assertTrue(reports.attemptFailed("second"));
        reports.reportAttempt();
        assertEquals(List.of("second"), errors);
        reports.forget();
        reports.report("second");
        assertEquals(List.of("second", "second"), errors);
    }

    private static String outcome(Running running) throws InterruptedException {
        CompletableFuture<Long> call = running.conversation().append("orders", Invocation.json("order", "{}"));
        Await.until("the end of the call", call::isDone);
        return call.handle((_, error) -> String.valueOf(error)).join();
    }

    private static void assertGivenUp(String outcome) {
        assertTrue(outcome.endsWith("the call was not sent: there was no connection giveUpAfter=" + GIVE_UP), outcome);
    }

    @Test
    void connectionsThatEndBeforeTheGreetingCountAsNone() throws Exception {
        try (Running running = run(options -> options.withGiveUpAfter(GIVE_UP), _ -> {
            Connection connection = new Ungreeted(_ -> {});
            connection.end("the server has closed the connection");
            return connection;
        })) {
            assertGivenUp(outcome(running));
        }
    }

    @Test
    void aServerThatAnswersPingsAndDoesNotGreetCountsAsNone() throws Exception {
        try (Running running = run(
                options -> options.withGiveUpAfter(GIVE_UP).withDeadAfter(Duration.ofMillis(60)),
                _ -> new Ungreeted(Connection::received))) {
            assertGivenUp(outcome(running));
            assertEquals(1, attempts.get());
        }
    }

    @Test
    void timesThatNoClockCountsAreRefused() {
        ClientOptions options = ClientOptions.at("tcp://127.0.0.1:1");
        Duration endless = Duration.ofSeconds(Long.MAX_VALUE);
        String max = " max=" + Duration.ofNanos(Long.MAX_VALUE);
        assertEquals(
                "time is too long deadAfter=" + endless + max,
                assertThrows(ClientException.class, () -> options.withDeadAfter(endless))
                        .getMessage());
        assertEquals(
                "time is too long giveUpAfter=" + endless + max,
                assertThrows(ClientException.class, () -> options.withGiveUpAfter(endless))
                        .getMessage());
    }
}
