package io.millrace.net;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.millrace.fixtures.FreePorts;
import io.millrace.topology.ComponentSpec;
import io.millrace.topology.CountSpec;
import io.millrace.topology.HostSpec;
import io.millrace.topology.ParameterSpec;
import io.millrace.topology.ParameterType;
import io.millrace.topology.RunOptions;
import io.millrace.topology.RunningTopology;
import io.millrace.topology.Summary;
import io.millrace.topology.Topology;
import io.millrace.topology.TopologyBuilder;
import io.millrace.topology.TopologyRunner;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.FutureTask;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Components that read what each other write, each on its own host: they end together, by themselves. */
class HostCyclesTest {

    @TempDir
    private Path directory;

    /** Each tick of the feed goes around all hosts, less by one at each, until it is zero. */
    private static Topology ring(int hosts) throws IOException {
        TopologyBuilder builder = Topology.builder("ring")
                .parameter("limit", ParameterSpec.of(ParameterType.LONG))
                .channel("ticks", TestHosts.channel())
                .component(
                        "feed",
                        ComponentSpec.of(TickFeed.class)
                                .writes("ticks")
                                .argument("limit", "${limit}")
                                .onHost("host0"));
        for (int i = 0; i < hosts; i++) {
            ComponentSpec counts = ComponentSpec.of(TickCountdown.class);
            String before = "from" + (i + hosts - 1) % hosts;
            builder.host("host" + i, HostSpec.at("127.0.0.1:" + FreePorts.next()))
                    .channel("from" + i, TestHosts.channel())
                    .component(
                            "countdown" + i,
                            (i == 0 ? counts.reads("ticks", before) : counts.reads(before))
                                    .writes("from" + i)
                                    .onHost("host" + i))
                    .summary("from" + i, CountSpec.calls("from" + i, "tick"));
        }
        return builder.build();
    }

    /** Runs a host until the run ends by itself; before that it is stopped in the middle {@code stops} times. */
    private FutureTask<Summary> inThread(Topology topology, String host, int limit, int stops, long seed) {
        RunOptions options = RunOptions.in(directory.resolve(host))
                .withHost(host)
                .withParameters(Map.of("limit", Integer.toString(limit)))
                .withNotices(_ -> {});
        return TestHosts.inThread(() -> {
            Random random = new Random(seed);
            for (int stop = 0; stop < stops; stop++) {
                try (RunningTopology running = TopologyRunner.open(topology, options)) {
                    running.start();
                    running.await(Duration.ofMillis(random.nextInt(60)));
                }
            }
            return TestHosts.run(topology, options);
        });
    }

    private void runAll(Topology topology, int limit, int stops) throws Exception {
        long seed = new Random().nextLong();
        List<FutureTask<Summary>> hosts = new ArrayList<>();
        for (String host : topology.hosts().keySet()) {
            hosts.add(inThread(topology, host, limit, hosts.isEmpty() ? 0 : stops, seed + hosts.size()));
        }
        long calls = 0;
        for (FutureTask<Summary> host : hosts) {
            calls += host.get().counts().values().stream()
                    .mapToLong(Long::longValue)
                    .sum();
        }
        assertEquals((long) limit * (limit - 1) / 2, calls, "seed=" + seed);
    }

    @ParameterizedTest
    @ValueSource(ints = {2, 3})
    void aCycleOverHostsEndsByItself(int hosts) throws Exception {
        Topology ring = ring(hosts);
        runAll(ring, 100, 0);
        runAll(ring, 150, 0);
    }

    @Test
    void aCycleEndsOnceAndWithEverythingWhenItsHostsAreStoppedAndStartedAgain() throws Exception {
        runAll(ring(3), 200, 4);
    }

    @Test
    void aHostEndsAlsoWhenTheOthersHaveGone() throws Exception {
        Topology ring = ring(2);
        runAll(ring, 10, 0);
        FutureTask<Summary> alone = inThread(ring, "host1", 10, 0, 0);
        assertTrue(alone.get().nothingNew());
    }
}
