package io.millrace.channel;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.Test;

class QueueChannelTest extends ChannelContract {

    private static final Source OUTSIDE = Source.external("outside");

    @Override
    Channel open(String name) {
        return Channel.queue(name, 1 << 16, ChannelOptions.defaults());
    }

    private static Channel small() {
        return Channel.queue("notes", 1 << 12, ChannelOptions.defaults());
    }

    @Test
    void argumentsAreNotShared() {
        List<Quote> quotes = new ArrayList<>();
        try (Channel channel = small();
                ChannelWriter writer = channel.writer();
                ChannelReader reader = channel.reader((Quotes) quotes::add, ReaderOptions.defaults(), Quotes.class)) {
            Quote quote = new Quote();
            quote.symbol = "EURUSD";
            quote.number = 1;
            writer.as(Quotes.class).quote(quote);
            quote.number = 2;
            reader.poll();
            assertEquals(1, quotes.getFirst().number);
        }
    }

    @Test
    void aFullQueueRefusesACallAndReportsCapacity() {
        try (Channel channel = small();
                ChannelWriter writer = channel.writer();
                ChannelReader reader = reader(channel)) {
            Notes notes = writer.as(Notes.class);
            int sent = 0;
            while (writer.hasCapacity()) {
                notes.note("number", sent++);
            }
            assertTrue(sent > 20, "sent=" + sent);
            int more = sent;
            String full = assertThrows(ChannelException.class, () -> {
                        for (int i = more; ; i++) {
                            notes.note("number", i);
                        }
                    })
                    .getMessage();
            assertTrue(full.contains("queue is full") && full.contains("channel=notes"), full);
            readAll(reader);
            assertTrue(writer.hasCapacity());
            assertEquals(writer.written(), received.calls.size());
            for (int i = 0; i < received.calls.size(); i++) {
                assertEquals("note number " + i, received.calls.get(i));
            }
        }
    }

    @Test
    void aGroupThatDoesNotFitWaitsInTheWriterAndIsThenSeenWhole() {
        try (Channel channel = small();
                ChannelWriter writer = channel.writer();
                ChannelReader reader = reader(channel)) {
            Notes notes = writer.as(Notes.class);
            Input input = new Input();
            for (int group = 0; group < 2; group++) {
                assertTrue(writer.hasCapacity());
                writer.begin(input.set(OUTSIDE, group, 0));
                for (int i = 0; i < 40; i++) {
                    notes.note("x", group);
                }
                assertEquals(group * 40L, writer.commit());
            }
            assertFalse(writer.hasCapacity());
            assertEquals(79, writer.lastIndex());
            String error = assertThrows(ChannelException.class, () -> writer.begin(input))
                    .getMessage();
            assertTrue(error.contains("calls=40"), error);
            assertThrows(ChannelException.class, () -> notes.note("outside", 1));
            for (int i = 0; i < 40; i++) {
                assertEquals(Poll.MESSAGE, reader.poll());
            }
            assertEquals(Poll.NOTHING, reader.poll());
            assertTrue(writer.hasCapacity());
            readAll(reader);
            assertEquals(80, received.calls.size());
            assertEquals(79, reader.index());
        }
    }

    @Test
    void aGroupLargerThanTheQueueComesInParts() {
        try (Channel channel = small();
                ChannelWriter writer = channel.writer();
                ChannelReader reader = reader(channel)) {
            Notes notes = writer.as(Notes.class);
            writer.begin(new Input().set(OUTSIDE, 7, 0));
            for (int i = 0; i < 1_000; i++) {
                notes.note("part", i);
            }
            writer.commit();
            while (!writer.hasCapacity()) {
                assertEquals(Poll.MESSAGE, reader.poll());
            }
            readAll(reader);
            assertEquals(1_000, received.calls.size());
            assertEquals("note part 999", received.calls.getLast());
            assertEquals(999, reader.index());
        }
    }

    @Test
    void randomGroupsGoThroughARingThatIsOftenFull() {
        long seed = new Random().nextLong();
        Random random = new Random(seed);
        List<String> expected = new ArrayList<>();
        try (Channel channel = small();
                ChannelWriter writer = channel.writer();
                ChannelReader reader = reader(channel)) {
            Notes notes = writer.as(Notes.class);
            Input input = new Input();
            int held = 0;
            for (int step = 0; step < 20_000; step++) {
                if (random.nextInt(4) > 0) {
                    reader.poll();
                } else if (writer.hasCapacity()) {
                    writer.begin(input.set(OUTSIDE, step, 0));
                    int calls = random.nextInt(8);
                    boolean kept = random.nextInt(5) > 0;
                    for (int i = 0; i < calls; i++) {
                        String text = "t".repeat(random.nextInt(200));
                        notes.note(text, step);
                        if (kept) {
                            expected.add("note " + text + " " + step);
                        }
                    }
                    if (kept) {
                        writer.commit();
                    } else {
                        writer.rollback();
                    }
                } else {
                    held++;
                }
            }
            while (!writer.hasCapacity()) {
                reader.poll();
            }
            readAll(reader);
            assertTrue(held > 100, "held=" + held + " seed=" + seed);
        }
        assertEquals(expected, received.calls, "seed=" + seed);
    }

    @Test
    void aCallThatIsTooLongIsRefusedAndTheQueueContinues() {
        try (Channel channel = small();
                ChannelWriter writer = channel.writer();
                ChannelReader reader = reader(channel)) {
            Notes notes = writer.as(Notes.class);
            String error = assertThrows(ChannelException.class, () -> notes.note("y".repeat(5_000), 1))
                    .getMessage();
            assertTrue(error.contains("method=note bytes=50") && error.contains("limit=496"), error);
            writer.begin(new Input().set(OUTSIDE, 1, 0));
            assertThrows(ChannelException.class, () -> notes.note("y".repeat(600), 1));
            writer.rollback();
            notes.note("short", 2);
            readAll(reader);
        }
        assertEquals(List.of("note short 2"), received.calls);
    }

    @Test
    void whatNeedsAStoreIsRefused() {
        try (Channel channel = small();
                ChannelWriter writer = channel.writer();
                ChannelReader reader = reader(channel)) {
            assertEquals(Optional.empty(), channel.journal());
            assertEquals(Optional.empty(), channel.durability());
            assertTrue(assertThrows(ChannelException.class, channel::cursor)
                    .getMessage()
                    .contains("channel=notes"));
            assertEquals(Optional.empty(), writer.journalWriter());
            writer.begin(new Input().set(OUTSIDE, 1, 0));
            writer.rollback();
            reader.toStart();
            writer.as(Notes.class).note("one", 1);
            writer.as(Notes.class).note("two", 2);
            reader.poll();
            reader.seekAfter(0);
            assertThrows(ChannelException.class, () -> reader.seek(0));
            assertThrows(ChannelException.class, reader::toStart);
            reader.toEnd();
            assertEquals(Poll.NOTHING, reader.poll());
            assertEquals(1, reader.index());
        }
        assertTrue(assertThrows(ChannelException.class, () -> Channel.queue("odd", 5_000, ChannelOptions.defaults()))
                .getMessage()
                .contains("channel=odd"));
    }

    @Test
    void aLaterReaderGetsTheCallsThatSomeReaderHasNotRead() {
        try (Channel channel = small();
                ChannelWriter writer = channel.writer()) {
            Notes notes = writer.as(Notes.class);
            notes.note("one", 1);
            notes.note("two", 2);
            try (ChannelReader reader = reader(channel)) {
                reader.poll();
            }
            try (ChannelReader reader = reader(channel)) {
                readAll(reader);
                assertEquals(1, reader.index());
            }
        }
        assertEquals(List.of("note one 1", "note two 2"), received.calls);
    }
}
