package io.millrace.client;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.millrace.fixtures.Await;
import io.millrace.topology.RunEnd;
import io.millrace.topology.RunningTopology;
import io.millrace.wire.WireFormat;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A map that clients follow: what is there first, range by range, and then what changes. */
@Tag("process")
class SnapshotTest {

    private static final Duration LONG = Duration.ofSeconds(60);
    private static final int ITEMS = 300;

    @TempDir
    private Path data;

    private final List<String> errors = Collections.synchronizedList(new ArrayList<>());

    /** What a follower knows; an amount of an item never goes back, since the writer lets it grow. */
    private static final class Known implements DepotEvents {

        private final Map<String, Long> amounts = new TreeMap<>();
        private final Map<String, Long> greatest = new TreeMap<>();
        private final List<String> wrong = new ArrayList<>();
        private long messages;
        private int lives;

        @Override
        public synchronized void amount(String item, long amount) {
            messages++;
            amounts.put(item, amount);
            Long before = greatest.put(item, amount);
            if (before != null && before > amount) {
                wrong.add(item + " went back from " + before + " to " + amount);
            }
        }

        @Override
        public synchronized void removed(String item) {
            messages++;
            if (amounts.remove(item) == null) {
                wrong.add(item + " was removed and not there");
            }
        }

        synchronized void restarted() {
            amounts.clear();
        }

        synchronized void live() {
            lives++;
        }

        synchronized boolean isLive() {
            return lives > 0;
        }

        synchronized Map<String, Long> amounts() {
            return new TreeMap<>(amounts);
        }

        synchronized long messages() {
            return messages;
        }
    }

    private ClientOptions options(String address) {
        return ClientOptions.at(address)
                .withPauses(Duration.ofMillis(5), Duration.ofMillis(50))
                .withAnswerWithin(LONG)
                .withListeners(_ -> {}, errors::add);
    }

    private static String address(RunningTopology running, String kind) {
        return kind.equals("ws")
                ? EchoTopology.detail(running, "address")
                : "tcp://" + EchoTopology.detail(running, "tcpAddress");
    }

    private static Snapshot snapshot(Known known, String arguments) {
        return Snapshot.of("depot", "range", "amount", "item")
                .withArguments(arguments)
                .withListeners(_ -> known.restarted(), _ -> known.live());
    }

    private static FollowOptions all(Known known) {
        return FollowOptions.newest().withSnapshot(snapshot(known, "{\"count\":20}"));
    }

    private static String item(int number) {
        return "item-%03d".formatted(number);
    }

    /** Changes items at random, each amount greater than all before, until it is told to stop. */
    private static Thread changes(MillraceClient client, Random random, AtomicBoolean isEnding) {
        Depot depot = client.port("depot", Depot.class);
        return Thread.ofPlatform().start(() -> {
            for (long amount = 1_000; !isEnding.get(); amount++) {
                String item = item(random.nextInt(ITEMS));
                if (random.nextInt(4) == 0) {
                    depot.remove(item);
                } else {
                    depot.put(item, amount);
                }
                if (amount % 200 == 0) {
                    client.flush(LONG);
                }
            }
            client.flush(LONG);
        });
    }

    private static Map<String, Long> amounts(Depot depot) {
        Map<String, Long> all = new TreeMap<>();
        depot.range(null, null, null, 10 * ITEMS).rows().forEach(row -> all.put(row.item(), row.amount()));
        return all;
    }

    private static void fill(MillraceClient client) {
        Depot depot = client.port("depot", Depot.class);
        for (int i = 0; i < ITEMS; i++) {
            depot.put(item(i), i);
        }
        client.flush(LONG);
    }

    @ParameterizedTest
    @ValueSource(strings = {"ws", "tcp", "binary", "delta"})
    void aSnapshotComesRangeByRangeWhileItChanges(String kind) throws Exception {
        long seed = System.nanoTime();
        AtomicBoolean isEnding = new AtomicBoolean();
        try (RunningTopology running = DepotTopology.start(data, 0, 0);
                MillraceClient writer = MillraceClient.connect(options(address(running, "tcp")));
                MillraceClient client = MillraceClient.connect(options(address(running, kind)))) {
            fill(writer);
            Thread changing = changes(writer, new Random(seed), isEnding);
            for (int round = 0; round < 5; round++) {
                Known known = new Known();
                FollowOptions how = switch (kind) {
                    case "binary" -> all(known).withFormat(WireFormat.BINARY);
                    case "delta" -> all(known).withFormat(WireFormat.DELTA, "item");
                    default -> all(known);
                };
                Subscription subscription = client.follow("amounts", DepotEvents.class, known, how);
                Await.until("the whole snapshot", known::isLive);
                long before = known.messages();
                Await.until("changes after it", () -> known.messages() > before + 100);
                if (round == 4) {
                    isEnding.set(true);
                    changing.join();
                    Depot depot = writer.port("depot", Depot.class);
                    Await.until("the same map", () -> known.amounts().equals(amounts(depot)));
                }
                subscription.cancel();
                assertEquals(List.of(), known.wrong, "seed=" + seed);
                assertEquals(1, known.lives);
            }
            assertEquals(List.of(), errors);
        } finally {
            isEnding.set(true);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"ws", "tcp"})
    void aFollowerOfAMapHasItOverKills(String kind) throws Exception {
        long seed = System.nanoTime();
        AtomicBoolean isEnding = new AtomicBoolean();
        EchoProcess process = EchoProcess.start(DepotTopology.class, data, 0, 0);
        try (MillraceClient writer = MillraceClient.connect(options(process.address("tcp")));
                MillraceClient client = MillraceClient.connect(options(process.address(kind)))) {
            fill(writer);
            Known early = new Known();
            client.follow("amounts", DepotEvents.class, early, all(early));
            Await.until("the whole snapshot", early::isLive);
            Thread changing = changes(writer, new Random(seed), isEnding);
            Known late = new Known();
            client.follow("amounts", DepotEvents.class, late, all(late).withCredit(2));
            for (int kill = 0; kill < 2; kill++) {
                long before = early.messages();
                Await.until("changes", () -> early.messages() > before + 200);
                process.kill();
                process.close();
                process = process.again(data);
            }
            isEnding.set(true);
            changing.join();
            Known whole = new Known();
            client.follow("amounts", DepotEvents.class, whole, all(whole));
            Depot depot = writer.port("depot", Depot.class);
            Await.until("the same map", () -> early.amounts().equals(amounts(depot)));
            Await.until("the same map", () -> whole.amounts().equals(amounts(depot)));
            assertEquals(List.of(), early.wrong, "seed=" + seed);
            assertEquals(1, early.lives, "what was followed has continued");
        } finally {
            isEnding.set(true);
            process.close();
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"ws", "tcp"})
    void anotherFilterIsAnotherSnapshot(String kind) throws Exception {
        try (RunningTopology running = DepotTopology.start(data, 0, 0);
                MillraceClient client = MillraceClient.connect(options(address(running, kind)))) {
            fill(client);
            Known known = new Known();
            Subscription subscription = client.follow(
                    "amounts",
                    DepotEvents.class,
                    known,
                    FollowOptions.newest()
                            .withWhere(MessageFilter.none().andRange("item", item(10), item(13)))
                            .withSnapshot(snapshot(known, "{\"count\":2,\"from\":\"item-010\",\"to\":\"item-013\"}")));
            Await.until("the whole snapshot", known::isLive);
            assertEquals(Map.of(item(10), 10L, item(11), 11L, item(12), 12L), known.amounts());
            Depot depot = client.port("depot", Depot.class);
            depot.put(item(13), 1_013);
            depot.put(item(11), 1_011);
            Await.until("the change", () -> known.amounts().get(item(11)) == 1_011);
            assertEquals(4, known.messages(), "what is outside of the range has not come");
            known.restarted();
            subscription.restart(FollowOptions.newest()
                    .withWhere(MessageFilter.none().and("item", item(13)))
                    .withSnapshot(snapshot(known, "{\"count\":2,\"from\":\"item-013\",\"to\":\"item-014\"}")));
            Await.until("the other snapshot", () -> known.lives == 2);
            assertEquals(Map.of(item(13), 1_013L), known.amounts());
            depot.put(item(11), 2_011);
            depot.put(item(13), 2_013);
            Await.until("the change", () -> known.amounts().get(item(13)) == 2_013);
            assertEquals(Map.of(item(13), 2_013L), known.amounts());
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"ws", "tcp"})
    void aSlowClientGetsTheLatestOfEachKey(String kind) throws Exception {
        int changes = 20_000;
        CountDownLatch free = new CountDownLatch(1);
        CountDownLatch begun = new CountDownLatch(1);
        try (RunningTopology running = DepotTopology.start(data, 0, 0);
                MillraceClient writer = MillraceClient.connect(options(address(running, "tcp")));
                MillraceClient client = MillraceClient.connect(options(address(running, kind)))) {
            Known known = new Known();
            client.follow(
                    "amounts",
                    message -> {
                        try {
                            free.await();
                        } catch (InterruptedException e) {
                            Thread.currentThread().interrupt();
                        }
                        known.amount(
                                message.arguments().substring(0, 17),
                                message.arguments().length());
                    },
                    FollowOptions.newest()
                            .withLatest("item")
                            .withMethods("amount")
                            .withOnBegin(_ -> begun.countDown()));
            begun.await();
            Known last = new Known();
            writer.follow("amounts", DepotEvents.class, last, FollowOptions.newest());
            Depot depot = writer.port("depot", Depot.class);
            for (int i = 1; i <= changes; i++) {
                depot.put(item(i % 3), i);
                if (i % 1_000 == 0) {
                    writer.flush(LONG);
                }
            }
            Await.until("all changes are written", () -> last.messages() == changes);
            free.countDown();
            Await.until("the last ones", () -> known.amounts().size() == 3);
            depot.put("end", 1);
            Await.until("the end", () -> known.amounts().size() == 4);
            assertTrue(known.messages() < changes / 10, "messages=" + known.messages());
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"ws", "tcp"})
    void aSnapshotThatCannotBeMadeEndsAtItsSubscription(String kind) throws Exception {
        List<String> ends = Collections.synchronizedList(new ArrayList<>());
        try (RunningTopology running = DepotTopology.start(data, 0, 0);
                MillraceClient client = MillraceClient.connect(options(address(running, kind)))) {
            fill(client);
            for (Snapshot wrong : List.of(
                    Snapshot.of("depot", "range", "amount", "item"),
                    Snapshot.of("depot", "size", "amount", "item"),
                    Snapshot.of("depot", "ranges", "amount", "item"),
                    Snapshot.of("others", "range", "amount", "item"))) {
                int before = ends.size();
                client.follow(
                        "amounts",
                        _ -> {},
                        FollowOptions.newest().withSnapshot(wrong).withOnEnd(ends::add));
                Await.until("the end", () -> ends.size() > before);
            }
            assertTrue(ends.get(0).contains("count is at least 1 count=0"), ends.get(0));
            assertTrue(ends.get(1).contains("the query returns no range query=size"), ends.get(1));
            assertTrue(ends.get(2).contains("channel has no such query channel=depot method=ranges"), ends.get(2));
            assertTrue(ends.get(3).contains("the query is of a component with another output"), ends.get(3));
            assertEquals(ITEMS, client.port("depot", Depot.class).size());
            assertEquals(RunEnd.RUNNING, running.end());
        }
    }

    @Test
    void whatIsNoFilterAndNoSnapshotIsRefusedAtOnce() {
        assertThrows(ClientException.class, () -> MessageFilter.none().andRange("item", null, null));
        assertThrows(
                ClientException.class,
                () -> FollowOptions.oldest().withSnapshot(Snapshot.of("depot", "range", "amount", "item")));
        assertThrows(
                ClientException.class,
                () -> Snapshot.of("depot", "range", "amount", "item").withArguments("[1]"));
    }
}
