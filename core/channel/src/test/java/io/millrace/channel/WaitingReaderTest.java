package io.millrace.channel;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.millrace.concurrent.BackoffIdleStrategy;
import io.millrace.concurrent.IdleStrategy;
import io.millrace.fixtures.Await;
import io.millrace.journal.JournalOptions;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.FutureTask;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Readers that wait, that begin at a time, and that start before their writer. */
class WaitingReaderTest {

    private static final Duration LONG = Duration.ofSeconds(Long.MAX_VALUE);

    private static final int ENDS = 300;

    @TempDir
    private Path dir;

    enum Kind {
        JOURNAL,
        QUEUE
    }

    private final Received received = new Received();

    /** Signals that a reader has found nothing and waits. */
    private static final class Telling implements IdleStrategy {
        private final IdleStrategy idle = new BackoffIdleStrategy();
        private final CountDownLatch waiting = new CountDownLatch(1);

        @Override
        public void idle() {
            waiting.countDown();
            idle.idle();
        }

        @Override
        public void reset() {
            idle.reset();
        }
    }

    private Channel open(Kind kind) {
        return kind == Kind.QUEUE
                ? Channel.queue("notes", 1 << 16, ChannelOptions.defaults())
                : Channel.journal("notes", dir, ChannelOptions.defaults());
    }

    private ChannelReader reader(Channel channel) {
        return channel.reader(received, ReaderOptions.defaults(), Notes.class);
    }

    private FutureTask<Waited> start(ChannelReader reader, IdleStrategy idle) {
        FutureTask<Waited> run = new FutureTask<>(() -> reader.run(idle));
        Thread.ofPlatform().start(run);
        return run;
    }

    @ParameterizedTest
    @EnumSource(Kind.class)
    void runMakesCallsAsTheyComeUntilTheReaderIsClosed(Kind kind) throws Exception {
        try (Channel channel = open(kind);
                ChannelWriter writer = channel.writer()) {
            CountDownLatch all = new CountDownLatch(100);
            Notes handler = (text, number) -> {
                received.note(text, number);
                all.countDown();
            };
            ChannelReader reader = channel.reader(handler, ReaderOptions.defaults(), Notes.class);
            Telling idle = new Telling();
            FutureTask<Waited> run = start(reader, idle);
            idle.waiting.await();
            Notes notes = writer.as(Notes.class);
            for (int i = 0; i < 100; i++) {
                notes.note("n", i);
            }
            all.await();
            reader.close();
            assertEquals(Waited.CLOSED, run.get());
            assertEquals(100, received.calls.size());
            assertEquals(Waited.CLOSED, reader.read(idle));
        }
    }

    @Test
    void aChannelThatIsClosedEndsTheWaitsOfItsReaders() throws Exception {
        Channel channel = open(Kind.JOURNAL);
        ChannelReader reader = reader(channel);
        Telling idle = new Telling();
        FutureTask<Waited> run = start(reader, idle);
        idle.waiting.await();
        channel.close();
        assertEquals(Waited.CLOSED, run.get());
        reader.close();
    }

    @ParameterizedTest
    @EnumSource(Kind.class)
    void theHandlerMayCloseTheReader(Kind kind) {
        try (Channel channel = open(kind);
                ChannelWriter writer = channel.writer()) {
            ChannelReader[] reader = new ChannelReader[1];
            Notes handler = (text, number) -> {
                received.note(text, number);
                if (number == 3) {
                    reader[0].close();
                }
            };
            reader[0] = channel.reader(handler, ReaderOptions.defaults(), Notes.class);
            for (int i = 0; i < 10; i++) {
                writer.as(Notes.class).note("n", i);
            }
            assertEquals(Waited.CLOSED, reader[0].run(new BackoffIdleStrategy()));
            assertEquals(4, received.calls.size());
        }
    }

    @ParameterizedTest
    @EnumSource(Kind.class)
    void aChannelThatHasEndedIsDrained(Kind kind) throws Exception {
        try (Channel channel = open(kind);
                ChannelWriter writer = channel.writer();
                ChannelReader reader = reader(channel)) {
            Telling idle = new Telling();
            FutureTask<Waited> run = start(reader, idle);
            idle.waiting.await();
            writer.as(Notes.class).note("last", 1);
            channel.markEnded();
            assertEquals(Waited.DRAINED, run.get());
            assertEquals(List.of("note last 1"), received.calls);
        }
    }

    /** The last message is published, and the channel ended at once, while the reader looks at both again and again. */
    @Test
    void aMessageBeforeTheEndIsNeverMissed() throws Exception {
        try (Channel written = open(Kind.JOURNAL);
                ChannelWriter writer = written.writer()) {
            Notes notes = writer.as(Notes.class);
            notes.note("first", 0);
            for (int round = 1; round <= ENDS; round++) {
                received.calls.clear();
                AtomicBoolean waits = new AtomicBoolean();
                try (Channel channel = Channel.readOnly(dir);
                        ChannelReader reader = reader(channel)) {
                    reader.toEnd();
                    reader.handOver();
                    FutureTask<Waited> run = start(reader, new Flagging(waits));
                    Await.until("the reader waits or has ended", () -> waits.get() || run.isDone());
                    notes.note("last", round);
                    channel.markEnded();
                    assertEquals(Waited.DRAINED, run.get());
                    assertEquals(List.of("note last " + round), received.calls);
                }
            }
        }
    }

    /** Does not wait at all, and tells that it was asked to. */
    private record Flagging(AtomicBoolean asked) implements IdleStrategy {
        @Override
        public void idle() {
            if (!asked.getPlain()) {
                asked.set(true);
            }
        }

        @Override
        public void reset() {}
    }

    @ParameterizedTest
    @EnumSource(Kind.class)
    void anInterruptEndsAWaitAndStaysSet(Kind kind) {
        try (Channel channel = open(kind);
                ChannelWriter writer = channel.writer();
                ChannelReader reader = reader(channel)) {
            Thread.currentThread().interrupt();
            assertEquals(Waited.INTERRUPTED, reader.read(new BackoffIdleStrategy()));
            writer.as(Notes.class).note("n", 1);
            assertEquals(Waited.INTERRUPTED, reader.run(new BackoffIdleStrategy()), "also while there are calls");
            assertTrue(Thread.interrupted());
            assertEquals(Waited.MESSAGE, reader.read(new BackoffIdleStrategy()));
        }
    }

    @ParameterizedTest
    @EnumSource(Kind.class)
    void aWaitHasTheBoundThatItIsGiven(Kind kind) {
        try (Channel channel = open(kind);
                ChannelWriter writer = channel.writer();
                ChannelReader reader = reader(channel)) {
            long startNs = System.nanoTime();
            assertEquals(Waited.TIMED_OUT, reader.read(Duration.ofMillis(20), new BackoffIdleStrategy()));
            assertTrue(System.nanoTime() - startNs >= 20_000_000);
            assertEquals(Waited.TIMED_OUT, reader.read(Duration.ofSeconds(-1), new BackoffIdleStrategy()));
            writer.as(Notes.class).note("n", 1);
            assertEquals(Waited.MESSAGE, reader.read(LONG, new BackoffIdleStrategy()));
        }
    }

    @Test
    void exceptionsOfTheHandlerArePassedOnAndReadingContinues() {
        try (Channel channel = open(Kind.JOURNAL);
                ChannelWriter writer = channel.writer()) {
            Notes handler = (text, number) -> {
                if (number == 1) {
                    throw new IllegalStateException("no");
                }
                received.note(text, number);
            };
            try (ChannelReader reader = channel.reader(handler, ReaderOptions.defaults(), Notes.class)) {
                for (int i = 0; i < 3; i++) {
                    writer.as(Notes.class).note("n", i);
                }
                channel.markEnded();
                assertThrows(IllegalStateException.class, () -> reader.run(new BackoffIdleStrategy()));
                assertEquals(Waited.DRAINED, reader.run(new BackoffIdleStrategy()));
                assertEquals(List.of("note n 0", "note n 2"), received.calls);
            }
        }
    }

    @ParameterizedTest
    @EnumSource(Kind.class)
    void aReaderBeginsAtATime(Kind kind) {
        long[] nowNs = {Instant.parse("2026-01-01T00:00:00Z").getEpochSecond() * 1_000_000_000L};
        ChannelOptions options = ChannelOptions.defaults()
                .withClock(() -> nowNs[0])
                .withJournal(JournalOptions.defaults()
                        .withSegmentSizeBytes(1 << 16)
                        .withClock(() -> Instant.ofEpochSecond(0, nowNs[0])));
        Instant start = Instant.ofEpochSecond(0, nowNs[0]);
        try (Channel channel = kind == Kind.QUEUE
                        ? Channel.queue("notes", 1 << 20, options)
                        : Channel.journal("notes", dir, options);
                ChannelWriter writer = channel.writer();
                ChannelReader reader = reader(channel)) {
            Notes notes = writer.as(Notes.class);
            for (int i = 0; i < 3_000; i++) {
                nowNs[0] += 1_000_000_000L;
                notes.note("n", i);
            }
            reader.seekTime(start.plusSeconds(2_000));
            assertEquals(Poll.MESSAGE, reader.next());
            reader.seekTime(start.plusSeconds(2_000));
            reader.seekTime(start.plusSeconds(2_000).minusNanos(1));
            reader.poll();
            reader.seekTime(start.plusSeconds(2_501).plusNanos(1));
            reader.poll();
            reader.poll();
            reader.seekTime(Instant.MAX);
            assertEquals(Poll.NOTHING, reader.poll());
            if (kind == Kind.JOURNAL) {
                reader.seekTime(Instant.MIN);
                reader.poll();
                reader.seekTime(Instant.MAX);
                reader.toStart();
                reader.poll();
            } else {
                received.note("n", 0);
                received.note("n", 0);
            }
            reader.seekTime(start.plusSeconds(4_000));
            assertEquals(Poll.NOTHING, reader.poll());
            nowNs[0] += 999_999_999_999L;
            notes.note("early", 1);
            assertEquals(Poll.NOTHING, reader.poll());
            nowNs[0]++;
            notes.note("late", 2);
            notes.note("late", 3);
            reader.poll();
            reader.poll();
            nowNs[0] -= 2_000_000_000_000L;
            notes.note("clock went back", 4);
            reader.poll();
            assertEquals(
                    List.of(
                            "note n 1999",
                            "note n 2501",
                            "note n 2502",
                            "note n 0",
                            "note n 0",
                            "note late 2",
                            "note late 3",
                            "note clock went back 4"),
                    received.calls);
        }
    }

    @Test
    void aCursorTakesAnyTime() {
        try (Channel channel = open(Kind.JOURNAL);
                ChannelWriter writer = channel.writer();
                ChannelCursor cursor = channel.cursor()) {
            writer.as(Notes.class).note("n", 1);
            for (Instant time :
                    List.of(Instant.MAX, Instant.MAX.minusSeconds(1L << 40), Instant.parse("2400-01-01T00:00:00Z"))) {
                cursor.seekTime(time);
                assertEquals(ChannelCursor.Entry.END, cursor.next(), time.toString());
            }
            for (Instant time : List.of(Instant.MIN, Instant.EPOCH, Instant.parse("1600-01-01T00:00:00Z"))) {
                cursor.seekTime(time);
                assertEquals(ChannelCursor.Entry.CALL, cursor.next(), time.toString());
            }
        }
    }

    @Test
    void aChannelIsWaitedForUntilItsWriterHasMadeIt() throws Exception {
        Path path = dir.resolve("later");
        FutureTask<Waited> reading = new FutureTask<>(() -> {
            try (Channel channel = Channel.awaitReadOnly(path, LONG);
                    ChannelReader reader = reader(channel)) {
                return reader.read(new BackoffIdleStrategy());
            }
        });
        Thread thread = Thread.ofPlatform().start(reading);
        Await.until(
                "the reading thread waits",
                () -> thread.getState() == Thread.State.TIMED_WAITING,
                () -> "state=" + thread.getState());
        assertFalse(Files.exists(path));
        try (Channel channel = Channel.journal("later", path, ChannelOptions.defaults());
                ChannelWriter writer = channel.writer()) {
            writer.as(Notes.class).note("first", 1);
            assertEquals(Waited.MESSAGE, reading.get());
        }
        thread.join();
        assertEquals(List.of("note first 1"), received.calls);
    }

    @Test
    void aWaitForAnEmptyDirectoryEndsInTime() throws IOException {
        Path path = Files.createDirectory(dir.resolve("empty"));
        String message = assertThrows(ChannelException.class, () -> Channel.awaitReadOnly(path, Duration.ofMillis(20)))
                .getMessage();
        assertTrue(message.contains("timeout=PT0.02S"), message);
    }

    @Test
    void aChannelThatIsNotCreatedInTimeIsNamed() {
        Path path = dir.resolve("never");
        String message = assertThrows(ChannelException.class, () -> Channel.awaitReadOnly(path, Duration.ofMillis(20)))
                .getMessage();
        assertTrue(message.contains("directory=" + path) && message.contains("timeout=PT0.02S"), message);
        Thread.currentThread().interrupt();
        assertThrows(InterruptedException.class, () -> Channel.awaitReadOnly(path, LONG));
        assertFalse(Thread.interrupted());
    }
}
