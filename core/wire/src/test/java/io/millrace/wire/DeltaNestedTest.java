package io.millrace.wire;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** Nested messages: generated code writes and reads the same changes as code that uses the schema alone. */
class DeltaNestedTest {
    private final long seed = System.nanoTime();
    private final Random random = new Random(seed);
    private final Wire wire = Wire.of(WireTypes.none());
    private final BinaryOutput out = BinaryOutput.allocate(1_024);
    private final BinaryInput in = new BinaryInput();

    enum Side {
        BUY,
        SELL
    }

    /** In a nested message, a key is an ordinary field. */
    record Venue(String name, @Key long code, Double fee) {}

    static final class Level {
        double price;
        int lots;
        Side side;
        Venue venue;
        Instant at;
    }

    static final class Book {
        long number;
        Level bid;
        Level ask;
        Venue home;
        String text;
    }

    record Deal(@Key Side side, Venue from, Venue to, Level level, boolean live) {}

    record Chain(int value, Chain next) {}

    private <T> byte[] write(WireEncoder<T> encoder, T message) {
        out.reset();
        encoder.write(out, message);
        return out.toByteArray();
    }

    @Test
    void generatedCodeAndTheSchemaAloneWriteTheSameBytes() {
        sameBytes(Book.class, List.of());
        sameBytes(Deal.class, List.of("side"));
    }

    private <T> void sameBytes(Class<T> type, List<String> keys) {
        DeltaCodec<T> codec = DeltaCodec.of(wire.codec(type), DeltaOptions.defaults());
        DeltaTranscoder schemaAlone =
                new DeltaTranscoder(codec.schema(), keys, DeltaOptions.defaults(), WireLimits.defaults());
        DeltaTranscoder back =
                new DeltaTranscoder(codec.schema(), keys, DeltaOptions.defaults(), WireLimits.defaults());
        DeltaEncoder<T> encoder = codec.encoder();
        DeltaDecoder<T> decoder = codec.decoder();
        assertInstanceOf(GeneratedDeltaCodec.class, encoder);
        RandomMessages messages = new RandomMessages(seed, WireTypes.none());
        List<T> some = new ArrayList<>();
        T reuse = null;
        for (int i = 0; i < 1_000; i++) {
            if (i < 6) {
                some.add(messages.of(type));
            } else if (random.nextInt(4) == 0) {
                some.set(random.nextInt(some.size()), messages.of(type));
            }
            T message = some.get(random.nextInt(some.size()));
            String where = "seed=" + seed + " type=" + type + " i=" + i;
            byte[] generated = write(encoder, message);
            byte[] binary = write(wire.codec(type), message);
            out.reset();
            schemaAlone.fromBinary(BinaryInput.of(binary), out);
            assertArrayEquals(out.toByteArray(), generated, where);
            reuse = decoder.read(
                    in.wrap(java.lang.foreign.MemorySegment.ofArray(generated), 0, generated.length), reuse);
            assertArrayEquals(binary, write(wire.codec(type), reuse), where);
            out.reset();
            back.toBinary(BinaryInput.of(generated), out);
            assertArrayEquals(binary, out.toByteArray(), where);
            disturb(reuse);
        }
    }

    /** Changes that a reader makes to its message must not change the stored message. */
    private void disturb(Object message) {
        if (message instanceof Book book && random.nextInt(3) == 0) {
            book.number = -7;
            if (book.bid != null) {
                book.bid.price = 99;
                book.bid.venue = null;
            }
            book.ask = random.nextBoolean() ? null : new Level();
        }
    }

    @Test
    void onlyWhatDiffersWithinIsWritten() {
        DeltaEncoder<Book> encoder =
                DeltaCodec.of(wire.codec(Book.class), DeltaOptions.defaults()).encoder();
        Book book = book();
        int full = write(encoder, book).length;
        book.bid.price = 100.25;
        int changed = write(encoder, book).length;
        // The header, the set of fields of the book, the presence byte and the set of fields of the level, and two
        // bytes of the price.
        assertEquals(6, changed, "full=" + full);
        assertEquals(2, write(encoder, book).length);
    }

    @Test
    void aRecordWithinThatStaysIsNotMadeAgain() {
        DeltaCodec<Book> codec = DeltaCodec.of(wire.codec(Book.class), DeltaOptions.defaults());
        DeltaEncoder<Book> encoder = codec.encoder();
        DeltaDecoder<Book> decoder = codec.decoder();
        Book book = book();
        Book read = decoder.read(BinaryInput.of(write(encoder, book)), null);
        Venue home = read.home;
        book.number++;
        assertSame(home, decoder.read(BinaryInput.of(write(encoder, book)), read).home);
        book.home = new Venue("XPAR", 2, 0.5);
        assertEquals(book.home, decoder.read(BinaryInput.of(write(encoder, book)), read).home);
    }

    @Test
    void whatContainsItselfComesByWayOfItsBytes() {
        DeltaCodec<Chain> codec = DeltaCodec.of(wire.codec(Chain.class), DeltaOptions.defaults());
        DeltaEncoder<Chain> encoder = codec.encoder();
        DeltaDecoder<Chain> decoder = codec.decoder();
        assertFalse(encoder instanceof GeneratedDeltaCodec);
        for (int i = 0; i < 4; i++) {
            Chain chain = new Chain(1, new Chain(i, null));
            assertEquals(chain, decoder.read(BinaryInput.of(write(encoder, chain))));
        }
    }

    @Test
    void damageGivesOnlyWireExceptions() {
        DeltaCodec<Book> codec = DeltaCodec.of(wire.codec(Book.class), DeltaOptions.defaults());
        DeltaEncoder<Book> encoder = codec.encoder();
        RandomMessages messages = new RandomMessages(seed, WireTypes.none());
        for (int i = 0; i < 300; i++) {
            DeltaDecoder<Book> decoder = codec.decoder();
            encoder.restart();
            Book first = messages.of(Book.class);
            decoder.read(BinaryInput.of(write(encoder, first)));
            byte[] second = write(encoder, messages.of(Book.class));
            second[random.nextInt(second.length)] ^= (byte) (1 << random.nextInt(8));
            try {
                decoder.read(BinaryInput.of(second));
            } catch (WireException _) {
                // expected; other damage results in another message
            }
        }
        byte[] short0 = write(codec.encoder(), book());
        assertThrows(
                WireException.class,
                () -> codec.decoder().read(BinaryInput.of(java.util.Arrays.copyOf(short0, short0.length - 1))));
    }

    private static Book book() {
        Book book = new Book();
        book.bid = level();
        book.ask = level();
        book.home = new Venue("XLON", 1, null);
        return book;
    }

    private static Level level() {
        Level level = new Level();
        level.price = 100.5;
        level.lots = 3;
        level.side = Side.SELL;
        level.venue = new Venue("XNAS", 7, 0.25);
        level.at = Instant.EPOCH;
        return level;
    }

    @Test
    void writingAndReadingMutableMessagesAllocatesNothing() {
        DeltaCodec<Book> codec =
                DeltaCodec.of(wire.codec(Book.class), DeltaOptions.defaults().withKeyFrameInterval(1_000_000));
        DeltaEncoder<Book> encoder = codec.encoder();
        DeltaDecoder<Book> decoder = codec.decoder();
        Book book = book();
        Book reuse = new Book();
        ThreadMXBean thread = (ThreadMXBean) ManagementFactory.getThreadMXBean();
        int messages = 20_000;
        long least = Long.MAX_VALUE;
        for (int run = 0; run < 20; run++) {
            long before = thread.getCurrentThreadAllocatedBytes();
            for (int i = 0; i < messages; i++) {
                book.number += i;
                book.bid.price += 0.25;
                book.ask.lots = i;
                out.reset();
                encoder.write(out, book);
                reuse = decoder.read(in.wrap(out.segment(), out.start(), out.length()), reuse);
            }
            least = Math.min(least, thread.getCurrentThreadAllocatedBytes() - before);
            assertEquals(book.bid.price, reuse.bid.price);
        }
        assertTrue(least < messages / 4, "bytes=" + least + " messages=" + messages);
    }
}
