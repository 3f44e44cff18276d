package io.millrace.channel;

import static io.millrace.concurrent.Multiplicity.MANY;
import static io.millrace.concurrent.Multiplicity.ONE;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.millrace.channel.JournalGuideTest.Price;
import io.millrace.channel.JournalGuideTest.Prices;
import io.millrace.concurrent.BlockingFacade;
import io.millrace.concurrent.Queues;
import io.millrace.journal.JournalOptions;
import io.millrace.journal.JournalVerifier;
import io.millrace.journal.Ownership;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The designs for many threads that the guide to journals shows. */
class SharedWriterTest {

    private static final int THREADS = 4;
    private static final int EACH = 2_000;

    @TempDir
    private Path directory;

    /** A singleton that any thread calls and whose own thread writes. */
    public static final class PriceLog implements AutoCloseable {
        private final BlockingFacade<Price> queue =
                new BlockingFacade<>(Queues.producers(MANY).consumers(ONE).array(1024));
        private final Channel channel;
        private final ExecutorService thread = Executors.newSingleThreadExecutor();

        public PriceLog(Channel channel) {
            this.channel = channel;
            thread.execute(this::write);
        }

        /** Waits while 1,024 prices have not been written yet. */
        public void log(Price price) throws InterruptedException {
            queue.put(price);
        }

        private void write() {
            try (ChannelWriter writer = channel.writer()) {
                Prices out = writer.as(Prices.class);
                for (Price price = queue.take(); price != null; price = queue.take()) {
                    out.price(price);
                }
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        }

        @Override
        public void close() {
            queue.close(); // the thread writes what is left
            thread.close();
        }
    }

    /** A singleton whose callers write themselves, one at a time. */
    public static final class LockedPriceLog implements AutoCloseable {
        private final ChannelWriter writer;
        private final Prices out;

        public LockedPriceLog(Channel channel) {
            this.writer = channel.writer();
            this.out = writer.as(Prices.class);
        }

        public synchronized void log(Price price) {
            try {
                out.price(price);
            } finally {
                writer.handOver();
            }
        }

        @Override
        public synchronized void close() {
            writer.close();
        }
    }

    /** Logs a price in the calling thread. */
    private interface Log {
        void log(Price price) throws InterruptedException;
    }

    /** Calls from four threads, each with prices of a symbol of its own. */
    private static void callFromThreads(Log log) throws InterruptedException {
        ConcurrentLinkedQueue<Throwable> errors = new ConcurrentLinkedQueue<>();
        List<Thread> running = new ArrayList<>();
        for (int t = 0; t < THREADS; t++) {
            String symbol = "S" + t;
            running.add(Thread.ofVirtual().start(() -> {
                try {
                    for (int i = 0; i < EACH; i++) {
                        log.log(new Price(symbol, Instant.EPOCH, i, i));
                    }
                } catch (InterruptedException | RuntimeException | Error e) {
                    errors.add(e);
                }
            }));
        }
        for (Thread thread : running) {
            thread.join();
        }
        assertTrue(errors.isEmpty(), errors.toString());
    }

    /** Checks that all prices of each symbol are there, in their order. */
    private static void assertAllThere(Path path) {
        int[] next = new int[THREADS];
        Prices handler = new Prices() {
            @Override
            public void price(Price price) {
                int thread = price.symbol().charAt(1) - '0';
                assertEquals(next[thread]++, price.bid());
            }

            @Override
            public void closed(String symbol) {
                throw new AssertionError(symbol);
            }
        };
        try (Channel prices = Channel.readOnly(path);
                ChannelReader reader = prices.reader(handler, ReaderOptions.defaults(), Prices.class)) {
            while (reader.poll() == Poll.MESSAGE) {
                // each poll makes one call on the handler
            }
        }
        for (int count : next) {
            assertEquals(EACH, count);
        }
        assertTrue(JournalVerifier.verify(path).isSound());
    }

    @Test
    void manyThreadsWriteThroughAQueueInFront() throws InterruptedException {
        Path path = directory.resolve("prices");
        try (Channel prices = Channel.journal("prices", path, ChannelOptions.defaults());
                PriceLog log = new PriceLog(prices)) {
            callFromThreads(log::log);
        }
        assertAllThere(path);
    }

    @Test
    void manyThreadsWriteUnderALock() throws InterruptedException {
        Path path = directory.resolve("prices");
        try (Channel prices = Channel.journal("prices", path, ChannelOptions.defaults());
                LockedPriceLog log = new LockedPriceLog(prices)) {
            callFromThreads(log::log);
        }
        assertAllThere(path);
    }

    @Test
    void manyThreadsHaveAWriterEach() throws InterruptedException {
        Path path = directory.resolve("prices");
        ChannelOptions shared =
                ChannelOptions.defaults().withJournal(JournalOptions.defaults().withOwnership(Ownership.SHARED));
        try (Channel prices = Channel.journal("prices", path, shared)) {
            ThreadLocal<Prices> out =
                    ThreadLocal.withInitial(() -> prices.writer().as(Prices.class));
            callFromThreads(price -> out.get().price(price));
        }
        assertAllThere(path);
    }
}
