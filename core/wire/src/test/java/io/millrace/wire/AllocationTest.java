package io.millrace.wire;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;
import java.time.ZonedDateTime;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("alone")
class AllocationTest {
    private static final int WARM_UP = 200_000;
    private static final int MEASURED = 100_000;

    /** The most rounds until one allocates nothing, since compilation ends at an unknown time. */
    private static final int ROUNDS = 20;

    private static final String[] SYMBOLS = {"EURUSD", "AAPL", "a-longer-symbol-of-31-characters", "x".repeat(100)};

    interface Quotes {
        void quote(Messages.Quote quote);

        void depth(Messages.Depth depth, long time, Messages.Side side);
    }

    /** Stores only the last call. */
    private static final class LastCall implements CallSink {
        final BinaryOutput out = BinaryOutput.allocate(1_024);
        int method;

        @Override
        public BinaryOutput begin(int number) {
            out.reset();
            return out;
        }

        @Override
        public void end(int number) {
            method = number;
        }

        @Override
        public void abort(int number, Throwable error) {
            throw new AssertionError(error);
        }
    }

    private static final class Counter implements Quotes {
        long calls;

        @Override
        public void quote(Messages.Quote quote) {
            calls++;
        }

        @Override
        public void depth(Messages.Depth depth, long time, Messages.Side side) {
            calls++;
        }
    }

    @Test
    void writingAndReadingMutableMessagesAllocatesNothing() {
        Wire wire = Wire.of(WireTypes.none());
        LastCall sink = new LastCall();
        MethodWriter writer = wire.methodWriter(sink, Quotes.class);
        Quotes quotes = writer.as(Quotes.class);
        CallDecoder[] decoders = writer.calls().stream()
                .map(call -> wire.callDecoder(call, Quotes.class).orElseThrow())
                .toArray(CallDecoder[]::new);
        BinaryInput in = new BinaryInput();
        Counter counter = new Counter();
        Messages.Depth[] depths = new Messages.Depth[SYMBOLS.length - 1];
        Messages.Quote[] messages = new Messages.Quote[depths.length];
        for (int i = 0; i < depths.length; i++) {
            depths[i] = new Messages.Depth(i, SYMBOLS[i]);
            messages[i] = new Messages.Quote(SYMBOLS[i], i, Messages.Side.SELL, 1.5, 2.5, depths[i]).levels(1, 2, 3);
        }
        ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
        long least = Long.MAX_VALUE;
        int passed = 0;
        for (int round = 0; round <= ROUNDS && least >= MEASURED / 4; round++) {
            int to = passed + (round == 0 ? WARM_UP : MEASURED);
            long before = threads.getCurrentThreadAllocatedBytes();
            for (int i = passed; i < to; i++) {
                quotes.quote(messages[i % messages.length]);
                decoders[sink.method].call(in.wrap(sink.out.segment(), 0, sink.out.length()), counter);
                quotes.depth(depths[i % depths.length], i, Messages.Side.BUY);
                decoders[sink.method].call(in.wrap(sink.out.segment(), 0, sink.out.length()), counter);
            }
            long bytes = threads.getCurrentThreadAllocatedBytes() - before;
            least = round == 0 ? least : Math.min(least, bytes);
            passed = to;
        }
        assertEquals(2L * passed, counter.calls);
        // Less than one byte for each message: what the compiler or the counter itself allocates on this thread is far
        // less.
        assertTrue(least < MEASURED / 4, "bytes=" + least + " messages=" + 2 * MEASURED);
    }

    /** A mutable message, as in a stream of updates. */
    static class Tick {
        @Key
        String symbol = "AAAA";

        @Key
        int venue = 7;

        long time = 1L << 50;
        double price = 1.5;
        Messages.Side side = Messages.Side.BUY;
        boolean firm;
        ZonedDateTime opened = ZonedDateTime.parse("2016-07-22T12:34:56.789+02:00[Europe/Paris]");

        void change(int number) {
            symbol = SYMBOLS[number % (SYMBOLS.length - 1)]; // the last one is too long for the cache
            time += 1_000;
            price += 0.25;
            side = number % 3 == 0 ? Messages.Side.BUY : Messages.Side.SELL;
            firm = !firm;
        }
    }

    /** Its view is reused although another class declares it. */
    static class Noted extends Tick {
        CharSequence note = "as a view";
    }

    static final class Nesting extends Noted {
        Nested nested = new Nested();
        long[] levels = {1, 2, 3};

        @Override
        void change(int number) {
            super.change(number);
            nested.depth = number;
            levels[1] = number;
        }
    }

    static final class Nested {
        int depth;
        String text = "nested";
    }

    @Test
    void binaryAllocatesNothingForAMutableMessage() {
        assertNothingIsAllocated(WireFormat.BINARY, new Nesting());
    }

    @Test
    void rawAllocatesNothingForAMutableMessage() {
        assertNothingIsAllocated(WireFormat.RAW, new Nesting());
    }

    /**
     * A message without nested messages and with strings: views are stored as strings, and all other classes use
     * BINARY.
     */
    @Test
    void deltaAllocatesNothingForAFlatMutableMessage() {
        assertNothingIsAllocated(WireFormat.DELTA, new Tick());
    }

    private static <T extends Tick> void assertNothingIsAllocated(WireFormat format, T message) {
        @SuppressWarnings("unchecked") // the class of a T is a Class<T>
        Class<T> type = (Class<T>) message.getClass();
        WireCodec<T> codec = Wire.of(WireTypes.none()).codec(type, format);
        WireEncoder<T> encoder = codec.encoder();
        WireDecoder<T> decoder = codec.decoder();
        BinaryOutput out = BinaryOutput.allocate(1_024);
        BinaryInput in = new BinaryInput();
        T read = null;
        ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
        long least = Long.MAX_VALUE;
        int passed = 0;
        for (int round = 0; round <= ROUNDS && least >= MEASURED / 4; round++) {
            int to = passed + (round == 0 ? WARM_UP : MEASURED);
            long before = threads.getCurrentThreadAllocatedBytes();
            for (int i = passed; i < to; i++) {
                message.change(i);
                out.reset();
                encoder.write(out, message);
                read = decoder.read(in.wrap(out.segment(), 0, out.length()), read);
            }
            long bytes = threads.getCurrentThreadAllocatedBytes() - before;
            least = round == 0 ? least : Math.min(least, bytes);
            passed = to;
        }
        assertEquals(message.time, read.time);
        assertEquals(message.symbol, read.symbol);
        assertEquals(message.opened, read.opened);
        assertTrue(least < MEASURED / 4, "bytes=" + least + " messages=" + MEASURED);
    }
}
