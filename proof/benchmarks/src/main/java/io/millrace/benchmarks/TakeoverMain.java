package io.millrace.benchmarks;

import io.millrace.channel.JournalChannel;
import io.millrace.harness.BenchmarkException;
import io.millrace.journal.Journal;
import io.millrace.topology.ChannelSpec;
import io.millrace.topology.ComponentSpec;
import io.millrace.topology.HostLosses;
import io.millrace.topology.HostSpec;
import io.millrace.topology.HostTakeover;
import io.millrace.topology.RunOptions;
import io.millrace.topology.RunningTopology;
import io.millrace.topology.SpareRun;
import io.millrace.topology.Topology;
import io.millrace.topology.TopologyRunner;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;

/**
 * A process of {@link TakeoverBench}. Its arguments are what it does, the directory of all, the ports of the host and
 * of its spare, and the nanoseconds between two calls. It answers once, see {@link OtherEnd}, and lives until it is
 * killed:
 *
 * <ul>
 *   <li>{@value #HOST} runs the host, and answers when that was started;
 *   <li>{@value #SPARE} stands by, runs the host once it is promoted, and answers with the times at which it knew of
 *       the promotion, had opened the topology, and saw the first new output;
 *   <li>{@value #PROMOTE} promotes the spare, and answers with the time of its start.
 * </ul>
 *
 * <p>All times are in milliseconds of the clock of the machine, which all processes share.
 */
public final class TakeoverMain {
    static final String HOST = "host";
    static final String SPARE = "spare";
    static final String PROMOTE = "promote";

    /** The name of the host, and of the directory of its machine. */
    static final String OF_HOST = "a";

    /** The name of the spare, and of its directory. */
    static final String OF_SPARE = "s";

    /** The channel whose first new message ends the takeover. */
    static final String OUTPUT = "totals";

    private static final int SEGMENT_BYTES = 1 << 22;
    private static final Duration LOOK = Duration.ofMillis(100);

    private TakeoverMain() {}

    /**
     * Runs, stands by or promotes, and waits until it is killed or its input ends.
     *
     * @param args see above
     * @throws Exception any failure
     */
    public static void main(String[] args) throws Exception {
        long startedMs = System.currentTimeMillis();
        Path directory = Path.of(args[1]);
        Topology topology = topology(Integer.parseInt(args[2]), Integer.parseInt(args[3]), Long.parseLong(args[4]));
        switch (args[0]) {
            case HOST -> {
                try (RunningTopology running = TopologyRunner.open(topology, options(directory, OF_HOST, OF_HOST))) {
                    running.start();
                    answer("started");
                }
            }
            case SPARE -> {
                standBy(topology, directory);
                long knownMs = System.currentTimeMillis();
                try (RunningTopology running = TopologyRunner.open(topology, options(directory, OF_HOST, OF_SPARE))) {
                    long openedMs = System.currentTimeMillis();
                    running.start();
                    awaitOutput(running);
                    answer(knownMs + " " + openedMs + " " + System.currentTimeMillis());
                }
            }
            case PROMOTE -> {
                new HostTakeover(topology, OF_HOST, directory.resolve(OF_SPARE), _ -> {}, _ -> {})
                        .promote(HostTakeover.Living.REFUSED, HostLosses.REFUSED);
                answer(Long.toString(startedMs));
            }
            default -> throw new BenchmarkException("role is not known role=" + args[0]);
        }
    }

    /** Returns the topology: a source and a service on the host, whose channels the spare copies. */
    static Topology topology(int portOfHost, int portOfSpare, long intervalNs) {
        ChannelSpec channel = ChannelSpec.journal().withSegmentSize(SEGMENT_BYTES);
        return Topology.builder("takeover")
                .host(OF_HOST, HostSpec.at("127.0.0.1:" + portOfHost).withReplicas(OF_SPARE))
                .host(OF_SPARE, HostSpec.at("127.0.0.1:" + portOfSpare))
                .channel("calls", channel)
                .channel(OUTPUT, channel)
                .component(
                        "source",
                        ComponentSpec.of(TakeoverSource.class)
                                .writes("calls")
                                .argument("intervalNs", Long.toString(intervalNs))
                                .onHost(OF_HOST))
                .component(
                        "total",
                        ComponentSpec.of(TakeoverTotal.class)
                                .reads("calls")
                                .writes(OUTPUT)
                                .onHost(OF_HOST))
                .build();
    }

    private static RunOptions options(Path directory, String host, String machine) {
        return RunOptions.in(directory.resolve(machine)).withHost(host).withNotices(_ -> {});
    }

    private static void standBy(Topology topology, Path directory) throws InterruptedException {
        try (SpareRun spare = SpareRun.open(topology, options(directory, OF_SPARE, OF_SPARE))) {
            SpareRun.End end = spare.await(LOOK);
            while (end == SpareRun.End.RUNNING) {
                end = spare.await(LOOK);
            }
            if (end != SpareRun.End.PROMOTED) {
                throw new BenchmarkException("the spare was not promoted end=" + end);
            }
        }
    }

    private static void awaitOutput(RunningTopology running) throws InterruptedException {
        Journal journal =
                ((JournalChannel) running.journals().get(OUTPUT)).journal().orElseThrow();
        long before = running.lastIndexBefore(OUTPUT);
        while (journal.lastIndex() <= before) {
            running.failure().ifPresent(failure -> {
                throw new BenchmarkException("the host has failed after its promotion", failure);
            });
            Thread.sleep(1);
        }
    }

    /** Answers, and waits for the end of the input, so that the process lives as long as that which started it. */
    private static void answer(String text) throws IOException {
        System.out.println(OtherEndMain.ANSWER + text);
        System.out.flush();
        while (System.in.read() >= 0) {
            Thread.onSpinWait();
        }
        Runtime.getRuntime().halt(0); // the source has no end
    }
}
