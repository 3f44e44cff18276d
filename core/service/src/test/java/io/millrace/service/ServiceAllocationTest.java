package io.millrace.service;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.sun.management.ThreadMXBean;
import io.millrace.channel.Channel;
import io.millrace.channel.ChannelOptions;
import io.millrace.channel.ChannelWriter;
import java.lang.management.ManagementFactory;
import java.nio.file.Path;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A service in its steady state allocates nothing: read a call, let the component combine, write a call. */
@Tag("alone")
class ServiceAllocationTest {

    private static final int WARM_UP = 60_000;
    private static final int MEASURED = 50_000;

    /** The most rounds until one allocates nothing, since compilation ends at an unknown time. */
    private static final int ROUNDS = 20;

    @TempDir
    Path root;

    /** A mutable message. */
    public static final class Price {

        String symbol;
        double value;
        boolean buying;

        /** Makes an empty one. */
        public Price() {}
    }

    /** Calls with a mutable message. */
    public interface Prices {

        void price(Price price);
    }

    /** Answers all but every tenth. */
    private static final class Best implements Prices {

        private final Prices out;
        private final Price best = new Price();
        private long count;

        private Best(Prices out) {
            this.out = out;
        }

        @Override
        public void price(Price price) {
            if (++count % 10 != 0) {
                best.symbol = price.symbol;
                best.value = Math.max(best.value, price.value);
                out.price(best);
            }
        }
    }

    @Test
    void aMessageThroughAServiceAllocatesNothing() {
        try (Channel in = Channel.journal("in", root.resolve("in"), ChannelOptions.defaults());
                Channel other = Channel.journal("other", root.resolve("other"), ChannelOptions.defaults());
                Channel out = Channel.journal("out", root.resolve("out"), ChannelOptions.defaults());
                ChannelWriter inWriter = in.writer();
                ChannelWriter otherWriter = other.writer();
                ServiceTask task = Service.component("best")
                        .reads(in, other)
                        .writes(out)
                        .create(outputs -> new Best(outputs.as(Prices.class)))) {
            Prices[] prices = {inWriter.as(Prices.class), otherWriter.as(Prices.class)};
            run(prices, task, WARM_UP);
            ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
            long least = Long.MAX_VALUE;
            int rounds = 0;
            while (rounds < ROUNDS && least >= MEASURED / 10) {
                long before = threads.getCurrentThreadAllocatedBytes();
                run(prices, task, MEASURED);
                least = Math.min(least, threads.getCurrentThreadAllocatedBytes() - before);
                rounds++;
            }
            assertEquals(WARM_UP + rounds * MEASURED, task.inputs());
            assertTrue(least < MEASURED / 10, "bytes=" + least + " messages=" + MEASURED);
        }
    }

    private static void run(Prices[] prices, ServiceTask task, int count) {
        Price price = new Price();
        price.symbol = "EURUSD";
        for (int i = 0; i < count; i++) {
            price.value = i;
            prices[i & 1].price(price);
            task.poll();
            task.poll();
        }
    }
}
