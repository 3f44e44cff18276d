package io.millrace.topology;

import io.millrace.journal.Durability;
import io.millrace.service.ExternalSource;
import io.millrace.service.Gateway;
import io.millrace.service.GatewayContext;
import io.millrace.service.InputFailedException;
import io.millrace.service.Progress;
import io.millrace.service.Rate;
import io.millrace.service.ServiceException;
import io.millrace.service.SourceContext;
import java.nio.file.Path;
import java.util.Optional;

/** A topology whose component and gateway throw on some inputs, run by a test in a process of its own, to be killed. */
public final class KilledSkipping {

    static final long ITEMS = 3_000;

    private KilledSkipping() {}

    static boolean isPoison(long value) {
        return value % 700 == 350;
    }

    /** Runs in a directory, at a rate; says {@code failed}, the component and the input, or {@code ended}. */
    public static void main(String[] arguments) throws InterruptedException {
        System.out.println("running");
        System.out.println(run(Path.of(arguments[0]), Rate.perSecond(Long.parseLong(arguments[1]))));
    }

    static String run(Path data, Rate rate) throws InterruptedException {
        RunOptions options = RunOptions.in(data).withRate(rate).withErrorHandler((severity, origin, error) -> {});
        try (RunningTopology running = TopologyRunner.open(topology(), options)) {
            running.start();
            running.await();
            Optional<ServiceException> failure = running.failure();
            if (failure.isPresent() && failure.get().getCause() instanceof InputFailedException failed) {
                return "failed " + failed.component() + " " + failed.input();
            }
            return failure.map(Throwable::toString).orElse("ended");
        }
    }

    static Topology topology() {
        ChannelSpec small = ChannelSpec.journal().withSegmentSize(1 << 16);
        return Topology.builder("killed")
                .channel("numbers", small.withDurability(Durability.SYNCED))
                .channel("sums", small)
                .channel("answers", small)
                .component("counter", ComponentSpec.of(Counter.class).writes("numbers"))
                .component(
                        "summer", ComponentSpec.of(Picky.class).reads("numbers").writes("sums"))
                .component(
                        "gateway",
                        ComponentSpec.of(PickyGateway.class).reads("numbers").writes("answers"))
                .build();
    }

    /** Counts. */
    public static final class Counter implements ExternalSource {

        private final Numbers out;
        private long next;

        /** Takes the output. */
        public Counter(Numbers out) {
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
            out.number(next++);
            return Progress.EMITTED;
        }

        @Override
        public void close() {}
    }

    /** Sums up what is no poison. */
    public static final class Picky implements Numbers {

        private final Sums out;
        private long total;

        /** Takes the output. */
        public Picky(Sums out) {
            this.out = out;
        }

        @Override
        public void number(long value) {
            total += value;
            out.sum("total", total);
            if (isPoison(value)) {
                throw new IllegalStateException("refused " + value);
            }
        }
    }

    /** Answers what is no poison. */
    public static final class PickyGateway implements Gateway, Numbers {

        private final Sums out;

        /** Takes the output. */
        public PickyGateway(Sums out) {
            this.out = out;
        }

        @Override
        public void open(GatewayContext context) {}

        @Override
        public void number(long value) {
            if (isPoison(value)) {
                throw new IllegalStateException("refused " + value);
            }
            out.sum("answer", value);
        }

        @Override
        public void commit() {}

        @Override
        public void rollback() {}

        @Override
        public void close() {}
    }
}
