package io.millrace.client;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.millrace.fixtures.Await;
import io.millrace.journal.RetentionPolicy;
import io.millrace.leaks.ExpectedLog;
import io.millrace.topology.ChannelSpec;
import io.millrace.topology.RunEnd;
import io.millrace.topology.RunningTopology;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What one client causes ends at its call or its session, and no acknowledged state is lost. */
@Tag("process")
class OutsidersTest {

    private static final Duration LONG = Duration.ofSeconds(60);

    /** Longer than a machine with much to do pauses a thread, which must not look like a silent server. */
    private static final Duration DEAD_AFTER = Duration.ofSeconds(4);

    /** Longer than the client takes to notice a silent server: it looks at it three times in that time. */
    private static final Duration LASTING = Duration.ofSeconds(6);

    private static final int LARGE = (1 << 20) - 200;

    @TempDir
    private Path data;

    private final List<String> errors = Collections.synchronizedList(new ArrayList<>());
    private final List<ClientState> states = Collections.synchronizedList(new ArrayList<>());

    private ClientOptions options(RunningTopology running, String kind) {
        return ClientOptions.at(
                        kind.equals("tcp")
                                ? "tcp://" + EchoTopology.detail(running, "tcpAddress")
                                : EchoTopology.detail(running, "address"))
                .withPauses(Duration.ofMillis(5), Duration.ofMillis(50))
                .withAnswerWithin(LONG)
                .withListeners(states::add, errors::add);
    }

    /** Releases what waits, also where a test fails. */
    private record Gate(Path file) implements AutoCloseable {

        void open() throws IOException {
            Files.write(file, new byte[0]);
        }

        @Override
        public void close() throws IOException {
            open();
        }
    }

    private static String until(Path file) {
        return "{\"item\":\"tea\",\"change\":{\"@type\":\"Until\",\"file\":\"" + file + "\"}}";
    }

    @ParameterizedTest
    @ValueSource(strings = {"ws", "tcp"})
    void aQueryAndACallThatTakeLongDelayTheirComponentAlone(String kind) throws Exception {
        Path free = data.resolve("free");
        try (RunningTopology running = DepotTopology.start(data.resolve("run"), 0, 0);
                MillraceClient caller =
                        MillraceClient.connect(options(running, kind).withDeadAfter(DEAD_AFTER));
                MillraceClient other =
                        MillraceClient.connect(options(running, kind).withDeadAfter(DEAD_AFTER));
                Gate gate = new Gate(free)) {
            Depot depot = caller.port("depot", Depot.class);
            depot.put("tea", 5);
            assertEquals(5, depot.get("tea"));
            List<CompletableFuture<String>> slow =
                    List.of(caller.query("depot", "tried", until(free)), caller.call("depot", "change", until(free)));
            Await.until(
                    "the query is named",
                    () -> running.health()
                            .components()
                            .get("depot")
                            .lastError()
                            .filter(error -> error.contains("a query exceeds its budget") && error.contains("tried"))
                            .isPresent());
            CompletableFuture<String> behind = other.query("depot", "size", "{}");
            Depot lively = other.port("others", Depot.class);
            long sinceNs = System.nanoTime();
            for (int i = 0; System.nanoTime() - sinceNs < LASTING.toNanos(); i++) {
                lively.put("coffee", i);
                assertEquals(i, lively.get("coffee"), "another component serves");
                LockSupport.parkNanos(1_000_000);
            }
            assertFalse(slow.get(0).isDone());
            gate.open();
            slow.forEach(call -> assertEquals("{\"result\":5}", call.join()));
            assertTrue(behind.handle((_, _) -> true).join(), "it is answered, or told that the component is busy");
            assertEquals(List.of(ClientState.CONNECTED, ClientState.CONNECTED), states);
            assertEquals(RunEnd.RUNNING, running.end());
        }
    }

    @ExpectedLog("StackOverflowError")
    @ParameterizedTest
    @ValueSource(strings = {"ws", "tcp"})
    void aChangeThatNeverEndsInAValueEndsAtItsCallerAndIsNotMadeAgain(String kind) {
        String endless = "{\"item\":\"tea\",\"change\":{\"@type\":\"Endless\",\"depth\":0}}";
        try (RunningTopology running = DepotTopology.start(data, 0, 0);
                MillraceClient caller = MillraceClient.connect(options(running, kind));
                MillraceClient other = MillraceClient.connect(options(running, kind))) {
            other.port("depot", Depot.class).put("tea", 5);
            other.flush(LONG);
            for (CompletableFuture<String> failing :
                    List.of(caller.call("depot", "change", endless), caller.query("depot", "tried", endless))) {
                String text =
                        assertThrows(CompletionException.class, failing::join).getMessage();
                assertTrue(text.contains("StackOverflowError"), text);
            }
            assertEquals(5, other.port("depot", Depot.class).get("tea"));
            assertEquals(RunEnd.RUNNING, running.end());
        }
        try (RunningTopology running = DepotTopology.start(data, 0, 0);
                MillraceClient client = MillraceClient.connect(options(running, kind))) {
            assertEquals(5, client.port("depot", Depot.class).get("tea"), "the next start passes over it");
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"ws", "tcp"})
    void aFilterThatCannotBeComparedConcernsItsFollowerAlone(String kind) throws Exception {
        List<String> ends = Collections.synchronizedList(new ArrayList<>());
        List<String> wrong = Collections.synchronizedList(new ArrayList<>());
        List<String> seen = Collections.synchronizedList(new ArrayList<>());
        try (RunningTopology running = DepotTopology.start(data, 0, 0);
                MillraceClient other = MillraceClient.connect(options(running, kind));
                MillraceClient client = MillraceClient.connect(options(running, kind))) {
            other.follow("amounts", message -> seen.add(message.arguments()), FollowOptions.oldest());
            MessageFilter tooMany = MessageFilter.none();
            for (int i = 0; i < 9; i++) {
                tooMany = tooMany.and("field" + i, i);
            }
            client.follow(
                    "amounts",
                    message -> wrong.add(message.arguments()),
                    FollowOptions.oldest().withWhere(tooMany).withOnEnd(ends::add));
            Subscription never = client.follow(
                    "amounts",
                    message -> wrong.add(message.arguments()),
                    FollowOptions.oldest()
                            .withWhere(MessageFilter.none().andRange("item", 1, Double.NaN))
                            .withOnEnd(ends::add));
            assertThrows(NullPointerException.class, () -> never.restart(null));
            other.port("depot", Depot.class).put("tea", 5);
            assertEquals(5, other.port("depot", Depot.class).get("tea"));
            Await.until("the message", () -> seen.size() == 1);
            Await.until("the end", () -> ends.size() == 1);
            assertTrue(ends.getFirst().startsWith("where is no object of 1 to 8 fields"), ends.getFirst());
            assertEquals(List.of(), wrong);
            assertEquals(RunEnd.RUNNING, running.end());
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"ws", "tcp"})
    void aCallThatIsAsLargeAsMayBeReachesItsFollowers(String kind) throws Exception {
        ChannelSpec large = ChannelSpec.journal().withSegmentSize(16 << 20);
        List<Integer> seen = Collections.synchronizedList(new ArrayList<>());
        String name = "x".repeat(LARGE);
        try (RunningTopology running = DepotTopology.start(data, 0, 0, large, large);
                MillraceClient client = MillraceClient.connect(options(running, kind))) {
            client.follow("amounts", message -> seen.add(message.arguments().length()), FollowOptions.newest());
            Depot depot = client.port("depot", Depot.class);
            depot.put(name, 7);
            client.flush(LONG);
            assertEquals(7, depot.get(name));
            CompletableFuture<String> tooLong = client.call("depot", "remove", "{\"item\":\"" + name + name + "\"}");
            String text = assertThrows(CompletionException.class, tooLong::join).getMessage();
            assertTrue(text.contains("the call is too long for the server maxBytes=1048576"), text);
            Await.until("the message", () -> seen.size() == 1);
            assertTrue(seen.getFirst() > LARGE);
            assertEquals(List.of(ClientState.CONNECTED), states);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"ws", "tcp"})
    void whatWasAcknowledgedIsThereAfterRetentionAndARestart(String kind) {
        ChannelSpec small = ChannelSpec.journal().withSegmentSize(1 << 16);
        ChannelSpec retained = small.withRetention(RetentionPolicy.keepAll().withMaxSizeBytes(1 << 17));
        int items = 8_000;
        try (RunningTopology running = DepotTopology.start(data, 0, 0, retained, small);
                MillraceClient client = MillraceClient.connect(options(running, kind))) {
            Depot depot = client.port("depot", Depot.class);
            for (int i = 0; i < items; i++) {
                depot.put("item-" + i, 1 + i);
                if (i % 200 == 0) {
                    client.flush(LONG);
                }
            }
            client.flush(LONG);
            assertEquals(items, depot.size());
        }
        try (RunningTopology running = DepotTopology.start(data, 0, 0, retained, small);
                MillraceClient client = MillraceClient.connect(options(running, kind))) {
            Depot depot = client.port("depot", Depot.class);
            assertEquals(items, depot.size());
            assertEquals(1, depot.get("item-0"));
            assertEquals(items, depot.get("item-" + (items - 1)));
        }
    }
}
