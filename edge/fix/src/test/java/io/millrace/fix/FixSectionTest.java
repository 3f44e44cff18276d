package io.millrace.fix;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.millrace.channel.EpochClock;
import io.millrace.fixtures.Await;
import io.millrace.fixtures.FreePorts;
import io.millrace.net.HostPort;
import io.millrace.service.EventLoop;
import io.millrace.service.EventLoopOptions;
import io.millrace.topology.RunOptions;
import io.millrace.topology.RunningTopology;
import io.millrace.topology.Topology;
import io.millrace.topology.TopologyException;
import io.millrace.topology.TopologyRunner;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class FixSectionTest {

    private static final String FILE = read(Path.of("src/test/data/desk.yaml"));

    @TempDir
    private Path directory;

    private static String read(Path file) {
        try {
            return Files.readString(file);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @BeforeEach
    void writeDictionary() throws IOException {
        try (InputStream in = getClass().getResourceAsStream("/FIX44.xml")) {
            Files.copy(in, directory.resolve("FIX44.xml"));
        }
    }

    private Topology load(String text) throws IOException {
        return Topology.load(Files.writeString(directory.resolve("desk.yaml"), text));
    }

    /** A client on a thread of its own, which sends orders and notes what their reports say. */
    static final class Buyer implements AutoCloseable, FixApplication {
        final List<String> got = new CopyOnWriteArrayList<>();
        final AtomicInteger logouts = new AtomicInteger();
        private final AtomicInteger logons = new AtomicInteger();
        private final FixEngine engine;
        private final FixSession session;
        private final EventLoop loop;

        Buyer(FixEngineOptions options, FixSessionId id, HostPort to) {
            engine = FixEngine.open(options);
            FixDestinations hosts = FixDestinations.of(to).withWaits(Duration.ofMillis(10), Duration.ofMillis(10));
            session = engine.add(TestEngines.initiator(id), this, hosts);
            loop = EventLoop.start("buyer", EventLoopOptions.defaults(), List.of(engine));
            Await.until("the Logon", () -> logons.get() == 1);
        }

        @Override
        public void message(FixSession of, long timeNs, FixMessage message) {
            got.add(
                    message.isType("j") && message.text(380).equals("0")
                            ? message.text(58)
                            : message.text(37) + " " + message.text(17));
        }

        @Override
        public void loggedOn(FixSession of, long timeNs) {
            logons.incrementAndGet();
        }

        @Override
        public void loggedOut(FixSession of, long timeNs) {
            logouts.incrementAndGet();
        }

        void order(String id) {
            order(id, "100.25");
        }

        void order(String id, String price) {
            engine.execute(() -> {
                long nowNs = EpochClock.system().nowNs();
                FixWriter order = new FixWriter().start("D").body();
                order.put(11, id)
                        .put(55, "IBM")
                        .put(54, '1')
                        .put(38, 100)
                        .put(40, '2')
                        .put(44, price);
                session.send(nowNs, order.putTimestamp(60, nowNs, FixTime.Precision.MILLISECONDS));
            });
        }

        void ask(String type) {
            engine.execute(() -> session.send(
                    EpochClock.system().nowNs(),
                    new FixWriter()
                            .start(type)
                            .body()
                            .put(11, "17")
                            .put(55, "IBM")
                            .put(54, '1')));
        }

        @Override
        public void close() {
            loop.close();
        }
    }

    @Test
    void messagesAreCallsAndCallsAreMessagesBeforeAndAfterARestart() throws Exception {
        Topology topology = load(FILE);
        try (RunningTopology running = run(topology);
                Buyer buyer = buyer(running)) {
            buyer.order("one");
            buyer.order("two");
            Await.until("two reports", () -> buyer.got.equals(List.of("one 1", "two 2")));
            String session = "session FIX.4.4:SELL->BUY";
            Await.until(
                    "the numbers of the session in the health of the run",
                    () -> "LOGGED_ON nextIn=4 nextOut=4 missing=0".equals(detail(running, session)));
        }
        try (RunningTopology running = run(topology);
                Buyer buyer = buyer(running)) {
            buyer.order("three");
            Await.until("a third report", () -> buyer.got.equals(List.of("three 3")));
        }
    }

    @Test
    void theJournalMayBeAChannelWithWhatChannelsHave() throws Exception {
        Files.createDirectory(directory.resolve("keys"));
        String text = FILE.replace(
                "components:",
                "  log: {ownership: SHARED, durability: SYNCED, roll: {size: 1MiB}, retain: {size: 2MiB},"
                        + " encryption: {keys: keys}}\ncomponents:");
        Topology topology = load(text.replace("  out: reports", "  out: reports\n  store: log"));
        for (int run = 1; run <= 3; run++) {
            int number = run;
            try (RunningTopology running = run(topology);
                    Buyer buyer = buyer(running)) {
                buyer.order("order" + number);
                Await.until("a report", () -> buyer.got.equals(List.of("order" + number + " " + number)));
            }
        }
        assertFalse(Files.exists(directory.resolve("data/fix")));
        for (Path file : files(directory.resolve("data/log"))) {
            assertFalse(
                    new String(Files.readAllBytes(file), StandardCharsets.ISO_8859_1).contains("order1"), file + "");
        }
    }

    private static List<Path> files(Path of) throws IOException {
        try (Stream<Path> files = Files.list(of)) {
            return files.toList();
        }
    }

    @Test
    void messagesAreCallsWithClassesAndOthersAreAnswered() throws Exception {
        Topology topology = load(FILE.replace("EchoDesk", "TypedDesk")
                .replace("  out: reports", "  out: reports\n  messages: io.millrace.fix.TypedCalls")
                .replace("{file: FIX44.xml}", "{file: FIX44.xml, overlay: venue.yaml}"));
        Files.writeString(
                directory.resolve("venue.yaml"), "messages: {Ping: {type: U1, fields: [ClOrdID, Symbol, Side]}}");
        try (RunningTopology running = run(topology);
                Buyer buyer = buyer(running)) {
            buyer.order("one");
            buyer.ask("U1");
            buyer.order("two");
            Await.until("all answers", () -> buyer.got.size() == 3);
            assertTrue(buyer.got.containsAll(List.of("one 1", "two 2", "null null")), buyer.got + "");
        }
    }

    /** Each is answered with tag and value, the others arrive, and a restart answers none again. */
    @Test
    void aValueThatTheClassCannotHoldIsAnsweredAndTheSessionGoesOn() throws Exception {
        Topology topology = load(FILE.replace("EchoDesk", "TypedDesk")
                .replace("  out: reports", "  out: reports\n  messages: io.millrace.fix.TypedCalls"));
        Set<String> expected = Set.of( // the session answers before the component
                "one 1",
                "a field does not fit into decimals=4 tag=44 name=Price value=1.23456"
                        + " field=io.millrace.fix.SampleOrder.price",
                "two 2");
        try (RunningTopology running = run(topology);
                Buyer buyer = buyer(running)) {
            buyer.order("one");
            buyer.order("odd", "1.23456");
            buyer.order("two");
            Await.until("all answers", () -> buyer.got.size() == 3, () -> buyer.got.toString());
            assertEquals(expected, Set.copyOf(buyer.got));
            assertTrue(buyer.got.indexOf("one 1") < buyer.got.indexOf("two 2"), buyer.got.toString());
        }
        try (RunningTopology running = run(topology);
                Buyer buyer = buyer(running)) {
            buyer.order("three");
            Await.until("a third report", () -> buyer.got.equals(List.of("three 3")), () -> buyer.got.toString());
        }
    }

    private Buyer buyer(RunningTopology running) {
        FixJournal journal = TestEngines.journal(directory.resolve("buyer"));
        return new Buyer(FixEngineOptions.named("buyer").with(journal), TestEngines.BUY, address(running));
    }

    @Test
    void aMessageForAnUnknownSessionIsRefusedAndReported() throws Exception {
        List<String> errors = new CopyOnWriteArrayList<>();
        RunOptions options = RunOptions.in(directory.resolve("data"))
                .withErrorHandler((_, _, error) -> errors.add(error.getMessage()));
        FixSessionId some = new FixSessionId("FIX.4.4", "SOME", "SELL");
        try (RunningTopology running = TopologyRunner.open(load(FILE), options)) {
            running.start();
            try (Buyer buyer = new Buyer(FixEngineOptions.named("buyer"), some, address(running))) {
                buyer.order("lost");
                buyer.order("kept");
                Await.until("the second report", () -> buyer.got.equals(List.of("kept 2")));
            }
        }
        assertTrue(errors.getFirst().contains("the session is not known session=FIX.4.4:SELL->NOBODY"), errors + "");
    }

    @Test
    void theAddressOfAPortMayBeAParameter() throws Exception {
        String port = Integer.toString(FreePorts.next());
        Topology topology = load(FILE.replace("127.0.0.1:0", "127.0.0.1:${port}")
                + "\nparameters: {port: {type: int, default: \"0\"}}\n");
        RunOptions options = RunOptions.in(directory.resolve("data")).withParameters(Map.of("port", port));
        try (RunningTopology running = TopologyRunner.open(topology, options)) {
            running.start();
            assertEquals("127.0.0.1:" + port, address(running).toString());
        }
    }

    private RunningTopology run(Topology topology) {
        RunningTopology running = TopologyRunner.open(topology, RunOptions.in(directory.resolve("data")));
        running.start();
        return running;
    }

    private static HostPort address(RunningTopology running) {
        return HostPort.parse(detail(running, "address"));
    }

    private static String detail(RunningTopology running, String name) {
        return running.health().sections().get("fix").details().get(name);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '~', quoteCharacter = '`', textBlock = """
            in: orders ~ in: order ~ 8 ~ channel=order, which is not among the channels
            in: orders ~ in: reports ~ 8 ~ fix in channel=reports, which needs ownership SHARED
            in: orders ~ inn: orders ~ 8 ~ has the unknown key=inn
            out: reports ~ out: orders ~ 9 ~ fix reads and writes channel=orders
            127.0.0.1:0 ~ 127.0.0.1:70000 ~ 10 ~ an address is HOST:PORT
            {file: FIX44.xml} ~ {file: FIX44.xml, transport: FIXT11.xml} ~ 11 ~ needs both or neither of transport
            FIX.4.4:SELL->* ~ FIX.4.4:SELL->BUY ~ 14 ~ two sessions have one name session=FIX.4.4:SELL->BUY
            FIX.4.4:SELL->BUY ~ FIX.4.4 SELL ~ 13 ~ a session is named as in FIX.4.4:OWN->PEER session=FIX.4.4 SELL
            FIX.4.4:SELL->BUY ~ FIXT.1.1:SELL->BUY ~ 13 ~ needs a dictionary with a transport
            FIX.4.4:SELL->BUY ~ FIX.9.9:SELL->BUY ~ 13 ~ begins with a version that is none of [FIX.4.0, FIX.4.1
            FIX.4.4:SELL->* ~ FIX.4.4:SELL->A* ~ 14 ~ a * that is not the whole name of the peer
            FIX.4.4:SELL->BUY ~ FIX.4.4:*->BUY ~ 13 ~ a * that is not the whole name of the peer
            dictionary: fix44 ~ dictionary: fix42 ~ 13 ~ a dictionary that does not exist dictionary=fix42
            dictionary: fix44 ~ options: [sometimes] ~ 13 ~ has an unknown value value=sometimes known=[LAST_PROCESSED
            dictionary: fix44 ~ schedule: {start: 8, end: "17:00"} ~ 13 ~ needs a time of day such as
            dictionary: fix44 ~ schedule: {start: "08:00", end: "17:00", zone: Mars} ~ 13 ~ needs a time zone
            dictionary: fix44 ~ schedule: {start: "08:00", end: "17:00", days: []} ~ 13 ~ never opens
            dictionary: fix44 ~ schedule: {start: "08:00", end: "17:00", startDay: MONDAY} ~ 13 ~ needs both or neither
            dictionary: fix44 ~ heartbeat: 10 ~ 13 ~ belongs to connect
            dictionary: fix44 ~ connect: ["host:x"] ~ 13 ~ an address is HOST:PORT
            dictionary: fix44 ~ maxMessage: 100B ~ 13 ~ needs 256 to
            session: "FIX.4.4:SELL->*" ~ session: "FIX.4.4:SELL->*", connect: ["h:1"] ~ 14 ~ a template cannot connect
            ports: {main: {address: "127.0.0.1:0"}} ~ maxUnknown: 0 ~ 10 ~ maxUnknown
            {address: "127.0.0.1:0"} ~ {address: "127.0.0.1:0", key: a} ~ 10 ~ belongs to certificate
            {address: "127.0.0.1:0"} ~ {address: "127.0.0.1:0", certificate: a} ~ 10 ~ needs both or neither
            "127.0.0.1:0" ~ "h:0", certificate: a, key: b, trust: c, clientCertificate: none ~ 10 ~ trust
            "127.0.0.1:0" ~ "h:0", certificate: a, key: b, clientCertificate: wanted ~ 10 ~ trust
            {address: "127.0.0.1:0"} ~ {address: "127.0.0.1:0", proxy: perhaps} ~ 10 ~ proxy=perhaps is unknown
            ports: {main: {address: "127.0.0.1:0"}} ~ idle: lazy ~ 10 ~ lazy
            ports: {main: {address: "127.0.0.1:0"}} ~ thread: desk ~ 10 ~ fix has thread=desk, which is not among
            ports: {main: {address: "127.0.0.1:0"}} ~ store: reports ~ 10 ~ which needs ownership SHARED
            ports: {main: {address: "127.0.0.1:0"}} ~ store: orders ~ 10 ~ is the channel of calls
            ports: {main: {address: "127.0.0.1:0"}} ~ durability: MAPPED ~ 13 ~ accepts, and fix has no ports
            """)
    void aMistakeIsAnErrorWithItsLine(String of, String by, int line, String message) throws IOException {
        assertTrue(FILE.contains(of), of);
        String text = FILE.replace(of, by);
        TopologyException refused = assertThrows(TopologyException.class, () -> load(text));
        assertTrue(refused.getMessage().contains("desk.yaml:" + line + ":"), refused.getMessage());
        assertTrue(refused.getMessage().contains(message), refused.getMessage());
    }

    private static final String OTHER =
            "  other: {class: io.millrace.fix.EchoDesk, reads: [other], writes: far, host: b}\n";

    /** On a host with a spare everything that the engine reads and writes has to be there. */
    @ParameterizedTest
    @CsvSource(delimiter = '~', textBlock = """
            fix:|  host: a ~ fix: ~ fix is on no host; name one by host hosts=[a, b]
            log: {ownership: SHARED, host: a} ~ # no log ~ name a channel as store, or the spare lacks the sessions
            log: {ownership: SHARED, host: a} ~ log: {ownership: SHARED, host: b} ~ needs channel=log, which is
            """)
    void aSpareNeedsWhatTheEngineHas(String of, String by, String message) throws IOException {
        String hosts = """
                hosts:
                  a: {address: "127.0.0.1:7100", replicas: [s]}
                  b: {address: "127.0.0.1:7101"}
                  s: {address: "127.0.0.1:7102"}
                channels:
                  log: {ownership: SHARED, host: a}
                  other: {ownership: SHARED, host: b}
                """;
        String text = FILE.replace("channels:\n", hosts)
                .replace("orders: {ownership: SHARED,", "orders: {ownership: SHARED, host: a,")
                .replace("writes: reports", "writes: reports, host: a")
                .replace("components:\n", "  far: {}\n" + "components:\n" + OTHER)
                .replace("fix:\n", "fix:\n  host: a\n  store: log\n");
        assertEquals(3, load(text).hosts().size());
        assertTrue(text.contains(of.replace("|", "\n")), text);
        String wrong = text.replace(of.replace("|", "\n"), by);
        TopologyException refused = assertThrows(TopologyException.class, () -> load(wrong));
        assertTrue(refused.getMessage().contains(message), refused.getMessage());
    }

    @Test
    void aDictionaryThatCannotBeReadIsAnErrorWithBothLines() throws IOException {
        Files.writeString(
                directory.resolve("FIX44.xml"), "<fix major='4' minor='4'>\n<header><field name='No'/></header></fix>");
        Topology topology = load(FILE);
        RunOptions options = RunOptions.in(directory.resolve("data"));
        Exception refused = assertThrows(RuntimeException.class, () -> {
            try (RunningTopology running = TopologyRunner.open(topology, options)) {
                running.start();
            }
        });
        assertTrue(refused.getMessage().contains("FIX44.xml"), refused.getMessage());
        assertTrue(refused.getMessage().contains("desk.yaml:11:"), refused.getMessage());
    }

    @ParameterizedTest
    @CsvSource(delimiter = '~', textBlock = """
            out: reports ~ messages: java.lang.String ~ messages names no public class that implements FixCalls
            FIX.4.4:SELL->BUY ~ FIX.4.2:SELL->BUY ~ has a dictionary of another version version=FIX.4.4
            """)
    void whatIsFoundAtTheStartIsAnError(String of, String by, String message) throws IOException {
        Topology topology = load(FILE.replace(of, by));
        RunOptions options = RunOptions.in(directory.resolve("data"));
        Exception refused = assertThrows(RuntimeException.class, () -> {
            try (RunningTopology running = TopologyRunner.open(topology, options)) {
                running.start();
            }
        });
        assertTrue(refused.getMessage().contains(message), refused.getMessage());
    }
}
