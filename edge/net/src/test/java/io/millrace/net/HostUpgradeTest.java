package io.millrace.net;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.millrace.channel.Channel;
import io.millrace.channel.ChannelReader;
import io.millrace.channel.Poll;
import io.millrace.channel.ReaderOptions;
import io.millrace.fixtures.Await;
import io.millrace.fixtures.FreePorts;
import io.millrace.journal.Journal;
import io.millrace.service.Rate;
import io.millrace.topology.ComponentSpec;
import io.millrace.topology.HostLosses;
import io.millrace.topology.HostSpec;
import io.millrace.topology.HostStatus;
import io.millrace.topology.HostTakeover;
import io.millrace.topology.ParameterSpec;
import io.millrace.topology.ParameterType;
import io.millrace.topology.RunEnd;
import io.millrace.topology.RunOptions;
import io.millrace.topology.RunningTopology;
import io.millrace.topology.SpareRun;
import io.millrace.topology.Summary;
import io.millrace.topology.Topology;
import io.millrace.topology.TopologyRunner;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.FutureTask;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * A host is stopped in order, its spare takes over, the former machine is reset, stands by and takes over again, as
 * docs/hosts.md says for an upgrade of both machines, while a reader on another host runs.
 */
class HostUpgradeTest {

    private static final int MORE_TICKS = 500;
    private static final int RATE = 500;

    /** More than come before the last machine has begun, however long the others take. */
    private long limit = Integer.MAX_VALUE;

    @TempDir
    private Path directory;

    private static Topology topology() throws IOException {
        return Topology.builder("ticks")
                .parameter("limit", ParameterSpec.of(ParameterType.LONG))
                .host("a", HostSpec.at("127.0.0.1:" + FreePorts.next()).withReplicas("s"))
                .host("b", HostSpec.at("127.0.0.1:" + FreePorts.next()))
                .host("s", HostSpec.at("127.0.0.1:" + FreePorts.next()))
                .channel("ticks", TestHosts.channel())
                .channel("sums", TestHosts.channel())
                .channel("seen", TestHosts.channel())
                .component(
                        "feed",
                        ComponentSpec.of(TickFeed.class)
                                .writes("ticks")
                                .argument("limit", "${limit}")
                                .onHost("a"))
                .component(
                        "sum",
                        ComponentSpec.of(TickSum.class)
                                .reads("ticks")
                                .writes("sums")
                                .onHost("a"))
                .component(
                        "reader",
                        ComponentSpec.of(TickEcho.class)
                                .reads("sums")
                                .writes("seen")
                                .onHost("b"))
                .build();
    }

    private RunOptions options(String name, String machine) {
        return RunOptions.in(directory.resolve(machine))
                .withHost(name)
                .withRate(Rate.perSecond(RATE))
                .withParameters(Map.of("limit", Long.toString(limit)))
                .withNotices(_ -> {});
    }

    private long seen() {
        return messages("b", "seen");
    }

    private long messages(String machine, String channel) {
        Path path = directory.resolve(machine).resolve(channel);
        if (!Journal.exists(path)) {
            return 0;
        }
        try (Journal journal = Journal.openReadOnly(path)) {
            return journal.messages();
        }
    }

    private RunningTopology run(Topology topology, String machine) {
        RunningTopology running = TopologyRunner.open(topology, options("a", machine));
        running.start();
        return running;
    }

    /** Waits until a machine that stands by is complete and the reader has so much. */
    private void await(Topology topology, SpareRun spare, long count) throws InterruptedException {
        String site = spare.plan().site();
        TestHosts.await(
                spare,
                site + " is complete and the reader has " + count,
                () -> seen() >= count && HostStatus.ask(topology, site).spare().equals(HostStatus.COMPLETE));
    }

    /** Stops the host, and lets a machine that stands by take over; it is told so while it stands by. */
    private void takeOver(Topology topology, RunningTopology running, SpareRun spare) throws Exception {
        running.stop();
        assertEquals(RunEnd.STOPPED, running.await());
        running.close();
        Path data = directory.resolve(spare.plan().site());
        FutureTask<Boolean> promoted = TestHosts.inThread(() -> {
            new HostTakeover(topology, "a", data, _ -> {}, _ -> {})
                    .promote(HostTakeover.Living.REFUSED, HostLosses.REFUSED);
            return true;
        });
        Await.until(
                "the machine that stands by has ended",
                () -> spare.await(Duration.ofMillis(5)) != SpareRun.End.RUNNING || failed(promoted));
        promoted.get();
        assertEquals(SpareRun.End.PROMOTED, spare.await(Duration.ofSeconds(60)));
    }

    private static boolean failed(FutureTask<Boolean> task) {
        return task.state() == FutureTask.State.FAILED;
    }

    @Test
    void bothMachinesOfAHostAreUpgradedWhileItsReaderRuns() throws Exception {
        Topology topology = topology();
        FutureTask<Summary> reader = TestHosts.inThread(() -> TestHosts.run(topology, options("b", "b")));
        try (SpareRun spare = SpareRun.open(topology, options("s", "s"));
                RunningTopology atHost = run(topology, "a")) {
            await(topology, spare, MORE_TICKS);
            takeOver(topology, atHost, spare);
        }
        try (RunningTopology atSpare = run(topology, "s")) {
            new HostTakeover(topology, "a", directory.resolve("a"), _ -> {}, _ -> {}).reset();
            try (SpareRun former = SpareRun.open(topology, options("a", "a"))) {
                await(topology, former, seen() + MORE_TICKS);
                takeOver(topology, atSpare, former);
            }
        }
        limit = messages("a", "ticks") + MORE_TICKS;
        try (RunningTopology atHost = run(topology, "a")) {
            new HostTakeover(topology, "s", directory.resolve("s"), _ -> {}, _ -> {}).reset();
            try (SpareRun spare = SpareRun.open(topology, options("s", "s"))) {
                FutureTask<RunEnd> end = TestHosts.inThread(() -> atHost.await());
                Await.until(
                        "the host has ended",
                        () -> {
                            spare.await(Duration.ofMillis(5));
                            return end.isDone();
                        },
                        () -> "seen=" + seen());
                assertEquals(RunEnd.ENDED, end.get(), () -> "failure=" + atHost.failure());
            }
        }
        reader.get();
        List<Long> values = new ArrayList<>();
        try (Channel channel = Channel.readOnly(directory.resolve("b").resolve("seen"));
                ChannelReader from = channel.reader((Ticks) values::add, ReaderOptions.defaults(), Ticks.class)) {
            while (from.poll() == Poll.MESSAGE) {}
        }
        assertEquals(
                LongStream.range(0, limit)
                        .map(tick -> tick * (tick + 1) / 2)
                        .boxed()
                        .toList(),
                values);
    }
}
