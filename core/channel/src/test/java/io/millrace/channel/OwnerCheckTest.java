package io.millrace.channel;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.millrace.concurrent.BusySpinIdleStrategy;
import io.millrace.concurrent.OwnerCheck;
import io.millrace.journal.Direction;
import io.millrace.journal.Index;
import io.millrace.journal.JournalClosedException;
import io.millrace.journal.JournalOptions;
import io.millrace.journal.JournalVerifier;
import io.millrace.journal.Ownership;
import io.millrace.journal.TailerOptions;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.FutureTask;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Writers, readers and cursors refuse a second thread, before it damages anything. */
class OwnerCheckTest {

    private static final Source OUTSIDE = Source.external("outside");
    private static final int THREADS = 4;
    private static final int EACH = 20_000;

    @TempDir
    private Path dir;

    enum Kind {
        SINGLE,
        SHARED,
        QUEUE
    }

    private final Received received = new Received();

    private Channel open(Kind kind, OwnerCheck check) {
        JournalOptions journal = JournalOptions.defaults().withOwnerCheck(check);
        return switch (kind) {
            case QUEUE ->
                Channel.queue("notes", 1 << 24, ChannelOptions.defaults().withJournal(journal));
            case SINGLE ->
                Channel.journal("notes", dir, ChannelOptions.defaults().withJournal(journal));
            case SHARED ->
                Channel.journal(
                        "notes", dir, ChannelOptions.defaults().withJournal(journal.withOwnership(Ownership.SHARED)));
        };
    }

    private ChannelReader reader(Channel channel) {
        return channel.reader(received, ReaderOptions.defaults(), Trades.class, Notes.class);
    }

    private static Throwable elsewhere(Runnable call) throws Exception {
        FutureTask<Throwable> task = new FutureTask<>(() -> {
            try {
                call.run();
                return null;
            } catch (RuntimeException | Error e) {
                return e;
            }
        });
        Thread thread = Thread.ofPlatform().name("intruder").start(task);
        Throwable thrown = task.get();
        thread.join();
        return thrown;
    }

    private static void assertRefused(String object, Runnable... calls) throws Exception {
        for (int call = 0; call < calls.length; call++) {
            Throwable thrown = elsewhere(calls[call]);
            assertTrue(thrown instanceof WrongThreadException, "call " + call + ": " + thrown);
            String message = thrown.getMessage();
            assertTrue(message.contains("object=" + object + " of=notes"), message);
            assertTrue(message.contains("owner=" + Thread.currentThread()), message);
            assertTrue(message.contains("intruder"), message);
        }
    }

    @ParameterizedTest
    @EnumSource(Kind.class)
    void severalThreadsOnOneWriterDamageNothing(Kind kind) throws Exception {
        AtomicInteger refused = new AtomicInteger();
        ConcurrentLinkedQueue<Throwable> others = new ConcurrentLinkedQueue<>();
        List<String> acknowledged = new ArrayList<>();
        try (Channel channel = open(kind, OwnerCheck.ON);
                ChannelReader reader = reader(channel)) {
            try (ChannelWriter writer = channel.writer()) {
                Notes notes = writer.as(Notes.class);
                CountDownLatch allHaveTried = new CountDownLatch(THREADS);
                List<FutureTask<List<String>>> results = new ArrayList<>();
                List<Thread> running = new ArrayList<>();
                for (int t = 0; t < THREADS; t++) {
                    String name = "t" + t;
                    results.add(new FutureTask<>(() -> write(notes, name, allHaveTried, refused, others)));
                }
                results.forEach(task -> running.add(Thread.ofPlatform().start(task)));
                for (FutureTask<List<String>> task : results) {
                    acknowledged.addAll(task.get());
                }
                for (Thread thread : running) {
                    thread.join();
                }
            }
            while (reader.poll() == Poll.MESSAGE) {
                // each poll makes one call on the handler
            }
        }
        assertTrue(others.isEmpty(), others.toString());
        assertTrue(refused.get() >= THREADS - 1, refused.toString());
        assertTrue(acknowledged.size() >= EACH, "the owner was never refused: " + acknowledged.size());
        assertEquals(
                acknowledged.stream().sorted().toList(),
                received.calls.stream().sorted().toList());
        if (kind != Kind.QUEUE) {
            assertTrue(JournalVerifier.verify(dir).isSound());
        }
    }

    private static List<String> write(
            Notes notes,
            String name,
            CountDownLatch allHaveTried,
            AtomicInteger refused,
            ConcurrentLinkedQueue<Throwable> others)
            throws InterruptedException {
        List<String> acknowledged = new ArrayList<>();
        for (int i = 0; i < EACH; i++) {
            try {
                notes.note(name, i);
                acknowledged.add("note " + name + " " + i);
            } catch (WrongThreadException e) {
                refused.incrementAndGet();
            } catch (RuntimeException | Error e) {
                others.add(e);
            }
            if (i == 0) {
                allHaveTried.countDown();
                allHaveTried.await(); // so the owner lives while the others try
            }
        }
        return acknowledged;
    }

    @ParameterizedTest
    @EnumSource(Kind.class)
    void everyMethodThatChangesAWriterIsChecked(Kind kind) throws Exception {
        try (Channel channel = open(kind, OwnerCheck.ON);
                ChannelWriter writer = channel.writer();
                ChannelReader reader = reader(channel)) {
            Notes notes = writer.as(Notes.class);
            Input input = new Input();
            writer.begin(input.set(OUTSIDE, 0, 0));
            notes.note("mine", 1);
            StagedCall staged = writer.staged(0);
            assertRefused(
                    "ChannelWriter",
                    () -> notes.note("no", 1),
                    () -> writer.as(Trades.class),
                    () -> writer.begin(input),
                    () -> writer.staged(0),
                    () -> writer.call(staged.schema(), staged.segment(), staged.offset(), staged.length()),
                    writer::commit,
                    writer::rollback,
                    writer::handOver);
            writer.commit();
            if (writer.journalWriter().isPresent()) {
                JournalChannelWriter journal = writer.journalWriter().get();
                SnapshotMark mark =
                        new SnapshotMark(SnapshotMark.Edge.BEGIN, OUTSIDE, Index.NONE, List.of(), Index.NONE, 0);
                assertRefused(
                        "ChannelWriter",
                        () -> journal.commitAfter(0),
                        journal::checkpoint,
                        () -> journal.mark(mark),
                        () -> journal.beginPeriod(mark),
                        () -> journal.openPeriod(0, 0));
                assertNull(elsewhere(journal::sync));
            } else {
                assertRefused("ChannelWriter", writer::hasCapacity);
            }
            assertNull(elsewhere(() -> assertEquals(1, writer.written())));
            writer.handOver();
            assertNull(elsewhere(() -> notes.note("other", 2)));
            notes.note("mine", 3);
            while (reader.poll() == Poll.MESSAGE) {
                // each poll makes one call on the handler
            }
            assertEquals(List.of("note mine 1", "note other 2", "note mine 3"), received.calls);
        }
    }

    @ParameterizedTest
    @EnumSource(Kind.class)
    void everyMethodThatMovesAReaderIsChecked(Kind kind) throws Exception {
        try (Channel channel = open(kind, OwnerCheck.ON);
                ChannelWriter writer = channel.writer();
                ChannelReader reader = reader(channel)) {
            Notes notes = writer.as(Notes.class);
            notes.note("a", 1);
            notes.note("b", 2);
            assertEquals(Poll.MESSAGE, reader.next());
            assertRefused(
                    "ChannelReader",
                    reader::poll,
                    reader::next,
                    reader::dispatch,
                    reader::skip,
                    reader::history,
                    reader::yaml,
                    reader::checksum,
                    () -> reader.read(new BusySpinIdleStrategy()),
                    () -> reader.read(Duration.ZERO, new BusySpinIdleStrategy()),
                    () -> reader.run(new BusySpinIdleStrategy()),
                    () -> reader.seekTime(Instant.EPOCH),
                    reader::toEnd,
                    reader::handOver);
            if (kind != Kind.QUEUE) {
                assertRefused(
                        "ChannelReader",
                        reader::toStart,
                        reader::toPeriod,
                        () -> reader.seek(0),
                        () -> reader.seekAfter(0),
                        () -> reader.seekAfter(Index.NONE));
            }
            reader.dispatch();
            reader.handOver();
            assertNull(elsewhere(() -> assertEquals(Poll.MESSAGE, reader.poll())));
            assertEquals(Poll.NOTHING, reader.poll());
            assertEquals(List.of("note a 1", "note b 2"), received.calls);
        }
    }

    @Test
    void everyMethodThatMovesACursorIsChecked() throws Exception {
        try (Channel channel = open(Kind.SINGLE, OwnerCheck.ON);
                ChannelWriter writer = channel.writer();
                ChannelCursor cursor = channel.cursor()) {
            writer.as(Notes.class).note("a", 1);
            assertEquals(ChannelCursor.Entry.CALL, cursor.next());
            long index = cursor.index();
            assertRefused(
                    "ChannelCursor",
                    cursor::next,
                    cursor::leaveOutOpenings,
                    cursor::toStart,
                    cursor::toPeriod,
                    cursor::toEnd,
                    () -> cursor.seek(index),
                    () -> cursor.seekAfter(index),
                    () -> cursor.seekTime(Instant.EPOCH),
                    () -> cursor.direction(Direction.BACKWARD),
                    cursor::handOver);
            cursor.handOver();
            assertNull(elsewhere(() -> assertEquals(ChannelCursor.Entry.END, cursor.next())));
            assertEquals(ChannelCursor.Entry.END, cursor.next());
        }
    }

    @Test
    void theWriterOfADirectChannelIsCheckedByTheWriterOfItsReader() throws Exception {
        try (Channel channel = open(Kind.SINGLE, OwnerCheck.ON);
                DirectChannel direct = Channel.direct("direct")) {
            ChannelWriter output = channel.writer();
            Notes out = output.as(Notes.class);
            direct.connect((Notes) (text, number) -> out.note("passed on " + text, number), output);
            try (ChannelWriter writer = direct.writer()) {
                Notes notes = writer.as(Notes.class);
                JournalChannelWriter journal = writer.journalWriter().orElseThrow();
                notes.note("a", 1);
                assertRefused("ChannelWriter", () -> notes.note("b", 2), journal::checkpoint, writer::handOver);
                writer.handOver();
                assertNull(elsewhere(() -> notes.note("c", 3)));
                assertEquals(2, writer.written());
            }
        }
    }

    @ParameterizedTest
    @EnumSource(Kind.class)
    void withTheCheckOffThreadsMayTakeTurnsUnderALock(Kind kind) throws Exception {
        ReaderOptions unchecked =
                ReaderOptions.defaults().withTailer(TailerOptions.defaults().withOwnerCheck(OwnerCheck.OFF));
        try (Channel channel = open(kind, OwnerCheck.OFF);
                ChannelWriter writer = channel.writer();
                ChannelReader reader = channel.reader(received, unchecked, Notes.class)) {
            Notes notes = writer.as(Notes.class);
            notes.note("a", 1);
            reader.poll();
            assertNull(elsewhere(() -> {
                notes.note("b", 2);
                reader.poll();
            }));
            notes.note("c", 3);
            reader.poll();
            assertEquals(List.of("note a 1", "note b 2", "note c 3"), received.calls);
        }
    }

    @ParameterizedTest
    @EnumSource(Kind.class)
    void aWriterThatAnotherThreadClosesIsClosedByItsOwner(Kind kind) throws Exception {
        try (Channel channel = open(kind, OwnerCheck.ON);
                ChannelReader reader = reader(channel)) {
            ChannelWriter first = channel.writer();
            Notes notes = first.as(Notes.class);
            notes.note("a", 1);
            assertNull(elsewhere(first::close));
            if (kind != Kind.SHARED) {
                assertTrue(elsewhere(channel::writer) instanceof ChannelException);
            }
            Class<? extends RuntimeException> closed =
                    kind == Kind.QUEUE ? ChannelException.class : JournalClosedException.class;
            assertThrows(closed, () -> notes.note("b", 2));
            try (ChannelWriter second = channel.writer()) {
                second.as(Notes.class).note("c", 3);
            }
            assertThrows(closed, () -> notes.note("d", 4));
            while (reader.poll() == Poll.MESSAGE) {
                // each poll makes one call on the handler
            }
            assertEquals(List.of("note a 1", "note c 3"), received.calls);
        }
    }
}
