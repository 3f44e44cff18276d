package io.millrace.channel;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.millrace.journal.JournalOptions;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The end of a channel as a record, for readers on other machines. */
class ChannelEndTest {

    private static final ChannelOptions OPTIONS = ChannelOptions.defaults()
            .withJournal(JournalOptions.defaults().withSegmentSizeBytes(JournalOptions.MIN_SEGMENT_SIZE_BYTES))
            .withRecordedEnd();

    @TempDir
    private Path directory;

    private final List<String> read = new ArrayList<>();

    private JournalChannel open() {
        return Channel.journal("notes", directory, OPTIONS);
    }

    private void write(JournalChannel channel, String... notes) {
        try (JournalChannelWriter writer = channel.writer()) {
            for (String note : notes) {
                writer.as(Notes.class).note(note, 1);
            }
            channel.markEnded();
        }
    }

    private ChannelReader reader(Channel channel) {
        Notes notes = (text, _) -> read.add(text);
        return channel.reader(notes, ReaderOptions.defaults(), Notes.class);
    }

    @Test
    void theReaderOfACopyKnowsTheEndAndThatItIsTakenBack() {
        try (JournalChannel channel = open();
                JournalChannel copy = Channel.copy("notes", directory, OPTIONS);
                ChannelReader reader = reader(copy);
                ChannelReader local = reader(channel)) {
            assertEquals(ChannelEnd.OPEN, channel.end());
            write(channel, "one", "two");
            assertEquals(ChannelEnd.ENDED, channel.end());
            assertEquals(ChannelEnd.ENDED, copy.end());
            assertEquals(Poll.MESSAGE, reader.poll());
            assertFalse(reader.atEnd());
            assertEquals(Poll.MESSAGE, reader.poll());
            assertEquals(Poll.NOTHING, reader.poll());
            assertTrue(reader.atEnd());
            write(channel, "three");
            assertEquals(Poll.MESSAGE, reader.next());
            assertFalse(reader.atEnd());
            reader.dispatch();
            assertEquals(Poll.NOTHING, reader.poll());
            assertTrue(reader.atEnd());
            assertEquals(List.of("one", "two", "three"), read);
            while (local.poll() == Poll.MESSAGE) {}
            assertFalse(local.atEnd(), "the writer of this process may go on");
        }
    }

    @Test
    void endsThatTheWriterHadWhenItWasConnectedAreDoubtedUntilALaterOne() {
        AtomicLong joined = new AtomicLong();
        try (JournalChannel channel = open();
                JournalChannel copy = Channel.copy("notes", directory, OPTIONS);
                ChannelReader reader = reader(copy)) {
            copy.doubtEnds(joined::get);
            write(channel, "one");
            long first = channel.lastIndex();
            joined.set(first + 1);
            while (reader.poll() == Poll.MESSAGE) {}
            assertFalse(reader.atEnd(), "an end that came while the copy caught up");
            assertTrue(copy.hasDoubtfulEnd());
            assertFalse(copy.hasBelievedEnd());
            write(channel, "two");
            assertEquals(Poll.MESSAGE, reader.poll());
            assertEquals(Poll.NOTHING, reader.poll());
            assertTrue(reader.atEnd(), "an end of this run");
            assertTrue(copy.hasBelievedEnd());
            long second = channel.lastIndex();
            joined.set(second + 1); // the writer was started again, and may continue
            assertFalse(reader.atEnd());
            assertTrue(copy.hasDoubtfulEnd());
            copy.believeEnd();
            assertTrue(reader.atEnd());
            assertTrue(copy.hasBelievedEnd());
            assertTrue(copy.isDoubtful(first), "one end is believed, not all");
        }
    }

    @Test
    void theEndThatACopyHasAtItsOpeningIsDoubted() {
        try (JournalChannel channel = open()) {
            write(channel, "one");
            try (JournalChannel copy = Channel.copy("notes", directory, OPTIONS);
                    ChannelReader reader = reader(copy)) {
                copy.doubtEnds(() -> 0);
                while (reader.poll() == Poll.MESSAGE) {}
                assertFalse(reader.atEnd());
                copy.believeEnd();
                assertTrue(reader.atEnd());
            }
        }
    }

    @Test
    void anEndIsWrittenOnceUntilMoreIsWritten() {
        long last;
        try (JournalChannel channel = open()) {
            assertThrows(ChannelException.class, channel::recordHeld);
            write(channel, "one");
            channel.recordHeld();
            assertEquals(ChannelEnd.HELD, channel.end());
            last = channel.lastIndex();
        }
        try (JournalChannel channel = open()) {
            assertEquals(ChannelEnd.HELD, channel.end());
            write(channel);
            channel.recordHeld();
            assertEquals(last, channel.lastIndex());
            write(channel, "two");
            assertEquals(ChannelEnd.ENDED, channel.end());
        }
    }

    @Test
    void aCursorPassesOverTheEndAndAReaderThatMovesForgetsIt() {
        try (JournalChannel channel = open();
                JournalChannel copy = Channel.copy("notes", directory, OPTIONS);
                ChannelReader reader = reader(copy);
                ChannelCursor cursor = copy.cursor()) {
            write(channel, "one");
            write(channel, "two");
            assertEquals(ChannelCursor.Entry.CALL, cursor.next());
            assertEquals(ChannelCursor.Entry.CALL, cursor.next());
            assertEquals(ChannelCursor.Entry.END, cursor.next());
            while (reader.poll() == Poll.MESSAGE) {}
            assertTrue(reader.atEnd());
            reader.toStart();
            assertFalse(reader.atEnd());
        }
    }

    @Test
    void nothingIsRecordedWithoutTheOption() {
        ChannelOptions without = ChannelOptions.defaults().withJournal(OPTIONS.journal());
        try (JournalChannel channel = Channel.journal("notes", directory, without)) {
            write(channel, "one");
            assertTrue(channel.ended());
            assertEquals(ChannelEnd.OPEN, channel.end());
        }
    }
}
