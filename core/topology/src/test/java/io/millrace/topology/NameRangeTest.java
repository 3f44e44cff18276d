package io.millrace.topology;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Names with a range stand for one name for each number. */
class NameRangeTest {
    private static final String FILE = """
            channels:
              trades-[0-2]: {}
              bars: {}
            components:
              feed-[0-2]:
                class: example.Feed
                writes: trades-[0-2]
                arguments: {partition: "[0-2]", files: ["a[0-2].csv", b.csv], others: "[0-9]"}
              bars:
                class: example.Bars
                reads: ["trades-[0-2]"]
                writes: bars
            threads:
              feeds: {runs: ["feed-[0-2]"]}
            """;

    @TempDir
    Path directory;

    private Topology read(String text) {
        try {
            return Topology.load(Files.writeString(directory.resolve("it.yaml"), text));
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }

    @Test
    void eachNumberHasAChannelAndAComponentOfItsOwn() {
        Topology topology = read(FILE);
        assertEquals(
                Set.of("trades-0", "trades-1", "trades-2", "bars"),
                topology.channels().keySet());
        ComponentSpec feed = topology.components().get("feed-1");
        assertEquals("trades-1", feed.writes());
        assertEquals(new Argument.Text("1"), feed.arguments().get("partition"));
        assertEquals(
                new Argument.Items(List.of("a1.csv", "b.csv")), feed.arguments().get("files"));
        assertEquals(new Argument.Text("[0-9]"), feed.arguments().get("others"));
        assertEquals(
                List.of("trades-0", "trades-1", "trades-2"),
                topology.components().get("bars").reads());
        assertEquals(
                List.of("feed-0", "feed-1", "feed-2"),
                topology.threads().get("feeds").runs());
    }

    @Test
    void aComponentOfARangeReadsTheChannelOfItsNumber() {
        Topology topology = read("""
                channels:
                  trades-[3-4]: {ownership: SHARED}
                  bars-[3-4]: {}
                components:
                  bars-[3-4]: {class: example.Bars, reads: ["trades-[3-4]"], writes: "bars-[3-4]"}
                """);
        assertEquals(List.of("trades-4"), topology.components().get("bars-4").reads());
        assertEquals("bars-3", topology.components().get("bars-3").writes());
    }

    private void assertRefused(String part, String text) {
        TopologyException error = assertThrows(TopologyException.class, () -> read(text));
        assertTrue(error.getMessage().contains(part), error.getMessage());
        assertTrue(error.getMessage().contains("it.yaml:"), error.getMessage());
    }

    @Test
    void aRangeThatIsNoneIsRefusedWithItsPosition() {
        assertRefused("has a range that is not from 1 to 1000", "channels: {'a-[3-2]': {}}");
        assertRefused("has a range that is not from 1 to 1000", "channels: {'a-[0-1000]': {}}");
        assertRefused("has several ranges", "channels: {'a-[0-1]-[0-1]': {}}");
        assertRefused("has the name twice", "channels: {'a-1': {}, 'a-[0-1]': {}}");
        assertRefused(
                "has a range that is not from",
                "channels: {a: {}}\ncomponents: {b: {class: example.B, reads: ['a-[2-1]'], writes: a}}");
    }
}
