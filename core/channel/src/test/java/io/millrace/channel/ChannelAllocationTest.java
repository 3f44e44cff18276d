package io.millrace.channel;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;
import java.nio.file.Path;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A call that is written, read, and answered by a component allocates nothing in the steady state. */
@Tag("alone")
class ChannelAllocationTest {

    private static final int WARM_UP = 60_000;
    private static final int MEASURED = 50_000;

    /** The most rounds until one allocates nothing, since compilation ends at an unknown time. */
    private static final int ROUNDS = 20;

    @TempDir
    Path directory;

    @Test
    void aMessageThroughTwoChannelsAllocatesNothing() {
        try (Channel in = Channel.journal("in", directory.resolve("in"), ChannelOptions.defaults());
                Channel out = Channel.journal("out", directory.resolve("out"), ChannelOptions.defaults())) {
            allocatesNothing(in, out, () -> {});
        }
    }

    @Test
    void aMessageThroughTwoQueuesAllocatesNothing() {
        try (Channel in = Channel.queue("in", 1 << 12, ChannelOptions.defaults());
                Channel out = Channel.queue("out", 1 << 12, ChannelOptions.defaults());
                ChannelReader last = out.reader((Quotes) quote -> {}, ReaderOptions.defaults(), Quotes.class)) {
            allocatesNothing(in, out, last::poll);
        }
    }

    private static void allocatesNothing(Channel in, Channel out, Runnable afterEach) {
        try (ChannelWriter inWriter = in.writer();
                ChannelWriter outWriter = out.writer()) {
            Quotes quotes = inWriter.as(Quotes.class);
            Spread spread = new Spread(outWriter.as(Quotes.class));
            try (ChannelReader reader = in.reader(spread, ReaderOptions.defaults(), Quotes.class)) {
                Input input = new Input();
                Quote quote = new Quote();
                run(WARM_UP, quotes, quote, reader, outWriter, input, afterEach);
                ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
                long idle = allocated(threads);
                idle = allocated(threads) - idle;
                long least = Long.MAX_VALUE;
                int rounds = 0;
                while (rounds < ROUNDS && least >= MEASURED / 10) {
                    long before = allocated(threads);
                    run(MEASURED, quotes, quote, reader, outWriter, input, afterEach);
                    least = Math.min(least, allocated(threads) - before - idle);
                    rounds++;
                }
                assertEquals(WARM_UP + rounds * MEASURED, spread.calls);
                assertTrue(least < MEASURED / 10, "bytes=" + least + " messages=" + MEASURED);
            }
        }
    }

    private static long allocated(ThreadMXBean threads) {
        return threads.getCurrentThreadAllocatedBytes();
    }

    private static void run(
            int count,
            Quotes quotes,
            Quote quote,
            ChannelReader reader,
            ChannelWriter writer,
            Input input,
            Runnable afterEach) {
        EpochClock clock = EpochClock.system();
        for (int i = 0; i < count; i++) {
            quote.symbol = "EURUSD";
            quote.bid = i;
            quote.ask = i + 0.5;
            quote.number = i;
            quotes.quote(quote);
            if (reader.next() == Poll.MESSAGE) {
                writer.begin(input.set(reader, clock.nowNs()));
                reader.dispatch();
                writer.commit();
            }
            afterEach.run();
        }
    }

    /** A component with state that answers every second quote. */
    private static final class Spread implements Quotes {

        private final Quotes out;
        private final Quote answer = new Quote();
        private int calls;

        private Spread(Quotes out) {
            this.out = out;
        }

        @Override
        public void quote(Quote quote) {
            calls++;
            if (quote.number % 4 != 0) {
                answer.symbol = quote.symbol;
                answer.bid = quote.ask - quote.bid;
                answer.ask = 0;
                answer.number = quote.number;
                out.quote(answer);
            }
        }
    }
}
