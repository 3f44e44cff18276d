package io.millrace.topology;

import io.millrace.service.ExternalSource;
import io.millrace.service.Progress;
import io.millrace.service.Rate;
import io.millrace.service.SourceContext;
import io.millrace.service.Timer;
import io.millrace.service.TimerEvents;
import io.millrace.service.Timers;
import java.nio.file.Path;
import java.time.Instant;

/**
 * A component that asks a timer for what it is told later, in a cycle with it, run by a test in a process of its own,
 * to be killed.
 */
public final class KilledTimers {

    static final int ITEMS = 1_500;

    private KilledTimers() {}

    /** Runs in a directory, at a rate, to the end. */
    public static void main(String[] arguments) throws InterruptedException {
        System.out.println("running");
        run(Path.of(arguments[0]), Rate.perSecond(Long.parseLong(arguments[1])));
    }

    static void run(Path data, Rate rate) throws InterruptedException {
        try (RunningTopology running =
                TopologyRunner.open(topology(), RunOptions.in(data).withRate(rate))) {
            running.start();
            running.await();
            running.failure().ifPresent(failure -> {
                throw failure;
            });
        }
    }

    static Topology topology() {
        ChannelSpec small = ChannelSpec.journal().withSegmentSize(1 << 16);
        return Topology.builder("killed")
                .channel("orders", small)
                .channel("requests", small)
                .channel("alarms", small)
                .component("feed", ComponentSpec.of(Feed.class).writes("orders"))
                .component(
                        "keeper",
                        ComponentSpec.of(Keeper.class).reads("orders", "alarms").writes("requests"))
                .component(
                        "timer", ComponentSpec.of(Timer.class).reads("requests").writes("alarms"))
                .thread("first", ThreadSpec.running("feed", "keeper"))
                .thread("second", ThreadSpec.running("timer"))
                .build();
    }

    /** Returns how long after its order a timer is due: mostly soon, sometimes much later. */
    static long delayMs(int number) {
        return number % 50 == 7 ? 2_000 : number * 37 % 200;
    }

    /** Returns whether the timer of an order is cancelled by the order after it. */
    static boolean isCancelled(int number) {
        return number % 50 == 8 || number % 5 == 3;
    }

    /** The orders. */
    public interface Orders {

        /** Tells of an order and when it is to be looked at again. */
        void order(int number, Instant again);
    }

    /** Sends orders. */
    public static final class Feed implements ExternalSource {

        private final Orders out;
        private int next;

        /** Takes the output. */
        public Feed(Orders out) {
            this.out = out;
        }

        @Override
        public void open(long resumeAfter) {
            next = (int) resumeAfter + 1;
        }

        @Override
        public Progress poll(SourceContext context) {
            if (next == ITEMS) {
                return Progress.ENDED;
            }
            context.index(next);
            out.order(next, Instant.ofEpochSecond(0, context.timeNs()).plusMillis(delayMs(next)));
            next++;
            return Progress.EMITTED;
        }

        @Override
        public void close() {}
    }

    /** Asks for a timer for each order, and for one more when some of them fire. */
    public static final class Keeper implements Orders, TimerEvents {

        private final Timers out;

        /** Takes the output. */
        public Keeper(Timers out) {
            this.out = out;
        }

        @Override
        public void order(int number, Instant again) {
            out.schedule(again, "order " + number);
            if (number > 0 && isCancelled(number - 1)) {
                out.cancel("order " + (number - 1));
            }
        }

        @Override
        public void fired(String token, Instant at) {
            if (token.startsWith("order ") && token.endsWith("00")) {
                out.schedule(at.plusMillis(300), "again " + token);
            }
        }
    }
}
