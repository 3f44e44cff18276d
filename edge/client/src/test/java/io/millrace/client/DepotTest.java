package io.millrace.client;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.millrace.fixtures.Await;
import io.millrace.leaks.ExpectedLog;
import io.millrace.topology.RunningTopology;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CompletionException;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A map that clients share: directly, and through a server. */
@Tag("process")
class DepotTest {

    private static final Duration LONG = Duration.ofSeconds(60);

    @TempDir
    private Path data;

    private final List<String> seen = Collections.synchronizedList(new ArrayList<>());

    /** Notes what comes, as text. */
    private final class Noted implements DepotEvents {

        @Override
        public void amount(String item, long amount) {
            seen.add(item + "=" + amount);
        }

        @Override
        public void removed(String item) {
            seen.add(item + " removed");
        }
    }

    private static ClientOptions options(String address) {
        return ClientOptions.at(address)
                .withPauses(Duration.ofMillis(5), Duration.ofMillis(50))
                .withAnswerWithin(LONG)
                .withListeners(_ -> {}, _ -> {});
    }

    private static String address(RunningTopology running, String kind) {
        return kind.equals("tcp")
                ? "tcp://" + EchoTopology.detail(running, "tcpAddress")
                : EchoTopology.detail(running, "address");
    }

    /** What a depot promises at every distance. */
    private static void use(Depot depot) {
        depot.put("tea", 5);
        assertEquals(3, depot.change("tea", new DepotChange.Take(2)));
        String refused = assertThrows(RuntimeException.class, () -> depot.change("tea", new DepotChange.Take(9)))
                .getMessage();
        assertEquals("there is not enough all=3 amount=9", refused);
        assertEquals(12, depot.tried("tea", new DepotChange.Times(4)));
        assertEquals(3, depot.get("tea"), "what only reads changes nothing");
        assertEquals(12, depot.change("tea", new DepotChange.Times(4)));
        assertEquals(1, depot.size());
        assertTrue(depot.remove("tea"));
        assertEquals(0, depot.size());
        depot.put("tea", 1);
        depot.put("milk", 2);
        assertEquals(new DepotRange(List.of(new DepotRow("milk", 2)), "milk"), depot.range(null, null, null, 1));
        assertEquals(new DepotRange(List.of(), null), depot.range("n", "s", null, 1));
    }

    @Test
    void aComponentIsCalledDirectlyInATest() {
        use(new DepotMap(new Noted()));
        assertEquals(List.of("tea=5", "tea=3", "tea=12", "tea removed", "tea=1", "milk=2"), seen);
    }

    @ParameterizedTest
    @ValueSource(strings = {"ws", "tcp"})
    void theSameCallsTravel(String kind) throws Exception {
        try (RunningTopology running = DepotTopology.start(data, 0, 0);
                MillraceClient client = MillraceClient.connect(options(address(running, kind)))) {
            client.follow("amounts", DepotEvents.class, new Noted(), FollowOptions.oldest());
            use(client.port("depot", Depot.class));
            Await.until("all messages", () -> seen.size() == 6);
            assertEquals(List.of("tea=5", "tea=3", "tea=12", "tea removed", "tea=1", "milk=2"), seen);
        }
    }

    @ExpectedLog("overflow")
    @ParameterizedTest
    @ValueSource(strings = {"ws", "tcp"})
    void aFunctionThatFailsOrIsNotListedChangesNothing(String kind) {
        try (RunningTopology running = DepotTopology.start(data, 0, 0);
                MillraceClient client = MillraceClient.connect(options(address(running, kind)))) {
            Depot depot = client.port("depot", Depot.class);
            depot.put("tea", Long.MAX_VALUE);
            String failed = assertThrows(ClientException.class, () -> depot.change("tea", new DepotChange.Times(2)))
                    .getMessage();
            assertTrue(failed.contains("overflow"), failed);
            String unlisted = "{\"item\":\"tea\",\"change\":{\"@type\":\"Robbery\",\"amount\":1}}";
            String refused = assertThrows(
                            CompletionException.class,
                            () -> client.call("depot", "change", unlisted).join())
                    .getMessage();
            assertTrue(refused.contains("Robbery"), refused);
            assertEquals(Long.MAX_VALUE, depot.get("tea"));
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"ws", "tcp"})
    void withoutCreditNothingComes(String kind) throws Exception {
        Snapshot snapshot = Snapshot.of("depot", "range", "amount", "item").withArguments("{\"count\":2}");
        try (RunningTopology running = DepotTopology.start(data, 0, 0);
                MillraceClient client = MillraceClient.connect(options(address(running, kind)))) {
            Depot depot = client.port("depot", Depot.class);
            for (String item : List.of("a", "b", "c")) {
                depot.put(item, 1);
            }
            assertEquals(3, depot.size());
            Subscription subscription = client.follow(
                    "amounts",
                    DepotEvents.class,
                    new Noted(),
                    FollowOptions.newest().withCredit(0).withSnapshot(snapshot));
            assertEquals(3, depot.size(), "by then a range would have come");
            assertEquals(List.of(), seen);
            subscription.more(1);
            Await.until("the first range", () -> seen.size() == 2);
            assertEquals(3, depot.size());
            assertEquals(List.of("a=1", "b=1"), seen);
            subscription.more(1);
            Await.until("the second range", () -> seen.size() == 3);
            depot.put("a", 2);
            subscription.more(1);
            Await.until("the change", () -> seen.size() == 4);
            assertEquals(List.of("a=1", "b=1", "c=1", "a=2"), seen);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"ws", "tcp"})
    void aFollowerThatCannotContinueGetsANewSnapshot(String kind) throws Exception {
        List<String> restarts = Collections.synchronizedList(new ArrayList<>());
        Snapshot snapshot = Snapshot.of("depot", "range", "amount", "item")
                .withArguments("{\"count\":2}")
                .withListeners(restarts::add, _ -> seen.add("live"));
        EchoProcess process = EchoProcess.start(DepotTopology.class, data.resolve("first"), 0, 0);
        try (MillraceClient client = MillraceClient.connect(options(process.address(kind)))) {
            client.port("depot", Depot.class).put("tea", 5);
            client.flush(LONG);
            client.follow(
                    "amounts",
                    DepotEvents.class,
                    new Noted(),
                    FollowOptions.newest().withSnapshot(snapshot));
            Await.until("the snapshot", () -> seen.contains("live"));
            assertEquals(List.of("tea=5", "live"), seen);
            process.kill();
            process.close();
            process = process.again(data.resolve("second")); // other journals, in which no position of before is
            Await.until("the other snapshot", () -> Collections.frequency(seen, "live") == 2);
            assertEquals(1, restarts.size());
            assertTrue(restarts.getFirst().contains("after is no position of this channel"), restarts.getFirst());
            client.port("depot", Depot.class).put("milk", 1);
            Await.until("the change", () -> seen.contains("milk=1"));
            assertEquals(List.of("tea=5", "live", "live", "milk=1"), seen);
        } finally {
            process.close();
        }
    }
}
