package io.millrace.benchmarks;

import io.millrace.console.ConsoleSpec;
import io.millrace.service.Rate;
import io.millrace.telemetry.OtlpSpec;
import io.millrace.telemetry.PrometheusSpec;
import io.millrace.telemetry.TelemetrySpec;
import io.millrace.topology.ChannelSpec;
import io.millrace.topology.ComponentSpec;
import io.millrace.topology.RunOptions;
import io.millrace.topology.RunningTopology;
import io.millrace.topology.ThreadSpec;
import io.millrace.topology.Topology;
import io.millrace.topology.TopologyBuilder;
import io.millrace.topology.TopologyRunner;
import java.net.URI;
import java.nio.file.Path;
import java.util.Set;

/**
 * A run of a small topology on two threads: of each number of a source a component makes many, which pass through two
 * queues in memory, and one of 1,000 becomes a message of a journal. For one thread.
 */
final class ObservedRun implements AutoCloseable {
    private static final String FIRST = "numbers";
    private static final String SECOND = "sums";
    private static final String LAST = "last";
    private static final int QUEUE_BYTES = 1 << 20;
    private static final long SEGMENT_BYTES = 4 << 20;
    private static final long NUMBERS_PER_ITEM = 500;
    private static final long INPUTS_PER_OUTPUT = 1_000;
    private static final long ONE_IN = 100;

    private final RunningTopology running;

    private ObservedRun(RunningTopology running) {
        this.running = running;
    }

    /**
     * Starts the run.
     *
     * @param observer what observes it
     * @param collector where spans go
     * @param rate the items of the source a second, of which each becomes 500 messages
     * @param directory an empty directory
     */
    static ObservedRun start(Observer observer, URI collector, Rate rate, Path directory) {
        RunningTopology running = TopologyRunner.open(
                topology(observer, collector), RunOptions.in(directory).withRate(rate));
        try {
            running.start();
            return new ObservedRun(running);
        } catch (RuntimeException | Error e) {
            running.close();
            throw e;
        }
    }

    private static Topology topology(Observer observer, URI collector) {
        ChannelSpec queue = ChannelSpec.queue().withQueueSize(QUEUE_BYTES);
        TopologyBuilder builder = Topology.builder("observed")
                .channel("items", journal())
                .channel("numbers", queue)
                .channel("relayed", queue)
                .channel("sums", journal())
                .component("source", ComponentSpec.of(NumberSource.class).writes("items"))
                .component(
                        "burst",
                        ComponentSpec.of(NumberBurst.class)
                                .reads("items")
                                .writes("numbers")
                                .argument("count", NUMBERS_PER_ITEM))
                .component("relay", relay(1).reads("numbers").writes("relayed"))
                .component(LAST, relay(INPUTS_PER_OUTPUT).reads("relayed").writes("sums"))
                .thread(FIRST, ThreadSpec.running("source", "burst"))
                .thread(SECOND, ThreadSpec.running("relay", LAST));
        if (observer.hasConsole()) {
            builder.section(ConsoleSpec.at(0));
        }
        if (observer.hasMeters()) {
            TelemetrySpec telemetry = TelemetrySpec.none().withPrometheus(PrometheusSpec.at(0));
            builder.section(
                    observer == Observer.SPANS
                            ? telemetry.withOtlp(
                                    OtlpSpec.to(collector.toString()).withOneIn(ONE_IN))
                            : telemetry);
        }
        return builder.build();
    }

    private static ChannelSpec journal() {
        return ChannelSpec.journal().withSegmentSize(SEGMENT_BYTES);
    }

    private static ComponentSpec relay(long every) {
        return ComponentSpec.of(NumberRelay.class).argument("every", every);
    }

    /** Returns how many messages have arrived at the end of the topology. */
    long arrived() {
        return running.health().components().get(LAST).inputs();
    }

    /** Returns the names of the threads that carry the messages. */
    static Set<String> threads() {
        return Set.of("millrace-" + FIRST, "millrace-" + SECOND);
    }

    /** Returns the address of the page of a run with a console. */
    URI page() {
        return URI.create(said("console", "address"));
    }

    /** Returns the address of the meters of a run that has some. */
    URI meters() {
        return URI.create(said("telemetry", "prometheus"));
    }

    private String said(String section, String what) {
        return running.health().sections().get(section).details().get(what);
    }

    @Override
    public void close() {
        running.close();
    }
}
