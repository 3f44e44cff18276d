package io.millrace.service;

import io.millrace.channel.Channel;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Consumer;

/** A source and a component over two channels, run by a test in a process of its own, to be killed. */
final class KilledPipeline {

    static final long ITEMS = 20_000;

    private KilledPipeline() {}

    /** Runs to the end: the directory, and the items a second. */
    public static void main(String[] arguments) throws InterruptedException {
        run(Path.of(arguments[0]), Rate.perSecond(Long.parseLong(arguments[1])), System.out::println);
    }

    /** Runs the pipeline in {@code directory}; says when it begins. */
    static void run(Path directory, Rate rate, Consumer<String> say) throws InterruptedException {
        try (Channel numbers = Flow.channel(directory, "numbers");
                Channel sums = Flow.channel(directory, "sums")) {
            ServiceTask source = Service.source("counter")
                    .writes(numbers)
                    .rate(rate)
                    .create(outputs -> new Counting(outputs.as(Numbers.class)));
            ServiceTask summer = Service.component("summer")
                    .reads(numbers)
                    .writes(sums)
                    .create(outputs -> new Summer(outputs.as(Sums.class)));
            EventLoop loop = EventLoop.start("pipeline", EventLoopOptions.defaults(), List.of(source, summer));
            say.accept("running");
            loop.await();
            say.accept("done");
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
