package io.millrace.channel;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;

import io.millrace.concurrent.IdleStrategies;
import io.millrace.journal.Appender;
import io.millrace.journal.Durability;
import io.millrace.journal.Journal;
import io.millrace.journal.JournalOptions;
import io.millrace.journal.NamedPosition;
import io.millrace.journal.Read;
import io.millrace.journal.Tailer;
import java.lang.foreign.MemorySegment;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.FutureTask;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The code of the guide to journals, which quotes this file. */
class JournalGuideTest {

    private final List<String> seen = new ArrayList<>();

    @TempDir
    private Path directory;

    /** A message of the guide. */
    public record Price(String symbol, Instant at, double bid, double ask) {}

    /** The calls of the guide. */
    public interface Prices {
        void price(Price price);

        void closed(String symbol);
    }

    private void process(String text) {
        seen.add(text);
    }

    @Test
    void callsAreWrittenAndRead() {
        Path path = directory.resolve("prices");
        try (Channel prices = Channel.journal("prices", path, ChannelOptions.defaults());
                ChannelWriter writer = prices.writer()) {
            Prices out = writer.as(Prices.class);
            out.price(new Price("EURUSD", Instant.parse("2026-03-02T08:00:00Z"), 1.0831, 1.0833));
            out.closed("EURUSD");
        }

        Prices handler = new Prices() {
            @Override
            public void price(Price price) {
                process(price.symbol() + " " + price.bid());
            }

            @Override
            public void closed(String symbol) {
                process(symbol + " closed");
            }
        };
        try (Channel prices = Channel.readOnly(path);
                ChannelReader reader = prices.reader(handler, ReaderOptions.defaults(), Prices.class)) {
            while (reader.poll() == Poll.MESSAGE) {
                // each poll makes one call on the handler
            }
        }

        assertEquals(List.of("EURUSD 1.0831", "EURUSD closed"), seen);
    }

    @Test
    void aReaderWaitsForAChannelAndForCalls() throws Exception {
        Path path = directory.resolve("prices");
        Instant from = Instant.parse("2026-03-02T08:00:00Z");
        CountDownLatch closed = new CountDownLatch(1);
        Prices handler = new Prices() {
            @Override
            public void price(Price price) {
                process(price.symbol() + " " + price.bid());
            }

            @Override
            public void closed(String symbol) {
                closed.countDown();
            }
        };
        FutureTask<Waited> task = new FutureTask<>(() -> {
            try (Channel prices = Channel.awaitReadOnly(path, Duration.ofMinutes(1));
                    ChannelReader reader = prices.reader(handler, ReaderOptions.defaults(), Prices.class)) {
                reader.seekTime(from);
                return reader.run(IdleStrategies.defaultStrategy());
            }
        });
        Thread thread = Thread.ofPlatform().start(task);
        try (Channel prices = Channel.journal("prices", path, ChannelOptions.defaults());
                ChannelWriter writer = prices.writer()) {
            Prices out = writer.as(Prices.class);
            out.price(new Price("EURUSD", Instant.parse("2026-03-02T08:00:00Z"), 1.0831, 1.0833));
            out.closed("EURUSD");
            closed.await();
        }
        thread.interrupt();

        assertEquals(Waited.INTERRUPTED, task.get());
        assertEquals(List.of("EURUSD 1.0831"), seen);
        thread.join();
    }

    @Test
    void bytesAreAppendedAndRead() {
        Path path = directory.resolve("log");
        byte[] bytes = "hello".getBytes(UTF_8);
        try (Journal journal = Journal.open(path, JournalOptions.defaults().withDurability(Durability.SYNCED));
                Appender appender = journal.appender()) {
            long index = appender.append(MemorySegment.ofArray(bytes), 0, bytes.length);
            appender.awaitSynced(index); // from here on it survives a loss of power too
        }

        try (Journal journal = Journal.openReadOnly(path);
                Tailer tailer = journal.tailer()) {
            while (tailer.read() == Read.MESSAGE) {
                byte[] payload = new byte[tailer.length()];
                MemorySegment.copy(
                        tailer.segment(), tailer.offset(), MemorySegment.ofArray(payload), 0, payload.length);
                process(new String(payload, UTF_8));
            }
        }

        assertEquals(List.of("hello"), seen);
        try (Journal journal = Journal.openReadOnly(path)) {
            assertEquals(journal.lastIndex(), journal.syncedIndex());
        }
    }

    @Test
    void aReaderContinuesAfterItsNamedPosition() {
        Path path = directory.resolve("log");
        for (String text : List.of("one", "two", "three")) {
            append(path, text);
            read(path);
        }
        append(path, "four");
        append(path, "five");
        read(path);

        assertEquals(List.of("one", "two", "three", "four", "five"), seen);
    }

    private static void append(Path path, String text) {
        try (Journal journal = Journal.open(path, JournalOptions.defaults());
                Appender appender = journal.appender()) {
            byte[] bytes = text.getBytes(UTF_8);
            appender.append(MemorySegment.ofArray(bytes), 0, bytes.length);
        }
    }

    private static String text(Tailer tailer) {
        byte[] payload = new byte[tailer.length()];
        MemorySegment.copy(tailer.segment(), tailer.offset(), MemorySegment.ofArray(payload), 0, payload.length);
        return new String(payload, UTF_8);
    }

    private void read(Path path) {
        try (Journal journal = Journal.open(path, JournalOptions.defaults());
                Tailer tailer = journal.tailer()) {
            NamedPosition position = journal.position("reports");
            tailer.seekAfter(position.get());
            while (tailer.read() == Read.MESSAGE) {
                process(text(tailer));
                position.set(tailer.index());
            }
        }
    }
}
