package io.millrace.remote;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.millrace.channel.Channel;
import io.millrace.channel.ChannelCursor;
import io.millrace.channel.ChannelCursor.Entry;
import io.millrace.interaction.ClientOptions;
import io.millrace.interaction.InteractionClient;
import io.millrace.interaction.MapListener;
import io.millrace.interaction.MapRange;
import io.millrace.interaction.ReconnectOptions;
import io.millrace.interaction.ReconnectingClient;
import io.millrace.interaction.ResumePoint;
import io.millrace.interaction.Subscription;
import io.millrace.journal.Durability;
import io.millrace.net.HostPort;
import io.millrace.net.LinkOptions;
import io.millrace.topology.RunningTopology;
import io.millrace.wire.WireFormat;
import io.millrace.wire.WireTypes;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A map in a channel whose clients lose their connections at random bytes, or whose process is killed. */
class CutTopologyTest {

    private static final int CHANGES = 400;
    private static final int IN_FLIGHT = 20;
    private static final int MOST_BYTES = 5_000;

    @TempDir
    private Path data;

    private static ClientOptions options() {
        return ClientOptions.defaults()
                .withTypes(WireTypes.none().allow(Take.class, Place.class))
                .withNewName();
    }

    private static ReconnectOptions reconnect() {
        return ReconnectOptions.defaults().withPauses(Duration.ofMillis(1), Duration.ofMillis(20));
    }

    private static ReconnectingClient tcp(HostPort address, ClientOptions options) {
        return TcpSession.reconnecting(address, LinkOptions.defaults(), options, reconnect());
    }

    /** A follower that takes a few events at a time, and notes what it has heard. */
    private static final class Follower implements MapListener<String, Stock> {

        private final Map<String, Long> amounts = new TreeMap<>();
        private final Set<Long> events = new HashSet<>();
        private final List<String> problems = new ArrayList<>();
        private Subscription<MapRange<String>> subscription;
        private boolean isLast;

        @Override
        public synchronized void position(ResumePoint complete, long event) {
            if (!events.add(event)) {
                problems.add("an event came twice event=" + event);
            }
        }

        @Override
        public synchronized void value(String index, String key, Stock value) {
            amounts.put(key, value.amount());
            isLast = key.equals("last");
            subscription.more(1);
        }

        @Override
        public synchronized void removed(String index, String key) {
            amounts.remove(key);
            subscription.more(1);
        }

        @Override
        public synchronized void restarted(String reason) {
            problems.add("restarted " + reason);
        }

        @Override
        public synchronized void ended(String reason) {
            // The client is closed.
        }

        private synchronized boolean isLast() {
            return isLast;
        }
    }

    /** Makes the changes, a few at a time, and returns their answers. */
    private static List<String> change(ReconnectingClient client) {
        StockMap changes = client.asChanges(StockMap.class);
        List<CompletableFuture<String>> answers = new ArrayList<>();
        for (int i = 0; i < CHANGES; i++) {
            String key = "key-" + i % 7;
            answers.add((switch (i % 5) {
                        case 0 -> changes.put(key, new Stock(i, "p" + i)).thenApply(_ -> "put");
                        case 4 -> changes.remove(key).thenApply(String::valueOf);
                        default ->
                            changes.visit(key, new Take(i % 3))
                                    .thenApply(String::valueOf)
                                    .exceptionally(CutTopologyTest::reason);
                    })
                    .toCompletableFuture());
            if (i >= IN_FLIGHT) {
                answers.get(i - IN_FLIGHT).join();
            }
        }
        return answers.stream().map(CompletableFuture::join).toList();
    }

    private static String reason(Throwable error) {
        return (error.getCause() == null ? error : error.getCause()).getMessage();
    }

    private static List<String> inputs(Path directory) {
        List<String> inputs = new ArrayList<>();
        try (Channel channel = Channel.readOnly(directory.resolve("stock"));
                ChannelCursor cursor = channel.cursor()) {
            for (Entry entry = cursor.next(); entry != Entry.END; entry = cursor.next()) {
                if (entry == Entry.CALL) {
                    inputs.add(cursor.schema().methodName() + " " + cursor.json());
                }
            }
        }
        return inputs;
    }

    private interface Connect {
        ReconnectingClient to(HostPort address);
    }

    private void assertCutsChangeNothing(String address, InteractionsSpec section, CuttingProxy proxy, Connect connect)
            throws InterruptedException {
        List<String> expected;
        try (RunningTopology running = StockProgram.run(data.resolve("uncut"), Durability.MAPPED);
                ReconnectingClient client = tcp(HostPort.parse(StockProgram.detail(running, "tcp")), options())) {
            expected = change(client);
        }
        Follower follower = new Follower();
        try (RunningTopology running = StockProgram.run(data.resolve("cut"), Durability.MAPPED, section);
                proxy;
                ReconnectingClient client = connect.to(proxy.address());
                ReconnectingClient following = connect.to(proxy.address())) {
            String detail = StockProgram.detail(running, address);
            proxy.cutAfter(MOST_BYTES);
            proxy.to(
                    detail.startsWith("http")
                            ? URI.create(detail).getPort()
                            : HostPort.parse(detail).port());
            follow(following, follower);
            assertEquals(expected, change(client));
            proxy.cutAfter(Integer.MAX_VALUE);
            client.asChanges(StockMap.class)
                    .put("last", new Stock(1, ""))
                    .toCompletableFuture()
                    .join();
            RemoteContract.await(follower::isLast);
            assertEquals(amounts(running), follower.amounts);
            assertEquals(List.of(), follower.problems);
            assertTrue(proxy.cuts() > 3, "cuts=" + proxy.cuts());
        }
        List<String> made = inputs(data.resolve("cut"));
        made.removeLast();
        assertEquals(inputs(data.resolve("uncut")), made);
        assertEquals(CHANGES, made.size());
        assertFalse(follower.events.isEmpty());
    }

    /** Reads the map over a connection that nothing cuts: a proxy of its keys ends with its connection. */
    private static Map<String, Long> amounts(RunningTopology running) {
        Map<String, Long> amounts = new TreeMap<>();
        HostPort address = HostPort.parse(StockProgram.detail(running, "tcp"));
        try (InteractionClient direct = TcpSession.client(address, LinkOptions.defaults(), options())) {
            StockMap map = direct.as(StockMap.class);
            map.keys()
                    .page(null, 100)
                    .forEach(key -> amounts.put(key, map.get(key).value().amount()));
        }
        return amounts;
    }

    private static void follow(ReconnectingClient following, Follower follower) {
        synchronized (follower) {
            follower.subscription = following.as(StockMap.class).follow(MapRange.all(), follower);
        }
        follower.subscription.more(3);
    }

    private static CuttingProxy proxy() throws java.io.IOException {
        long seed = new Random().nextLong();
        System.out.println("CutTopologyTest seed=" + seed);
        return new CuttingProxy(seed);
    }

    @Test
    void connectionsThatAreCutOverTcpChangeNothingInTheHistoryOfTheMap() throws Exception {
        assertCutsChangeNothing("tcp", InteractionsSpec.at(0, 0), proxy(), address -> tcp(address, options()));
    }

    @Test
    void connectionsThatAreCutAsTextChangeNothingEither() throws Exception {
        assertCutsChangeNothing(
                "tcp",
                InteractionsSpec.at(0, 0),
                proxy(),
                address -> tcp(address, options().withFormat(WireFormat.JSON)));
    }

    @Test
    void connectionsThatAreCutOverWebSocketChangeNothingEither() throws Exception {
        CuttingProxy proxy = proxy();
        String authority = proxy.address().toString();
        InteractionsSpec plain = InteractionsSpec.at(0, 0);
        InteractionsSpec section = new InteractionsSpec(
                0,
                plain.tcpPort(),
                plain.tls(),
                plain.address(),
                plain.tokenFile(),
                List.of(authority),
                List.of("http://" + authority),
                plain.tap(),
                plain.compression(),
                plain.serve());
        assertCutsChangeNothing("address", section, proxy, address -> {
            URI uri = URI.create("ws://" + address + "/interactions");
            return WebSocketClient.reconnecting(uri, Optional.empty(), options(), reconnect());
        });
    }

    @Test
    void aKilledServerIsFoundAgainAndMakesEachChangeOnce() throws Exception {
        Follower follower = new Follower();
        try (CuttingProxy proxy = proxy();
                ReconnectingClient client = tcp(proxy.address(), options());
                ReconnectingClient following = tcp(proxy.address(), options())) {
            Process process = StockProgram.start(data);
            try {
                proxy.to(HostPort.parse(StockProgram.address(process)).port());
                follow(following, follower);
                StockMap changes = client.asChanges(StockMap.class);
                assertTrue(changes.put("nut", new Stock(1_000, ""))
                        .toCompletableFuture()
                        .join()
                        .contains("/"));
                for (int kill = 0; kill < 3; kill++) {
                    List<CompletableFuture<Long>> taken = new ArrayList<>();
                    for (int i = 0; i < 50; i++) {
                        taken.add(changes.visit("nut", new Take(1)).toCompletableFuture());
                    }
                    taken.getFirst().join();
                    process.destroyForcibly().waitFor();
                    process = StockProgram.start(data);
                    proxy.to(HostPort.parse(StockProgram.address(process)).port());
                    for (int i = 0; i < taken.size(); i++) {
                        assertEquals(1_000 - kill * 50 - i - 1, taken.get(i).join());
                    }
                }
                changes.put("last", new Stock(1, "")).toCompletableFuture().join();
                RemoteContract.await(follower::isLast);
                assertEquals(Map.of("last", 1L, "nut", 850L), follower.amounts);
                assertEquals(List.of(), follower.problems);
            } finally {
                process.destroyForcibly().waitFor();
            }
        }
        assertEquals(152, inputs(data).size());
    }
}
