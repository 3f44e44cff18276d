package io.millrace.examples.exchange;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.millrace.channel.EpochClock;
import io.millrace.fix.FixApplication;
import io.millrace.fix.FixDestinations;
import io.millrace.fix.FixDictionary;
import io.millrace.fix.FixEngine;
import io.millrace.fix.FixEngineOptions;
import io.millrace.fix.FixEntries;
import io.millrace.fix.FixMessage;
import io.millrace.fix.FixSession;
import io.millrace.fix.FixSessionId;
import io.millrace.fix.FixSettings;
import io.millrace.fix.FixTime;
import io.millrace.fix.FixWriter;
import io.millrace.fixtures.Await;
import io.millrace.net.HostPort;
import io.millrace.service.EventLoop;
import io.millrace.service.EventLoopOptions;
import io.millrace.topology.RunOptions;
import io.millrace.topology.RunningTopology;
import io.millrace.topology.Topology;
import io.millrace.topology.TopologyRunner;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The venue as it is run, with traders that are initiators of our engine. */
class ExchangeTest {

    private static final FixDictionary FIX44 = FixDictionary.read(Path.of("target/dictionaries/FixRepository44.xml"));

    @TempDir
    private Path directory;

    @Test
    void tradersTradeAndAreToldAndADropCopyHasAll() throws Exception {
        try (RunningTopology running = TopologyRunner.open(topology(), RunOptions.in(directory.resolve("data")))) {
            running.start();
            String address = running.health().sections().get("fix").details().get("address");
            try (Trader ann = new Trader("ANN", address);
                    Trader bob = new Trader("BOB", address);
                    Trader drop = new Trader("DROP", address)) {
                bob.request();
                Await.until("an empty book", () -> bob.got.contains("W 0"));
                ann.order("a1", '2', 100, 1_010_000);
                Await.until("the book", () -> bob.got.contains("W 1"));
                bob.order("b1", '1', 40, 1_020_000);
                Await.until("both fills", () -> bob.got.contains("8 b1 F 2 40") && ann.got.contains("8 a1 F 1 40"));
                bob.send(request -> {
                    request.start("F")
                            .body()
                            .put(11, "b2")
                            .put(41, "b1")
                            .put(55, "IBM")
                            .put(54, '1')
                            .put(38, 40);
                    request.putTimestamp(60, EpochClock.system().nowNs(), FixTime.Precision.MILLISECONDS);
                });
                Await.until("the refusal", () -> bob.got.contains("9 b2"));
                Await.until("four copies", () -> drop.got.size() == 4);
                assertEquals(List.of("8 a1 0 0 0", "8 b1 0 0 0", "8 b1 F 2 40", "8 a1 F 1 40"), drop.got);
            }
            assertTrue(running.health().sections().containsKey("fix"));
        }
    }

    /** Returns the topology of the example with any free port. */
    private Topology topology() throws IOException {
        String text = Files.readString(Path.of("exchange.yaml"))
                .replace("127.0.0.1:9880", "127.0.0.1:0")
                .replace("port: 8092", "port: 0")
                .replace("page: page", "page: " + Path.of("page").toAbsolutePath())
                .replace("target/", Path.of("target").toAbsolutePath() + "/");
        return Topology.load(Files.writeString(directory.resolve("exchange.yaml"), text));
    }

    /** An initiator on a thread of its own, which notes what it gets. */
    private static final class Trader implements AutoCloseable, FixApplication {
        private final List<String> got = new CopyOnWriteArrayList<>();
        private final FixEngine engine;
        private final FixSession session;
        private final EventLoop loop;
        private volatile boolean loggedOn;

        Trader(String name, String address) {
            engine = FixEngine.open(FixEngineOptions.named(name));
            FixSettings settings = FixSettings.session(new FixSessionId("FIX.4.4", name, "XCHG"), FIX44)
                    .role(FixSettings.Role.INITIATOR)
                    .build();
            session = engine.add(settings, this, FixDestinations.of(HostPort.parse(address)));
            loop = EventLoop.start(name, EventLoopOptions.defaults(), List.of(engine));
            Await.until("the Logon", () -> loggedOn);
        }

        @Override
        public void loggedOn(FixSession of, long timeNs) {
            loggedOn = true;
        }

        @Override
        public void message(FixSession of, long timeNs, FixMessage message) {
            String type = message.text(35);
            got.add(
                    switch (type) {
                        case "8" ->
                            "8 " + message.text(11) + " " + message.text(150) + " " + message.text(39) + " "
                                    + message.text(14);
                        case "W" -> "W " + firstEntry(message);
                        default -> type + " " + message.text(11);
                    });
        }

        private static char firstEntry(FixMessage message) {
            FixEntries entries = message.group(268);
            assertTrue(entries.next());
            return entries.charValue(269);
        }

        void order(String id, char side, long quantity, long price) {
            send(order -> {
                order.start("D")
                        .body()
                        .put(11, id)
                        .put(55, "IBM")
                        .put(54, side)
                        .put(38, quantity)
                        .put(40, '2');
                order.putDecimal(44, price, 4)
                        .putTimestamp(60, EpochClock.system().nowNs(), FixTime.Precision.MILLISECONDS);
            });
        }

        void request() {
            send(request -> {
                request.start("V").body().put(262, "m1").put(263, '1').put(264, 0);
                request.put(267, 2).put(269, '0').put(269, '1').put(146, 1).put(55, "IBM");
            });
        }

        void send(Consumer<FixWriter> write) {
            engine.execute(() -> {
                FixWriter message = new FixWriter();
                write.accept(message);
                session.send(EpochClock.system().nowNs(), message);
            });
        }

        @Override
        public void close() {
            loop.close();
            engine.close();
        }
    }
}
