package io.millrace.fix;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.millrace.channel.Channel;
import io.millrace.channel.ChannelOptions;
import io.millrace.channel.JournalChannelWriter;
import io.millrace.fixtures.Await;
import io.millrace.journal.Durability;
import io.millrace.journal.Journal;
import io.millrace.journal.JournalOptions;
import io.millrace.journal.Ownership;
import io.millrace.net.HostPort;
import io.millrace.service.EventLoop;
import io.millrace.service.EventLoopOptions;
import io.millrace.topology.RunOptions;
import io.millrace.topology.RunningTopology;
import io.millrace.topology.StatusSource;
import io.millrace.topology.StatusTable;
import io.millrace.topology.Topology;
import io.millrace.topology.TopologyException;
import io.millrace.topology.TopologyRunner;
import io.millrace.topology.TopologyView;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SequencedMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What operators order, and what the journal of the engine shows them of it. */
class OperationsTest {

    private static final String NAME = "FIX.4.4:SELL->BUY";
    private static final FixSessionId PEER = FixSessionId.parse("FIX.4.4:BUY->SELL");

    @TempDir
    private Path directory;

    private final List<String> errors = new CopyOnWriteArrayList<>();

    @BeforeEach
    void writeDictionary() throws IOException {
        try (InputStream in = getClass().getResourceAsStream("/FIX44.xml")) {
            Files.copy(in, directory.resolve("FIX44.xml"));
        }
    }

    private Topology topology() throws IOException {
        String file = Files.readString(Path.of("src/test/data/desk.yaml"))
                .replace("channels:\n", "channels:\n  operations: {ownership: shared}\n")
                .replace("  out: reports\n", "  out: reports\n  operations: operations\n");
        return Topology.load(Files.writeString(directory.resolve("desk.yaml"), file));
    }

    private RunningTopology start() throws Exception {
        RunningTopology running = TopologyRunner.open(
                topology(),
                RunOptions.in(directory.resolve("data"))
                        .withErrorHandler((_, _, error) -> errors.add(error.getMessage())));
        running.start();
        return running;
    }

    private void order(Consumer<FixOperations> order) {
        ChannelOptions shared = ChannelOptions.defaults()
                .withJournal(JournalOptions.defaults()
                        .withOwnership(Ownership.SHARED)
                        .withDurability(Durability.MAPPED));
        try (Channel channel = Channel.journal("operations", directory.resolve("data/operations"), shared);
                JournalChannelWriter writer = (JournalChannelWriter) channel.writer()) {
            order.accept(writer.as(FixOperations.class));
        }
    }

    private static HostPort address(RunningTopology run) {
        return HostPort.parse(run.health().sections().get("fix").details().get("address"));
    }

    /** The rows of a table of the view of a data directory, which another process may write. */
    private List<List<Object>> view(Map<String, String> query, String table) {
        SequencedMap<String, Journal> journals = new LinkedHashMap<>();
        try (Channel channel = Channel.readOnly(directory.resolve("data/fix"))) {
            journals.put("fix", channel.journal().orElseThrow());
            StatusSource source = new StatusSource() {
                @Override
                public Path dataDirectory() {
                    return directory.resolve("data");
                }

                @Override
                public Optional<TopologyView> run() {
                    return Optional.empty();
                }

                @Override
                public SequencedMap<String, Journal> journals() {
                    return journals;
                }

                @Override
                public Map<String, String> query() {
                    return query;
                }
            };
            FixView view = new FixView();
            if (!view.concerns(source)) {
                return List.of(); // the journal has no call yet
            }
            return view.tables(source).stream()
                    .filter(each -> each.title().equals(table))
                    .findFirst()
                    .map(StatusTable::rows)
                    .orElseThrow();
        }
    }

    private void awaitEvents(String text, int count) {
        Await.until(
                text + " " + count,
                () -> events().stream().filter(each -> each.contains(text)).count() >= count);
    }

    private List<String> events() {
        return view(Map.of("show", "messages", "limit", "500"), "Messages").stream()
                .map(row -> row.get(2) + " " + row.get(4))
                .toList();
    }

    /** A counterparty with its own journal, so that its numbers continue. */
    private final class Buyer implements AutoCloseable, FixApplication {
        private final FixEngine engine;
        private final FixSession session;
        private final EventLoop loop;

        Buyer(HostPort to) {
            FixJournal journal = FixJournal.open(directory.resolve("buyer"), ChannelOptions.defaults());
            engine =
                    FixEngine.open(FixEngineOptions.named("buyer").with(journal).withLog(_ -> {}));
            session = engine.add(
                    TestEngines.initiator(PEER),
                    this,
                    FixDestinations.of(to).withWaits(Duration.ofMillis(10), Duration.ofMillis(10)));
            loop = EventLoop.start("buyer", EventLoopOptions.defaults(), List.of(engine));
        }

        @Override
        public void message(FixSession of, long timeNs, FixMessage message) {
            // the other side is looked at
        }

        void send(String id) {
            engine.execute(() -> {
                long nowNs = io.millrace.channel.EpochClock.system().nowNs();
                FixWriter order = new FixWriter().start("D").body();
                order.put(11, id).put(55, "IBM").put(54, '1').put(38, 100).put(40, '1');
                session.send(nowNs, order.putTimestamp(60, nowNs, FixTime.Precision.MILLISECONDS));
            });
        }

        @Override
        public void close() {
            engine.stop();
            loop.close();
        }
    }

    @Test
    void aSessionThatWasStoppedStaysSoOverARestartUntilItIsStarted() throws Exception {
        try (RunningTopology run = start();
                Buyer _ = new Buyer(address(run))) {
            awaitEvents("logged on", 1);
            order(operations -> operations.stop(NAME));
            awaitEvents("an operator has ordered STOP: done", 1);
            awaitEvents("disconnected", 1);
        }
        int logons = count("logged on");
        try (RunningTopology run = start();
                Buyer buyer = new Buyer(address(run))) {
            Await.until("a refusal", () -> buyer.session.counts().reason().contains("closed the connection"));
            assertEquals(logons, count("logged on"));
            order(operations -> operations.start(NAME));
            awaitEvents("logged on", logons + 1);
            assertEquals(1, count("ordered STOP"), "the order was carried out once");
        }
        assertEquals(List.of(), errors);
    }

    private int count(String text) {
        return (int) events().stream().filter(each -> each.contains(text)).count();
    }

    @Test
    void numbersThatWereSetContinueAndAreSetOnce() throws Exception {
        try (RunningTopology _ = start()) {
            order(operations -> operations.setNextIncoming(NAME, 7));
            order(operations -> operations.setNextOutgoing(NAME, 9));
            order(operations -> operations.setNextOutgoing(NAME, 0));
            order(operations -> operations.disconnect("FIX.4.4:SELL->NOBODY-KNOWS"));
            awaitEvents("ordered SET_NEXT_OUTGOING: refused: a number is out of range number=0", 1);
            Await.until("a session that is made by the template, or refused", () -> count("ordered DISCONNECT") == 1);
        }
        try (RunningTopology _ = start()) {
            order(operations -> operations.setNextIncoming(NAME, 3));
            awaitEvents("ordered SET_NEXT_INCOMING: done", 2);
            assertEquals(2, count("ordered SET_NEXT_OUTGOING"), "one was done and one refused, once each");
            List<Object> row = view(Map.of(), "Sessions").stream()
                    .filter(each -> each.getFirst().equals(NAME))
                    .findFirst()
                    .orElseThrow();
            assertTrue(row.contains(3L) && row.contains(9L), row.toString());
        }
        assertTrue(
                errors.stream().allMatch(each -> each.startsWith("an order of an operator is refused")),
                errors::toString);
        assertFalse(errors.isEmpty());
    }

    @Test
    void messagesComeAgainWhenTheyAreAskedForAndAResetBeginsAtOne() throws Exception {
        try (RunningTopology run = start();
                Buyer buyer = new Buyer(address(run))) {
            awaitEvents("logged on", 1);
            buyer.send("o1");
            buyer.send("o2");
            awaitEvents("ClOrdID=o2", 1);
            order(operations -> operations.requestResend(NAME, 2));
            awaitEvents("ordered REQUEST_RESEND: done", 1);
            Await.until("both orders again", () -> applications() == 4);
            order(operations -> operations.requestResend(NAME, 100));
            awaitEvents("ordered REQUEST_RESEND: refused", 1);
            order(operations -> operations.reset(NAME));
            awaitEvents("ordered RESET: done", 1);
            awaitEvents("expects number 1", 1);
        }
    }

    /** Returns how many orders the component has got. */
    private long applications() {
        long count = 0;
        try (Channel orders = Channel.readOnly(directory.resolve("data/orders"));
                var cursor = orders.cursor()) {
            for (var entry = cursor.next();
                    entry != io.millrace.channel.ChannelCursor.Entry.END;
                    entry = cursor.next()) {
                count += entry == io.millrace.channel.ChannelCursor.Entry.CALL
                                && cursor.yaml().contains("35=D")
                        ? 1
                        : 0;
            }
        }
        return count;
    }

    @Test
    void messagesAreFoundByFieldsAndByTheirOrder() throws Exception {
        try (FixJournal journal = FixJournal.open(directory.resolve("data/fix"), ChannelOptions.defaults())) {
            FixStore store = journal.store(FixSessionId.parse(NAME));
            for (String fields : List.of(
                    "11=a|55=IBM|54=1|38=5|40=1|",
                    "11=b|41=a|37=17|55=IBM|54=1|38=5|40=1|",
                    "11=z|55=SAP|54=2|38=5|40=1|",
                    "11=c|41=b|55=IBM|54=1|38=5|40=1|554=secret|")) {
                byte[] bytes = Samples.message("D", fields + "60=20260302-08:00:00|");
                store.begin(1);
                store.application(store.nextIncoming(), bytes, 0, bytes.length);
                store.commit();
            }
        }
        Map<String, String> bySymbol = Map.of("show", "messages", "fields", "Symbol=SAP\n54=Sell");
        assertEquals(1, view(bySymbol, "Messages").size());
        // A message is found by its order's later id once the page knows all ids, which the first answer says.
        Map<String, String> byLast = Map.of("show", "messages", "orders", "c");
        assertEquals(1, view(byLast, "Messages").size());
        assertEquals("b\nc", view(byLast, "Search").getFirst().get(2));
        Map<String, String> byAll = Map.of("show", "messages", "orders", "17\na\nb\nc");
        assertEquals(3, view(byAll, "Messages").size());
        Map<String, String> first = Map.of("show", "messages", "limit", "1", "direction", "backward");
        String next = (String) view(first, "Search").getFirst().getFirst();
        String newest = (String) view(first, "Messages").getFirst().getFirst();
        Map<String, String> rest = Map.of("show", "messages", "direction", "backward", "at", next);
        assertEquals(3, view(rest, "Messages").size());
        String fields = view(Map.of("show", "message", "at", newest), "Fields").toString();
        assertTrue(fields.contains("Password, ***") && !fields.contains("secret"), fields);
        assertThrows(TopologyException.class, () -> view(Map.of("show", "messages", "limit", "x"), "Messages"));
        assertThrows(TopologyException.class, () -> view(Map.of("show", "message", "at", "0:1"), "Fields"));
    }
}
