package io.millrace.examples.market;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.millrace.leaks.Tolerates;
import java.math.BigDecimal;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The whole example as its user runs it, in a process of its own. */
@Tolerates(threads = "process reaper.*", files = "none", because = "the JDK keeps the thread that waits for processes")
@Tag("process")
class RunTest {
    private static final int ROWS = 100_000;

    @TempDir
    Path directory;

    private MarketData data() {
        return new MarketData(directory.resolve("data"));
    }

    @Test
    void theTablesAndTheJournalsAgreeWithAnIndependentComputation() throws Exception {
        Path summary = directory.resolve("summary.json");
        MarketData data = data();
        try (MarketProcess run =
                MarketProcess.startMarket(directory, data.directory(), "--summary", summary.toString())) {
            run.awaitWell();
        }
        Expected expected = Expected.ofSample(ROWS);

        assertEquals(expected.bars(), data.barRows());
        assertEquals(expected.orders(), data.orderRows());
        assertSumsAgree(data, expected);
        assertJournalsAgree(data, expected);

        String json = Files.readString(summary).replaceAll("\\s", "");
        for (String part : List.of(
                "\"trades\":100000",
                "\"bars\":" + expected.bars().size(),
                "\"signals\":" + expected.signals().size(),
                "\"orders\":" + expected.orders().size(),
                "\"rejected\":0",
                "\"rows\":{\"bars\":" + expected.bars().size() + ",\"orders\":"
                        + expected.orders().size() + "}")) {
            assertTrue(json.contains(part), part + " is not in " + json);
        }
        assertRunningAgainChangesNothing(data, expected);
    }

    private static void assertSumsAgree(MarketData data, Expected expected) throws Exception {
        assertEquals(9_399L, data.value("select count(*) from bars", Long.class));
        assertEquals(9_399L, data.value("select count(distinct start_time) from bars", Long.class));
        assertEquals(100_000L, data.value("select cast(sum(trades) as bigint) from bars", Long.class));
        assertEquals(
                expected.orders().size(),
                data.value("select count(*) from orders", Long.class).intValue());
        BigDecimal volume = data.value("select sum(cast(volume as decimal(30, 15))) from bars", BigDecimal.class);
        assertTrue(
                volume.subtract(expected.sum(2)).abs().compareTo(new BigDecimal("1e-6")) < 0,
                "volume=" + volume + " expected=" + expected.sum(2));
        assertEquals(
                9_399L,
                data.value("select count(*) from millrace_outcomes where gateway = 'market/bar-database'", Long.class));
    }

    private static void assertJournalsAgree(MarketData data, Expected expected) {
        List<Bar> bars = new ArrayList<>();
        data.replay("bars", Bars.class, bars::add);
        assertEquals(expected.bars(), bars);
        List<Signal> signals = new ArrayList<>();
        data.replay("signals", Signals.class, signals::add);
        assertEquals(expected.signals(), signals);
        List<Order> orders = new ArrayList<>();
        data.replay("orders", Orders.class, orders::add);
        assertEquals(expected.orders(), orders);
        assertEquals(ROWS + 1, data.count("trades"));
        assertEquals(0, data.count("rejected"));
        assertTrue(data.messages("bar-results").stream().allMatch(result -> result.endsWith("updateResult: 1\n")));
        assertEquals(expected.bars().size(), data.count("bar-results"));
        assertEquals(expected.orders().size(), data.count("order-results"));
    }

    private void assertRunningAgainChangesNothing(MarketData data, Expected expected) throws Exception {
        try (MarketProcess again = MarketProcess.startMarket(directory, data.directory())) {
            String output = again.awaitWell();
            assertTrue(output.toLowerCase(java.util.Locale.ROOT).contains("nothing new"), output);
        }
        assertEquals(expected.bars(), data.barRows());
        assertEquals(ROWS + 1, data.count("trades"));
    }

    @Test
    void aRunThatIsToldToEndStillCountsItsRows() throws Exception {
        MarketData data = data();
        try (MarketProcess run = MarketProcess.startMarket(directory, data.directory(), "--rate", "2000")) {
            long startNs = System.nanoTime();
            while (data.count("bar-results") == 0) {
                assertTrue(System.nanoTime() - startNs < 60_000_000_000L, run::output);
                Thread.sleep(20);
            }
            run.terminate();
            assertEquals(143, run.await());
            String output = run.output();
            assertTrue(output.matches("(?s).*\\nrows\\.bars +[1-9].*"), output);
            assertTrue(!output.contains("the database is away"), output);
        }
    }

    @Test
    void aDumpIsReadable() throws Exception {
        Path input = Fixtures.file(
                directory, "timestamp,price,amount\n1385337600,800.01,0.1\n1385337613,800.05,0.2\n1385337660,801,1\n");
        MarketData data = data();
        try (MarketProcess run = MarketProcess.startMarket(directory, data.directory(), "--input", input.toString())) {
            run.awaitWell();
        }
        try (MarketProcess dump = MarketProcess.start(
                directory, "dump", data.directory().resolve("bars").toString())) {
            String text = dump.awaitWell();
            assertTrue(text.contains("""
                            bar:
                              start: 2013-11-25T00:00:00Z
                              open: 800.01
                              high: 800.05
                              low: 800.01
                              close: 800.05
                            """), text);
        }
    }

    @Test
    void aBadRowStopsTheRunWithItsPlace() throws Exception {
        Path input = Fixtures.file(directory, "timestamp,price,amount\n5,1,1\n6,abc,1\n7,1,1\n");
        try (MarketProcess run =
                MarketProcess.startMarket(directory, data().directory(), "--input", input.toString())) {
            assertNotEquals(0, run.await());
            String output = run.output();
            assertTrue(
                    output.contains("column price is not a number file=" + input + " line=3 column=price value=abc"),
                    output);
        }
        // What came before it is kept, and a corrected file is read on from there.
        Fixtures.file(directory, "timestamp,price,amount\n5,1,1\n6,2,1\n7,3,1\n");
        try (MarketProcess run =
                MarketProcess.startMarket(directory, data().directory(), "--input", input.toString())) {
            run.awaitWell();
        }
        assertEquals(4, data().count("trades"));
        assertEquals(3, data().barRows().getFirst().count());
    }

    @Test
    void aBadRowIsSkippedAndKeptWhereThatIsWanted() throws Exception {
        Path input = Fixtures.file(directory, "timestamp,price,amount\n5,1,1\n6,abc,1\n4,1,1\n7,1\n8,3,1\n");
        Path summary = directory.resolve("summary.json");
        try (MarketProcess run = MarketProcess.startMarket(
                directory,
                data().directory(),
                "--input",
                input.toString(),
                "--on-error",
                "skip",
                "--summary",
                summary.toString())) {
            run.awaitWell();
        }
        List<Rejection> rejected = new ArrayList<>();
        data().replay("rejected", Rejections.class, rejected::add);
        assertEquals(
                List.of(
                        new Rejection(3, "price", "abc", "is not a number"),
                        new Rejection(4, "timestamp", "4", "goes back in time, the trade before it is at 5"),
                        new Rejection(5, "amount", "", "is missing")),
                rejected);
        String json = Files.readString(summary).replaceAll("\\s", "");
        assertTrue(json.contains("\"trades\":2") && json.contains("\"rejected\":3"), json);
        assertEquals(2, data().barRows().getFirst().count());
    }
}
