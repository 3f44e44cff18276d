package io.millrace.wire;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;
import org.junit.jupiter.api.Test;

class AllocationTest {
    private static final int WARM_UP = 200_000;
    private static final int MEASURED = 100_000;
    private static final String[] SYMBOLS = {"EURUSD", "AAPL", "a-longer-symbol-of-31-characters", "x".repeat(100)};

    interface Quotes {
        void quote(Messages.Quote quote);

        void depth(Messages.Depth depth, long time, Messages.Side side);
    }

    /** Keeps nothing but the last call. */
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
        long before = 0;
        for (int i = 0; i < WARM_UP + MEASURED; i++) {
            if (i == WARM_UP) {
                before = threads.getCurrentThreadAllocatedBytes();
            }
            quotes.quote(messages[i % messages.length]);
            decoders[sink.method].call(in.wrap(sink.out.segment(), 0, sink.out.length()), counter);
            quotes.depth(depths[i % depths.length], i, Messages.Side.BUY);
            decoders[sink.method].call(in.wrap(sink.out.segment(), 0, sink.out.length()), counter);
        }
        long bytes = threads.getCurrentThreadAllocatedBytes() - before;
        assertEquals(2L * (WARM_UP + MEASURED), counter.calls);
        // Not one byte for each message; what the compiler or the counter itself leaves on this thread is far less.
        assertTrue(bytes < MEASURED / 4, "bytes=" + bytes + " messages=" + 2 * MEASURED);
    }
}
