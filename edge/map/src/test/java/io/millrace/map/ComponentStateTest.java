package io.millrace.map;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.millrace.channel.Channel;
import io.millrace.channel.ChannelReader;
import io.millrace.channel.ChannelWriter;
import io.millrace.channel.Poll;
import io.millrace.channel.ReaderOptions;
import io.millrace.fixtures.Await;
import io.millrace.journal.Ownership;
import io.millrace.service.ReplayReport;
import io.millrace.service.ServiceTask;
import io.millrace.service.Upgrades;
import io.millrace.topology.ChannelSpec;
import io.millrace.topology.ComponentSpec;
import io.millrace.topology.ReplayOptions;
import io.millrace.topology.RunOptions;
import io.millrace.topology.RunningTopology;
import io.millrace.topology.ThreadSpec;
import io.millrace.topology.Topology;
import io.millrace.topology.TopologyReplay;
import io.millrace.topology.TopologyRunner;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A component whose state is a map starts again, is replayed, and continues as another version. */
class ComponentStateTest {

    private static final int SYMBOLS = 20;

    @TempDir
    Path data;

    /** Notes outputs as text. */
    private static final class Noted implements QuoteEvents {

        final List<String> events = new ArrayList<>();

        @Override
        public void price(String symbol, double price, long changes) {
            events.add(symbol + "=" + price + "#" + changes);
        }

        @Override
        public void symbols(int count, String first) {
            events.add(count + ":" + first);
        }
    }

    private static Topology topology(Class<?> desk) {
        ChannelSpec small = ChannelSpec.journal().withSegmentSize(1 << 16);
        return Topology.builder("quotes")
                .channel("quotes", small.withOwnership(Ownership.SHARED))
                .channel("prices", small)
                .channel("states", small)
                .component(
                        "desk",
                        ComponentSpec.of(desk).reads("quotes").writes("prices").snapshots("states", 25))
                .thread("desk", ThreadSpec.running("desk"))
                .build();
    }

    private static void make(Quotes quotes, Random random, int inputs) {
        for (int i = 0; i < inputs; i++) {
            String symbol = "S" + random.nextInt(SYMBOLS);
            if (random.nextInt(4) == 0) {
                quotes.withdrawn(symbol);
            } else {
                quotes.quote(symbol, random.nextInt(100));
            }
        }
    }

    private void run(Class<?> desk, long seed, int inputs) {
        try (RunningTopology running = TopologyRunner.open(topology(desk), RunOptions.in(data))) {
            running.start();
            Channel quotes = running.journals().get("quotes");
            try (ChannelWriter writer = quotes.writer()) {
                make(writer.as(Quotes.class), new Random(seed), inputs);
            }
            ServiceTask task = running.services().get("desk");
            long last = quotes.journal().orElseThrow().lastIndex();
            Await.until("the desk has taken all inputs", () -> task.positions().get("quotes") >= last);
        }
    }

    private static void delete(Path directory) throws IOException {
        try (Stream<Path> files = Files.list(directory)) {
            for (Path file : files.toList()) {
                Files.delete(file);
            }
        }
    }

    private List<String> written() {
        Noted noted = new Noted();
        try (Channel prices = Channel.readOnly(data.resolve("prices"));
                ChannelReader reader = prices.reader(noted, ReaderOptions.defaults(), QuoteEvents.class)) {
            while (reader.poll() == Poll.MESSAGE) {
                // notes it
            }
        }
        return noted.events;
    }

    @Test
    void startsAgainFromItsSnapshotAndFromItsInputs() throws IOException {
        Noted expected = new Noted();
        QuoteDesk direct = new QuoteDesk(expected);
        for (int start = 0; start < 3; start++) {
            long seed = System.nanoTime();
            System.out.println("seed=" + seed);
            run(QuoteDesk.class, seed, 130);
            make(direct, new Random(seed), 130);
            assertEquals(expected.events, written(), () -> "seed=" + seed);
            if (start == 1) {
                delete(data.resolve("states"));
            }
        }
        ReplayReport replayed = TopologyReplay.run(topology(QuoteDesk.class), "desk", ReplayOptions.in(data));
        assertTrue(replayed.isEqual(), replayed::toString);
        assertTrue(Files.exists(data.resolve("states")));
    }

    @Test
    void anotherVersionContinuesWithTheStateOfTheFirst() {
        run(QuoteDesk.class, 1, 75); // its last snapshot has all of them
        try (Channel quotes = Channel.readOnly(data.resolve("quotes"))) {
            assertEquals(75, quotes.journal().orElseThrow().messages());
        }
        List<String> before = written();
        Upgrades.in(data).order("desk", "alice", "venues");
        run(NextQuoteDesk.class, 2, 40);
        List<String> after = written();
        assertEquals(before, after.subList(0, before.size()));
        Noted expected = new Noted();
        NextQuoteDesk next = new NextQuoteDesk(expected);
        QuoteDesk first = new QuoteDesk(new Noted());
        make(first, new Random(1), 75);
        first.snapshot(
                (symbol, price) -> next.entry(symbol, new NextQuoteDesk.Price(price.price(), price.changes(), "none")));
        make(next, new Random(2), 40);
        assertEquals(expected.events, after.subList(before.size(), after.size()));
        run(NextQuoteDesk.class, 3, 10);
        make(next, new Random(3), 10);
        List<String> last = written();
        assertEquals(expected.events, last.subList(before.size(), last.size()));
    }
}
