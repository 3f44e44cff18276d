package io.millrace.channel;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.millrace.journal.Index;
import io.millrace.journal.JournalOptions;
import io.millrace.journal.Period;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class JournalChannelTest extends ChannelContract {

    private static final Source OUTSIDE = Source.external("outside");

    @TempDir
    Path directory;

    @Override
    JournalChannel open(String name) {
        return small(name, directory.resolve(name));
    }

    static JournalChannel small(String name, Path directory) {
        return Channel.journal(
                name,
                directory,
                ChannelOptions.defaults()
                        .withJournal(
                                JournalOptions.defaults().withSegmentSizeBytes(JournalOptions.MIN_SEGMENT_SIZE_BYTES)));
    }

    @Test
    void callsComeOutAsTheyWentIn() {
        Trade trade = new Trade("ABC", Instant.parse("2026-01-02T03:04:05.000000006Z"), 1.25, 100);
        try (JournalChannel channel = small("trades", directory);
                JournalChannelWriter writer = channel.writer();
                ChannelReader reader = reader(channel)) {
            assertEquals(Poll.NOTHING, reader.poll());
            writer.as(Trades.class).trade(trade);
            writer.as(Notes.class).note("a note", -3);
            writer.as(Trades.class).endOfInput();
            assertEquals(3, writer.written());
            assertEquals(Poll.MESSAGE, reader.poll());
            assertEquals("trades", reader.source().name());
            assertTrue(reader.index() > 0);
            assertTrue(Math.abs(System.currentTimeMillis() - reader.timeNs() / 1_000_000) < 60_000);
            readAll(reader);
        }
        assertEquals(List.of("trade " + trade, "note a note -3", "endOfInput"), received.calls);
    }

    @Test
    void periodsComeInForceInOrderWhateverThreadOpensThem() {
        try (JournalChannel channel = small("periods", directory);
                JournalChannelWriter writer = channel.writer()) {
            SnapshotMark mark =
                    new SnapshotMark(SnapshotMark.Edge.BEGIN, channel.source(), Index.NONE, List.of(), Index.NONE, 0);
            long begin = Index.NONE;
            for (int period = 1; period <= 40; period++) {
                begin = writer.beginPeriod(mark);
                writer.openPeriod(begin, writer.mark(mark.end(begin, 0)));
                if (period % 2 == 0) {
                    writer.awaitPeriods();
                    assertEquals(
                            Optional.of(new Period(period, begin)),
                            channel.journal().orElseThrow().period());
                }
            }
        }
    }

    @Test
    void aChannelIsReadAgainAfterItWasClosed() {
        try (JournalChannel channel = small("notes", directory);
                JournalChannelWriter writer = channel.writer()) {
            writer.as(Notes.class).note("one", 1);
        }
        try (JournalChannel channel = small("notes", directory);
                JournalChannelWriter writer = channel.writer();
                ChannelReader reader = reader(channel)) {
            writer.as(Notes.class).note("two", 2);
            readAll(reader);
        }
        assertEquals(List.of("note one 1", "note two 2"), received.calls);
    }

    @Test
    void callsSurviveManyRolls() {
        List<String> expected = new ArrayList<>();
        try (JournalChannel channel = small("notes", directory);
                JournalChannelWriter writer = channel.writer();
                ChannelReader reader = reader(channel)) {
            Notes notes = writer.as(Notes.class);
            for (int i = 0; i < 20_000; i++) {
                notes.note("number " + i, i);
                expected.add("note number " + i + " " + i);
            }
            readAll(reader);
            assertTrue(Index.segment(reader.index()) > 10, "segment=" + Index.segment(reader.index()));
        }
        assertEquals(expected, received.calls);
    }

    @Test
    void groupsSurviveManyRolls() {
        List<String> expected = new ArrayList<>();
        Input input = new Input();
        try (JournalChannel channel = small("notes", directory);
                JournalChannelWriter writer = channel.writer();
                ChannelReader reader = reader(channel)) {
            Notes notes = writer.as(Notes.class);
            for (int group = 0; group < 1_000; group++) {
                writer.begin(input.set(OUTSIDE, group, group));
                for (int i = 0; i < group % 7; i++) {
                    notes.note("x".repeat(i * 40), group);
                    expected.add("note " + "x".repeat(i * 40) + " " + group);
                }
                writer.commit();
            }
            readAll(reader);
            assertTrue(Index.segment(reader.index()) > 3, "segment=" + Index.segment(reader.index()));
            assertEquals(inOrder(1_000), consumptionOrder(channel));
        }
        assertEquals(expected, received.calls);
    }

    private static List<Long> inOrder(long count) {
        List<Long> order = new ArrayList<>();
        for (long i = 0; i < count; i++) {
            order.add(i);
        }
        return order;
    }

    /** Returns the inputs taken according to the channel; the last ones may not have been noted. */
    private static List<Long> consumptionOrder(Channel channel) {
        List<Long> order = new ArrayList<>();
        try (ChannelCursor cursor = channel.cursor()) {
            for (ChannelCursor.Entry entry = cursor.next(); entry != ChannelCursor.Entry.END; entry = cursor.next()) {
                if (entry == ChannelCursor.Entry.CONSUMED) {
                    ConsumedRuns runs = cursor.consumed();
                    for (int run = 0; run < runs.size(); run++) {
                        for (long index = runs.from(run); index <= runs.to(run); index++) {
                            order.add(index);
                        }
                    }
                } else if (cursor.number() == 1) {
                    order.add(cursor.history().index(cursor.history().size() - 1));
                }
            }
        }
        return order;
    }

    @Test
    void aGroupLargerThanASegmentComesOutWhole() {
        try (JournalChannel channel = small("notes", directory);
                JournalChannelWriter writer = channel.writer();
                ChannelReader reader = reader(channel)) {
            Notes notes = writer.as(Notes.class);
            writer.begin(new Input().set(OUTSIDE, 5, 0));
            for (int i = 0; i < 300; i++) {
                notes.note("y".repeat(700), i);
            }
            assertEquals(300, writer.staged());
            writer.commit();
            readAll(reader);
            assertEquals(300, received.calls.size());
            try (ChannelCursor cursor = channel.cursor()) {
                for (int i = 1; i <= 300; i++) {
                    assertEquals(ChannelCursor.Entry.CALL, cursor.next());
                    assertEquals(i, cursor.number());
                    assertEquals(i == 300, cursor.last());
                }
            }
        }
    }

    @Test
    void aCallLargerThanTheBatchGrowsIt() {
        try (JournalChannel channel = Channel.journal("notes", directory, ChannelOptions.defaults());
                JournalChannelWriter writer = channel.writer();
                ChannelReader reader = reader(channel)) {
            writer.as(Notes.class).note("z".repeat(1_000_000), 1);
            readAll(reader);
        }
        assertEquals(List.of("note " + "z".repeat(1_000_000) + " 1"), received.calls);
    }

    @Test
    void aGroupThatIsRolledBackLeavesNothing() {
        try (JournalChannel channel = small("notes", directory);
                JournalChannelWriter writer = channel.writer();
                ChannelReader reader = reader(channel)) {
            Notes notes = writer.as(Notes.class);
            writer.begin(new Input().set(OUTSIDE, 1, 0));
            notes.note("forgotten", 1);
            assertEquals("note: [forgotten, 1]", writer.staged(0).yaml().strip());
            writer.rollback();
            assertEquals(0, writer.staged());
            assertEquals(Index.NONE, channel.lastIndex(), "a restart that is refused has changed nothing");
            writer.begin(new Input().set(OUTSIDE, 2, 0));
            notes.note("kept", 2);
            writer.commit();
            readAll(reader);
            assertEquals(List.of(2L), consumptionOrder(channel));
        }
        assertEquals(List.of("note kept 2"), received.calls);
    }

    @Test
    void theRestOfAHalfWrittenGroupContinuesCounting() {
        try (JournalChannel channel = small("notes", directory);
                JournalChannelWriter writer = channel.writer();
                ChannelCursor cursor = channel.cursor()) {
            writer.begin(new Input().set(OUTSIDE, 1, 0));
            for (int i = 1; i <= 4; i++) {
                writer.as(Notes.class).note("n", i);
            }
            writer.commitAfter(2);
            assertEquals(ChannelCursor.Entry.CALL, cursor.next());
            assertEquals(3, cursor.number());
            assertEquals(ChannelCursor.Entry.CALL, cursor.next());
            assertEquals(4, cursor.number());
            assertTrue(cursor.last());
            assertEquals(ChannelCursor.Entry.END, cursor.next());
        }
    }

    @Test
    void inputsWithoutOutputAreNotedInTheOrderTheyWereTaken() {
        Source other = Source.external("other");
        try (JournalChannel channel = small("notes", directory);
                JournalChannelWriter writer = channel.writer();
                ChannelCursor cursor = channel.cursor()) {
            Input input = new Input();
            for (int i = 0; i < 3; i++) {
                writer.begin(input.set(OUTSIDE, i, 0));
                writer.commit();
            }
            writer.begin(input.set(other, 9, 0));
            writer.commit();
            assertEquals(2, writer.pendingRuns());
            assertEquals(ChannelCursor.Entry.END, cursor.next());
            writer.checkpoint();
            assertEquals(ChannelCursor.Entry.CONSUMED, cursor.next());
            ConsumedRuns runs = cursor.consumed();
            assertEquals(2, runs.size());
            assertEquals(OUTSIDE, runs.source(0));
            assertEquals(0, runs.from(0));
            assertEquals(2, runs.to(0));
            assertEquals(other, runs.source(1));
            assertEquals(9, runs.to(1));
        }
    }

    @Test
    void runsDoNotWaitForEver() {
        Source other = Source.external("other");
        try (JournalChannel channel = small("notes", directory);
                JournalChannelWriter writer = channel.writer()) {
            Input input = new Input();
            for (int i = 0; i < 10_000; i++) {
                writer.begin(input.set(i % 2 == 0 ? OUTSIDE : other, i, 0));
                writer.commit();
                assertTrue(writer.pendingRuns() < JournalWriter.MAX_PENDING_RUNS);
            }
        }
    }

    @Test
    void seekingFindsEveryCallAgain() {
        try (JournalChannel channel = small("notes", directory);
                JournalChannelWriter writer = channel.writer();
                ChannelReader reader = reader(channel)) {
            Notes notes = writer.as(Notes.class);
            for (int i = 0; i < 3_000; i++) {
                notes.note("number", i);
            }
            List<Long> indexes = new ArrayList<>();
            while (reader.poll() == Poll.MESSAGE) {
                indexes.add(reader.index());
            }
            for (int i = 2_999; i >= 0; i -= 101) {
                received.calls.clear();
                reader.seek(indexes.get(i));
                reader.poll();
                reader.seekAfter(indexes.get(i));
                reader.poll();
                assertEquals("note number " + i, received.calls.get(0));
                assertEquals(i == 2_999 ? 1 : 2, received.calls.size());
            }
            assertThrows(ChannelException.class, () -> reader.seek(indexes.get(5) + 1));
        }
    }
}
