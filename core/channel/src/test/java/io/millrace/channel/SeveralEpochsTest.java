package io.millrace.channel;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.millrace.journal.Direction;
import io.millrace.journal.Epoch;
import io.millrace.journal.Index;
import io.millrace.journal.SeekResult;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A channel whose journal has three epochs is read from any message on. */
class SeveralEpochsTest {

    /** Messages of each epoch, which take more than one segment. */
    private static final int EACH = 1_500;

    @TempDir
    Path directory;

    private final List<String> calls = new ArrayList<>();

    @BeforeEach
    void write() {
        append("first");
        EpochStarter.start(directory, new Epoch(1, 31));
        append("second");
        EpochStarter.start(directory, new Epoch(2, 3));
        append("third");
    }

    private void append(String text) {
        Input input = new Input();
        try (Channel channel = JournalChannelTest.small("notes", directory);
                ChannelWriter writer = channel.writer()) {
            for (int i = 0; i < EACH; i++) {
                writer.begin(input.set(Source.external("feed"), i, 1_000 + i));
                writer.as(Notes.class).note(text, i);
                writer.commit();
                calls.add("note " + text + " " + i);
            }
        }
    }

    @Test
    void everyCallIsReadAndIsFoundByItsIndex() {
        Received received = new Received();
        try (Channel channel = Channel.readOnly(directory);
                ChannelReader reader = channel.reader(received, ReaderOptions.defaults(), Notes.class)) {
            List<Long> indexes = new ArrayList<>();
            while (reader.poll() == Poll.MESSAGE) {
                indexes.add(reader.index());
            }
            assertEquals(calls, received.calls);
            assertEquals(
                    List.of(0, 31, 3),
                    indexes.stream().map(Index::leader).distinct().toList());
            assertTrue(Index.segment(indexes.getLast()) >= 5, Index.toText(indexes.getLast()));
            received.calls.clear();
            for (int i = 0; i < indexes.size(); i += 7) {
                reader.seek(indexes.get(i));
                assertEquals(Poll.MESSAGE, reader.poll());
                assertEquals(calls.get(i), received.calls.removeFirst());
            }
            long second = indexes.get(EACH);
            ChannelException e = assertThrows(
                    ChannelException.class,
                    () -> reader.seek(Index.of(Index.segment(second), 7, Index.position(second))));
            assertTrue(e.getMessage().contains("result=OTHER_EPOCH"), e.getMessage());
            assertTrue(e.getMessage().contains("index=" + Index.segment(second) + ".7:"), e.getMessage());
        }
    }

    @Test
    void theTextOfEveryCallNamesTheLeader() {
        try (ChannelText text = ChannelText.open(directory)) {
            List<String> forward = new ArrayList<>();
            while (text.next() == Poll.MESSAGE) {
                forward.add(text.yaml().strip());
                assertEquals("feed", text.history().source(0).name());
                assertEquals((forward.size() - 1) % EACH, text.history().index(0));
            }
            assertEquals(calls.size(), forward.size());
            assertEquals("note: [second, 0]", forward.get(EACH));
            text.direction(Direction.BACKWARD);
            List<String> backward = new ArrayList<>();
            List<Long> indexes = new ArrayList<>();
            while (text.next() == Poll.MESSAGE) {
                backward.add(text.yaml().strip());
                indexes.add(text.index());
            }
            assertEquals(forward, backward.reversed());
            long second = indexes.reversed().get(EACH);
            assertTrue(Index.toText(second).contains(".31:"), Index.toText(second));
            text.direction(Direction.FORWARD);
            text.seek(Index.parse(Index.toText(second)));
            assertEquals(Poll.MESSAGE, text.next());
            assertEquals("note: [second, 0]", text.yaml().strip());
            long other = Index.of(Index.segment(second), Index.position(second));
            ChannelException e = assertThrows(ChannelException.class, () -> text.seek(other));
            assertTrue(e.getMessage().contains("result=" + SeekResult.OTHER_EPOCH), e.getMessage());
        }
    }
}
