package io.millrace.channel;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.millrace.wire.CallHooks;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The contract of every channel whose readers poll. */
abstract class ChannelContract {

    final Received received = new Received();

    /** Opens an empty channel with a capacity of some kilobytes. */
    abstract Channel open(String name);

    final ChannelReader reader(Channel channel) {
        return channel.reader(received, ReaderOptions.defaults(), Trades.class, Notes.class);
    }

    final void readAll(ChannelReader reader) {
        while (reader.poll() == Poll.MESSAGE) {
            // each call is kept by the handler
        }
    }

    @Test
    void everyReaderGetsEveryCall() {
        Received other = new Received();
        try (Channel channel = open("notes");
                ChannelWriter writer = channel.writer();
                ChannelReader reader = reader(channel);
                ChannelReader second = channel.reader(other, ReaderOptions.defaults(), Notes.class)) {
            for (int i = 0; i < 20; i++) {
                writer.as(Notes.class).note("n", i);
                readAll(second);
            }
            readAll(reader);
        }
        assertEquals(20, received.calls.size());
        assertEquals(received.calls, other.calls);
    }

    @Test
    void aHistoryContinuesFromChannelToChannel() {
        Source outside = Source.external("outside");
        try (Channel first = open("first");
                Channel second = open("second");
                ChannelWriter in = first.writer();
                ChannelWriter out = second.writer();
                ChannelReader between = reader(first);
                ChannelReader last = reader(second)) {
            in.begin(new Input().set(outside, 42, 1_000));
            in.as(Notes.class).note("a", 1);
            in.as(Notes.class).note("b", 2);
            in.commit();
            Input input = new Input();
            for (int i = 0; i < 2; i++) {
                assertEquals(Poll.MESSAGE, between.next());
                out.begin(input.set(between, 2_000 + i));
                out.as(Notes.class).note("from", i);
                between.dispatch();
                out.commit();
                assertEquals(Poll.MESSAGE, last.next());
                History history = last.history();
                assertEquals(2, history.size());
                assertEquals(outside, history.source(0));
                assertEquals(42, history.index(0));
                assertEquals(1_000, history.timeInNs(0));
                assertEquals(between.timeNs(), history.timeOutNs(0));
                assertEquals(first.source(), history.source(1));
                assertEquals(between.index(), history.index(1));
                assertEquals(2_000 + i, history.timeInNs(1));
                assertEquals(last.timeNs(), history.timeOutNs(1));
                assertEquals("note: [from, " + i + "]", last.yaml().strip());
                last.dispatch();
            }
        }
        assertEquals(List.of("note a 1", "note from 0", "note b 2", "note from 1"), received.calls);
    }

    @Test
    void aGroupIsSeenWhenItIsCommitted() {
        try (Channel channel = open("notes");
                ChannelWriter writer = channel.writer();
                ChannelReader reader = reader(channel)) {
            Notes notes = writer.as(Notes.class);
            writer.begin(new Input().set(Source.external("outside"), 1, 0));
            notes.note("rolled back", 1);
            assertEquals(1, writer.staged());
            assertEquals("note: [rolled back, 1]", writer.staged(0).yaml().strip());
            writer.rollback();
            writer.begin(new Input().set(Source.external("outside"), 2, 0));
            notes.note("one", 1);
            notes.note("two", 2);
            assertThrows(ChannelException.class, () -> writer.begin(new Input()));
            assertEquals(Poll.NOTHING, reader.poll());
            long first = writer.commit();
            assertThrows(ChannelException.class, writer::commit);
            assertEquals(Poll.MESSAGE, reader.next());
            assertEquals(first, reader.index());
            assertEquals(Poll.MESSAGE, reader.next());
            readAll(reader);
            assertEquals(writer.lastIndex(), reader.index());
            assertEquals(2, writer.written());
        }
        assertEquals(List.of("note one 1", "note two 2"), received.calls);
    }

    @Test
    void anEncodedCallIsPassedOn() {
        try (Channel from = open("from");
                Channel to = open("to");
                ChannelWriter writer = from.writer();
                ChannelWriter copy = to.writer();
                ChannelReader reader = reader(to)) {
            writer.begin(new Input().set(Source.external("outside"), 1, 0));
            writer.as(Notes.class).note("x".repeat(300), 5);
            StagedCall staged = writer.staged(0);
            copy.call(staged.schema(), staged.segment(), staged.offset(), staged.length());
            writer.rollback();
            readAll(reader);
        }
        assertEquals(List.of("note " + "x".repeat(300) + " 5"), received.calls);
    }

    @Test
    void theEndIsSaidAndSeen() {
        try (Channel channel = open("notes")) {
            assertTrue(!channel.ended());
            channel.markEnded();
            assertTrue(channel.ended());
        }
    }

    @Test
    void aWriterKnowsItsTarget() {
        try (Channel channel = open("notes");
                ChannelWriter writer = channel.writer()) {
            assertSame(channel, writer.target());
            assertSame(writer, writer.targetWriter());
            assertTrue(writer.hasCapacity());
        }
    }

    @Test
    void aSecondWriterIsRefused() {
        try (Channel channel = open("notes");
                ChannelWriter writer = channel.writer()) {
            assertThrows(ChannelException.class, channel::writer);
            writer.as(Notes.class).note("still works", 1);
        }
    }

    @Test
    void unknownMethodsAreSkippedAndCountedOrAnError() {
        try (Channel channel = open("notes");
                ChannelWriter writer = channel.writer();
                ChannelReader skips = channel.reader(received, ReaderOptions.defaults(), Trades.class);
                ChannelReader refuses = channel.reader(
                        received, ReaderOptions.defaults().withUnknownMethods(UnknownMethods.ERROR), Trades.class)) {
            writer.as(Notes.class).note("n", 1);
            writer.as(Trades.class).endOfInput();
            assertEquals(Poll.MESSAGE, skips.poll());
            assertEquals(1, skips.skipped());
            ChannelException error = assertThrows(ChannelException.class, refuses::poll);
            assertTrue(error.getMessage().contains("method=note"), error.getMessage());
        }
        assertEquals(List.of("endOfInput"), received.calls);
    }

    @Test
    void hooksFilterInterceptAndTakeUnknownCalls() {
        List<String> seen = new ArrayList<>();
        CallHooks hooks = CallHooks.none()
                .withFilter((call, first) ->
                        !call.methodName().equals("note") || first.readString().equals("wanted"))
                .withInterceptor((call, next, arguments, target) -> {
                    seen.add(call.methodName());
                    next.call(arguments, target);
                })
                .withUnknown((call, arguments) -> seen.add("unknown " + call.methodName()));
        try (Channel channel = open("notes");
                ChannelWriter writer = channel.writer();
                ChannelReader reader =
                        channel.reader(received, ReaderOptions.defaults().withHooks(hooks), Notes.class)) {
            writer.as(Notes.class).note("unwanted", 1);
            writer.as(Trades.class).endOfInput();
            writer.as(Notes.class).note("wanted", 2);
            readAll(reader);
        }
        assertEquals(List.of("unknown endOfInput", "note"), seen);
        assertEquals(List.of("note wanted 2"), received.calls);
    }
}
