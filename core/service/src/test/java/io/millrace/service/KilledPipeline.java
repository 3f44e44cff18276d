package io.millrace.service;

import io.millrace.channel.Channel;
import io.millrace.channel.ChannelOptions;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Consumer;

/**
 * A source and one or two components, run by a test in a process of its own, to be killed. Two have a small queue
 * between them, and a thread each.
 */
final class KilledPipeline {

    static final long ITEMS = 20_000;

    /** What the queue carries; 85 messages fill it. */
    private static final int QUEUE_BYTES = 1 << 13;

    /** What runs. */
    enum Shape {
        ONE_COMPONENT,
        QUEUE_BETWEEN_TWO
    }

    private KilledPipeline() {}

    /** Runs to the end: the directory, the items a second, and the shape. */
    public static void main(String[] arguments) throws InterruptedException {
        run(
                Path.of(arguments[0]),
                Rate.perSecond(Long.parseLong(arguments[1])),
                Shape.valueOf(arguments[2]),
                System.out::println);
    }

    /** Runs the pipeline in {@code directory}; says when it begins. */
    static void run(Path directory, Rate rate, Shape shape, Consumer<String> say) throws InterruptedException {
        try (Channel numbers = Flow.channel(directory, "numbers");
                Channel between = Channel.queue("between", QUEUE_BYTES, ChannelOptions.defaults());
                Channel sums = Flow.channel(directory, "sums")) {
            ServiceTask source = Service.source("counter")
                    .writes(numbers)
                    .rate(rate)
                    .create(outputs -> new Counting(outputs.as(Numbers.class)));
            ServiceTask summer = Service.component("summer")
                    .reads(numbers)
                    .writes(shape == Shape.ONE_COMPONENT ? sums : between)
                    .create(outputs -> new Summer(outputs.as(Sums.class)));
            List<ServiceTask> others = shape == Shape.ONE_COMPONENT
                    ? List.of()
                    : List.of(Service.component("chooser")
                            .reads(between)
                            .writes(sums)
                            .create(outputs -> new Chooser(outputs.as(Sums.class))));
            EventLoop loop = EventLoop.start("pipeline", EventLoopOptions.defaults(), List.of(source, summer));
            EventLoop second = EventLoop.start("second", EventLoopOptions.defaults(), others);
            say.accept("running");
            loop.await();
            second.await();
            say.accept("done");
        }
    }

    /** Passes two of three sums on, with all that it has got so far in them. */
    private static final class Chooser implements Sums {

        private final Sums out;
        private long hash;

        private Chooser(Sums out) {
            this.out = out;
        }

        @Override
        public void sum(String of, long total) {
            hash = hash * 31 + of.hashCode() + total;
            if (Math.floorMod(hash, 3) > 0) {
                out.sum(of, hash);
            }
        }
    }

    /** Counts up to {@link #ITEMS}. */
    private static final class Counting implements ExternalSource {

        private final Numbers out;
        private long next;

        private Counting(Numbers out) {
            this.out = out;
        }

        @Override
        public void open(long resumeAfter) {
            next = resumeAfter + 1;
        }

        @Override
        public Progress poll(SourceContext context) {
            if (next == ITEMS) {
                return Progress.ENDED;
            }
            context.index(next);
            out.number(next * 7 % 101);
            next++;
            return Progress.EMITTED;
        }

        @Override
        public void close() {}
    }
}
