package io.millrace.net;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.millrace.channel.Channel;
import io.millrace.channel.ChannelReader;
import io.millrace.channel.Poll;
import io.millrace.channel.ReaderOptions;
import io.millrace.fixtures.FreePorts;
import io.millrace.leaks.Lane;
import io.millrace.service.Timer;
import io.millrace.topology.ComponentSpec;
import io.millrace.topology.HostLosses;
import io.millrace.topology.HostSpec;
import io.millrace.topology.HostStatus;
import io.millrace.topology.HostTakeover;
import io.millrace.topology.ParameterSpec;
import io.millrace.topology.ParameterType;
import io.millrace.topology.RunOptions;
import io.millrace.topology.RunningTopology;
import io.millrace.topology.SpareRun;
import io.millrace.topology.Summary;
import io.millrace.topology.Topology;
import io.millrace.topology.TopologyRunner;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.FutureTask;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * A component and its timer, which read what each other write, on a host that is lost at random moments while its links
 * to the spare are cut one after the other: no machine has an output whose input is lost.
 */
@Tag("proof")
class TimerSpareTest {

    private static final int TICKS = 6_000;

    @TempDir
    private Path directory;

    private int portOfHost;
    private int portOfSpare;
    private int portOfReader;
    private long partsSetAside;

    private Topology topology(int port) {
        return Topology.builder("alarms")
                .parameter("limit", ParameterSpec.of(ParameterType.LONG))
                .host("a", HostSpec.at("127.0.0.1:" + port).withReplicas("s"))
                .host("b", HostSpec.at("127.0.0.1:" + portOfReader))
                .host("s", HostSpec.at("127.0.0.1:" + portOfSpare))
                .channel("ticks", TestHosts.channel())
                .channel("results", TestHosts.channel())
                .channel("alarms", TestHosts.channel())
                .channel("seen", TestHosts.channel())
                .component(
                        "feed",
                        ComponentSpec.of(TickFeed.class)
                                .writes("ticks")
                                .argument("limit", "${limit}")
                                .onHost("a"))
                .component(
                        "alarm",
                        ComponentSpec.of(TickAlarm.class)
                                .reads("ticks", "alarms")
                                .writes("results")
                                .onHost("a"))
                .component(
                        "timer",
                        ComponentSpec.of(Timer.class)
                                .reads("results")
                                .writes("alarms")
                                .argument("limit", 100_000)
                                .onHost("a"))
                .component(
                        "reader",
                        ComponentSpec.of(TickEcho.class)
                                .reads("results")
                                .writes("seen")
                                .onHost("b"))
                .build();
    }

    private RunOptions options(Path place, String host, String machine) {
        return RunOptions.in(place.resolve(machine))
                .withHost(host)
                .withParameters(Map.of("limit", Integer.toString(TICKS)))
                .withNotices(_ -> {});
    }

    private static List<Long> values(Path journal) {
        List<Long> values = new ArrayList<>();
        try (Channel channel = Channel.readOnly(journal);
                ChannelReader reader = channel.reader((Ticks) values::add, ReaderOptions.defaults(), Ticks.class)) {
            while (reader.poll() == Poll.MESSAGE) {}
        }
        return values;
    }

    @Test
    void outputsAreThoseOfOneProcessHoweverTheHostIsLost() throws Exception {
        for (int round = 0; round < Lane.rounds(4); round++) {
            long seed = new Random().nextLong();
            try {
                lose(Files.createDirectory(directory.resolve(Integer.toString(round))), new Random(seed));
            } catch (AssertionError | RuntimeException e) {
                throw new AssertionError("seed=" + seed, e);
            }
        }
        System.out.println("journals of which a part was set aside: " + partsSetAside);
    }

    private void ports() throws IOException {
        portOfHost = FreePorts.next();
        portOfSpare = FreePorts.next();
        portOfReader = FreePorts.next();
    }

    private void lose(Path place, Random random) throws Exception {
        ports();
        // The host was at the port of the proxy when it made its channels: copies know it by no other address.
        int portOfProxy = FreePorts.next();
        try (SpareRun _ = SpareRun.open(topology(portOfProxy), options(place, "s", "s"))) { // the host waits for it
            TopologyRunner.open(topology(portOfProxy), options(place, "a", "a")).close();
        }
        Topology ofHost = topology(portOfHost);
        FutureTask<Summary> reader = TestHosts.inThread(() -> TestHosts.run(ofHost, options(place, "b", "b")));
        try (HoldingProxy proxy = new HoldingProxy(HostPort.parse("127.0.0.1:" + portOfProxy), at(portOfHost), "");
                SpareRun spare = SpareRun.open(topology(portOfProxy), options(place, "s", "s"));
                RunningTopology running = TopologyRunner.open(ofHost, options(place, "a", "a"))) {
            TestHosts.await(
                    spare,
                    "the spare is complete",
                    () -> HostStatus.ask(ofHost, "s").spare().equals(HostStatus.COMPLETE));
            running.start();
            long lost = random.nextLong(TICKS);
            TestHosts.await(
                    spare,
                    "the host has " + lost + " ticks",
                    () -> running.journals()
                                    .get("ticks")
                                    .journal()
                                    .orElseThrow()
                                    .messages()
                            >= lost);
            List<String> channels = List.of("ticks", "results", "alarms");
            proxy.cut(channels.get(random.nextInt(channels.size())));
            spare.await(Duration.ofMillis(random.nextInt(60)));
            proxy.cutAll();
        }
        new HostTakeover(ofHost, "a", place.resolve("s"), _ -> {}, _ -> {})
                .promote(HostTakeover.Living.REFUSED, HostLosses.REFUSED);
        try (Stream<Path> files = Files.list(place.resolve("s"))) {
            partsSetAside +=
                    files.filter(file -> file.toString().contains(".cut-")).count();
        }
        try (Stream<Path> files = Files.walk(place.resolve("s"))) {
            assertEquals(
                    List.of(),
                    files.filter(file -> file.toString().contains("reserved")).toList(),
                    "the space that was taken is used, also where whole segments were set aside");
        }
        TestHosts.run(ofHost, options(place, "a", "s"));
        reader.get();
        List<Long> results = values(place.resolve("s").resolve("results"));
        assertEquals(
                LongStream.range(0, TICKS)
                        .boxed()
                        .flatMap(tick -> tick % 3 == 0 ? List.of(tick, -1 - tick).stream() : List.of(tick).stream())
                        .sorted()
                        .toList(),
                results.stream().sorted().toList());
        assertEquals(results, values(place.resolve("b").resolve("results")), "the reader has the same");
        assertEquals(results, values(place.resolve("b").resolve("seen")), "and has taken each once");
    }

    private static HostPort at(int port) {
        return HostPort.parse("127.0.0.1:" + port);
    }
}
