package io.millrace.topology;

import io.millrace.service.Rate;
import io.millrace.service.ServiceException;
import java.nio.file.Path;
import java.util.Optional;

/** A topology with a component in two versions, run by a test in a process of its own, to be killed. */
public final class KilledUpgrading {

    private KilledUpgrading() {}

    /**
     * Runs in a directory, at a rate, a version of the component; says {@code opening}, {@code running}, and {@code
     * ended} or what failed.
     */
    public static void main(String[] arguments) throws InterruptedException {
        System.out.println("opening");
        System.out.println(run(
                Path.of(arguments[0]), Rate.perSecond(Long.parseLong(arguments[1])), Integer.parseInt(arguments[2])));
    }

    static String run(Path data, Rate rate, int version) throws InterruptedException {
        RunOptions options = RunOptions.in(data).withRate(rate).withErrorHandler((severity, origin, error) -> {});
        try (RunningTopology running = TopologyRunner.open(topology(version), options)) {
            running.start();
            System.out.println("running");
            running.await();
            Optional<ServiceException> failure = running.failure();
            return failure.map(Throwable::toString).orElse("ended");
        }
    }

    static Topology topology(int version) {
        ChannelSpec small = ChannelSpec.journal().withSegmentSize(1 << 16);
        return Topology.builder("killed")
                .channel("numbers", small)
                .channel("sums", small)
                .component(
                        "counter",
                        ComponentSpec.of(KilledSkipping.Counter.class).writes("numbers"))
                .component(
                        "summer",
                        ComponentSpec.of(Versioned.class)
                                .reads("numbers")
                                .writes("sums")
                                .argument("version", version))
                .build();
    }

    /** Writes the total of all numbers; in the second version of even numbers alone, and how many there were. */
    public static final class Versioned implements Numbers {

        private final Sums out;
        private final int version;
        private long total;
        private long count;

        /** Takes the output and the version. */
        public Versioned(Sums out, int version) {
            this.out = out;
            this.version = version;
        }

        @Override
        public void number(long value) {
            total += value;
            count++;
            if (version == 1) {
                out.sum("total", total);
            } else if (value % 2 == 0) {
                out.sum("total", total);
                out.sum("count", count);
            }
        }
    }
}
