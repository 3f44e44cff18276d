package io.millrace.topology;

import io.millrace.service.ExternalSource;
import io.millrace.service.Progress;
import io.millrace.service.Rate;
import io.millrace.service.ServiceException;
import io.millrace.service.SourceContext;
import java.nio.file.Path;
import java.util.Optional;

/**
 * A topology two of whose channels are journals or queues, as each run says, run by a test in a process of its own, to
 * be killed. One has two readers, and the reader of the other one has a second input.
 */
public final class KilledKinds {

    static final long ITEMS = 1_500;

    private KilledKinds() {}

    /** Runs in a directory, at a rate, with kinds as in {@code JQ}; says {@code running} and the end. */
    public static void main(String[] arguments) throws InterruptedException {
        System.out.println("opening");
        Rate rate = Rate.perSecond(Long.parseLong(arguments[1]));
        System.out.println(run(topology(arguments[2]), Path.of(arguments[0]), rate));
    }

    static String run(TopologyBuilder topology, Path data, Rate rate) throws InterruptedException {
        RunOptions options = RunOptions.in(data)
                .withRate(rate)
                .withClassLoader(KilledKinds.class.getClassLoader())
                .withErrorHandler((severity, origin, error) -> {});
        try (RunningTopology running = TopologyRunner.open(topology.build(), options)) {
            running.start();
            System.out.println("running");
            running.await();
            Optional<ServiceException> failure = running.failure();
            return failure.map(Throwable::toString).orElse("ended");
        }
    }

    static ChannelSpec channel(char kind) {
        return switch (kind) {
            case 'J' -> ChannelSpec.journal().withSegmentSize(1 << 16);
            case 'Q' -> ChannelSpec.queue().withQueueSize(1 << 13);
            default -> ChannelSpec.direct();
        };
    }

    static TopologyBuilder topology(String kinds) {
        return topology(kinds, ITEMS);
    }

    static TopologyBuilder topology(String kinds, long items) {
        return topology(channel(kinds.charAt(0)), "halved", channel(kinds.charAt(1)), items, "repeated");
    }

    static TopologyBuilder topology(
            ChannelSpec repeated, String halves, ChannelSpec halved, long items, String... reads) {
        return Topology.builder("kinds")
                .channel("numbers", channel('J'))
                .channel("others", channel('J'))
                .channel("repeated", repeated)
                .channel(halves, halved)
                .channel("rare", channel('J'))
                .channel("merged", channel('J'))
                .component(
                        "counter",
                        ComponentSpec.of(QueueTopologyTest.Counter.class)
                                .writes("numbers")
                                .argument("limit", items))
                .component(
                        "other", ComponentSpec.of(Other.class).writes("others").argument("limit", items))
                .component(
                        "repeat", ComponentSpec.of(Few.class).reads("numbers").writes("repeated"))
                .component(
                        "halve",
                        ComponentSpec.of(QueueTopologyTest.Halve.class)
                                .reads(reads)
                                .writes(halves))
                .component(
                        "seldom",
                        ComponentSpec.of(Seldom.class).reads("repeated").writes("rare"))
                .component(
                        "merge",
                        ComponentSpec.of(Merge.class).reads(halves, "others").writes("merged"))
                .thread("one", ThreadSpec.running("counter", "other", "repeat"))
                .thread("two", ThreadSpec.running("halve", "seldom"))
                .thread("three", ThreadSpec.running("merge"));
    }

    /** Counts, under a name. */
    public static final class Other implements ExternalSource {

        private final QueueTopologyTest.Counter counter;

        /** Takes the output and where to end. */
        public Other(Sums out, long limit) {
            counter = new QueueTopologyTest.Counter(number -> out.sum("other", number), limit);
        }

        @Override
        public void open(long resumeAfter) {
            counter.open(resumeAfter);
        }

        @Override
        public Progress poll(SourceContext context) {
            return counter.poll(context);
        }

        @Override
        public void close() {}
    }

    /** Gives each number up to three times. */
    public static final class Few implements Numbers {

        private final Numbers out;

        /** Takes the output. */
        public Few(Numbers out) {
            this.out = out;
        }

        @Override
        public void number(long value) {
            for (long i = 0; i < value % 4; i++) {
                out.number(value + i);
            }
        }
    }

    /** Passes on a hash of all numbers after every hundredth: runs of inputs have no outputs. */
    public static final class Seldom implements Numbers {

        private final Numbers out;
        private long hash;
        private long count;

        /** Takes the output. */
        public Seldom(Numbers out) {
            this.out = out;
        }

        @Override
        public void number(long value) {
            hash = hash * 31 + value;
            if (++count % 100 == 0) {
                out.number(hash);
            }
        }
    }

    /** Passes on a hash of each input for itself, and one of both, which shows their order. */
    public static final class Merge implements Numbers, Sums {

        private final Sums out;
        private long numbers;
        private long sums;
        private long both;

        /** Takes the output. */
        public Merge(Sums out) {
            this.out = out;
        }

        @Override
        public void number(long value) {
            numbers = numbers * 31 + value;
            both = both * 31 + value;
            if (value % 3 != 0) {
                out.sum("numbers", numbers);
                out.sum("both", both);
            }
        }

        @Override
        public void sum(String of, long total) {
            sums = sums * 31 + total;
            both = both * 31 + total;
            if (total % 5 != 0) {
                out.sum("others", sums);
            }
        }
    }
}
