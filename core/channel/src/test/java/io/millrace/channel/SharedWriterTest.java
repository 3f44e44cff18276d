package io.millrace.channel;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.millrace.channel.JournalGuideTest.Price;
import io.millrace.channel.JournalGuideTest.Prices;
import io.millrace.fixtures.Await;
import io.millrace.journal.JournalFullException;
import io.millrace.journal.JournalOptions;
import io.millrace.journal.JournalVerifier;
import io.millrace.journal.Ownership;
import io.millrace.wire.WireException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.AbstractList;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.FutureTask;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@Tag("process")
class SharedWriterTest {

    private static final int THREADS = 4;
    private static final int EACH = 2_000;

    @TempDir
    private Path directory;

    /** A singleton that any thread calls. */
    public static final class PriceLog implements AutoCloseable {
        private final SharedWriter writer;
        private final Prices out;

        public PriceLog(JournalChannel channel) {
            this.writer = channel.sharedWriter();
            this.out = writer.as(Prices.class);
        }

        /** When this returns, the price is in the journal. */
        public void log(Price price) {
            out.price(price);
        }

        @Override
        public void close() {
            writer.close();
        }
    }

    interface Names {
        void names(List<String> names);
    }

    private static Price price(String symbol, int number) {
        return new Price(symbol, Instant.EPOCH, number, number);
    }

    /** Starts a thread for each symbol, which writes prices until all are written or one is refused. */
    private static List<FutureTask<Integer>> start(Prices out, int each) {
        List<FutureTask<Integer>> running = new ArrayList<>();
        for (int t = 0; t < THREADS; t++) {
            String symbol = "S" + t;
            FutureTask<Integer> task = new FutureTask<>(() -> {
                for (int i = 0; i < each; i++) {
                    try {
                        out.price(price(symbol, i));
                    } catch (ChannelException e) {
                        assertTrue(e.getMessage().startsWith("writer is closed channel=prices"), e.getMessage());
                        return i;
                    }
                }
                return each;
            });
            running.add(task);
            Thread.ofVirtual().start(task);
        }
        return running;
    }

    /** Returns how many prices of each symbol there are, and checks that they are in their order. */
    private static List<Integer> read(Path path) {
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
        assertTrue(JournalVerifier.verify(path).isSound());
        return Arrays.stream(next).boxed().toList();
    }

    @Test
    void manyThreadsShareOneWriter() throws Exception {
        Path path = directory.resolve("prices");
        try (JournalChannel prices = Channel.journal("prices", path, ChannelOptions.defaults());
                SharedWriter writer = prices.sharedWriter()) {
            for (FutureTask<Integer> each : start(writer.as(Prices.class), EACH)) {
                assertEquals(EACH, each.get());
            }
            assertEquals(THREADS * EACH, writer.written());
            writer.sync();
            assertEquals(prices.lastIndex(), prices.open().syncedIndex());
            assertThrows(ChannelException.class, prices::writer, "it is the only writer");
        }
        assertEquals(List.of(EACH, EACH, EACH, EACH), read(path));
    }

    @Test
    void whatReturnsBesideTheCloseIsInTheJournalAndTheRestIsRefused() throws Exception {
        Path path = directory.resolve("prices");
        List<Integer> returned = new ArrayList<>();
        IOException reason = new IOException("the host is going down");
        try (JournalChannel prices = Channel.journal("prices", path, ChannelOptions.defaults())) {
            SharedWriter writer = prices.sharedWriter();
            Prices out = writer.as(Prices.class);
            List<FutureTask<Integer>> running = start(out, Integer.MAX_VALUE);
            Await.until(
                    "the threads have written enough calls",
                    () -> writer.written() >= EACH,
                    () -> "written=" + writer.written());
            writer.close(reason);
            writer.close();
            for (FutureTask<Integer> each : running) {
                returned.add(each.get());
            }
            ChannelException error = assertThrows(ChannelException.class, () -> out.price(price("S0", 0)));
            assertSame(reason, error.getCause());
            assertTrue(error.getMessage().endsWith("reason=" + reason), error.getMessage());
            assertThrows(ChannelException.class, () -> writer.as(Prices.class));
            prices.writer().close(); // the channel is free for another one
        }
        assertEquals(returned, read(path));
    }

    @Test
    void aFullDiskIsAnErrorOfEachCallUntilThereIsSpaceAgain() throws Exception {
        Path mount = Files.createDirectory(directory.resolve("disk"));
        assumeTrue(run("mount", "-t", "tmpfs", "-o", "size=3m", "none", mount.toString()) == 0, "mounting is allowed");
        try {
            Path ballast = Files.write(mount.resolve("ballast"), new byte[1_300_000]);
            Path path = mount.resolve("prices");
            ChannelOptions small = ChannelOptions.defaults()
                    .withJournal(JournalOptions.defaults().withSegmentSizeBytes(1 << 20));
            int written = 0;
            try (JournalChannel prices = Channel.journal("prices", path, small);
                    SharedWriter writer = prices.sharedWriter()) {
                Prices out = writer.as(Prices.class);
                JournalFullException full = null;
                while (full == null) {
                    try {
                        out.price(price("S0", written));
                        written++;
                    } catch (JournalFullException e) {
                        full = e;
                    }
                }
                int refused = written;
                assertThrows(JournalFullException.class, () -> out.price(price("S0", refused)));
                Files.delete(ballast);
                out.price(price("S0", written++));
            }
            assertEquals(List.of(written, 0, 0, 0), read(path));
        } finally {
            run("umount", mount.toString());
        }
    }

    @Test
    void anArgumentThatCallsTheWriterIsRefusedAndTheWriterStaysUsable() {
        Path path = directory.resolve("names");
        try (JournalChannel channel = Channel.journal("names", path, ChannelOptions.defaults());
                SharedWriter writer = channel.sharedWriter()) {
            Names out = writer.as(Names.class);
            List<String> calling = new AbstractList<>() {
                @Override
                public String get(int index) {
                    out.names(List.of("inner"));
                    return "outer";
                }

                @Override
                public int size() {
                    return 1;
                }
            };
            RuntimeException error = assertThrows(RuntimeException.class, () -> out.names(calling));
            assertTrue(error instanceof WireException, error::toString);
            assertTrue(error.getMessage().contains("while the arguments of another one"), error.getMessage());
            assertEquals(0, writer.written());
            out.names(List.of("after"));
            assertEquals(1, writer.written());
        }
    }

    @Test
    void manyThreadsHaveAWriterEach() throws Exception {
        Path path = directory.resolve("prices");
        ChannelOptions shared =
                ChannelOptions.defaults().withJournal(JournalOptions.defaults().withOwnership(Ownership.SHARED));
        try (Channel prices = Channel.journal("prices", path, shared)) {
            ThreadLocal<Prices> out =
                    ThreadLocal.withInitial(() -> prices.writer().as(Prices.class));
            Prices each = new Prices() {
                @Override
                public void price(Price price) {
                    out.get().price(price);
                }

                @Override
                public void closed(String symbol) {
                    out.get().closed(symbol);
                }
            };
            for (FutureTask<Integer> running : start(each, EACH)) {
                assertEquals(EACH, running.get());
            }
        }
        assertEquals(List.of(EACH, EACH, EACH, EACH), read(path));
    }

    private static int run(String... command) throws IOException, InterruptedException {
        return new ProcessBuilder(command).redirectErrorStream(true).start().waitFor();
    }
}
