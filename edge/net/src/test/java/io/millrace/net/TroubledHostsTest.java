package io.millrace.net;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.millrace.fixtures.Await;
import io.millrace.fixtures.FreePorts;
import io.millrace.service.Rate;
import io.millrace.topology.ComponentSpec;
import io.millrace.topology.HealthState;
import io.millrace.topology.HostSpec;
import io.millrace.topology.HostStatus;
import io.millrace.topology.RunOptions;
import io.millrace.topology.RunningTopology;
import io.millrace.topology.Topology;
import io.millrace.topology.TopologyHealth;
import io.millrace.topology.TopologyPrint;
import io.millrace.topology.TopologyRunner;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.FutureTask;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A host says what an operator should look at, in its status, its health and its notices. */
class TroubledHostsTest {

    @TempDir
    private Path directory;

    private final List<String> notices = new CopyOnWriteArrayList<>();
    private Topology topology;

    @BeforeEach
    void build() throws IOException {
        topology = Topology.builder("ticks")
                .host("a", HostSpec.at("127.0.0.1:" + FreePorts.next()))
                .host("b", HostSpec.at("127.0.0.1:" + FreePorts.next()))
                .channel("ticks", TestHosts.channel())
                .channel("sums", TestHosts.channel())
                .component(
                        "feed",
                        ComponentSpec.of(TickFeed.class)
                                .writes("ticks")
                                .argument("limit", "1000000")
                                .onHost("a"))
                .component(
                        "sum",
                        ComponentSpec.of(TickSum.class)
                                .reads("ticks")
                                .writes("sums")
                                .onHost("b"))
                .build();
    }

    private RunOptions options(String host) {
        return RunOptions.in(directory.resolve(host))
                .withHost(host)
                .withRate(Rate.perSecond(500))
                .withErrorHandler((_, _, error) -> notices.add("error " + error.getMessage()))
                .withNotices(notices::add);
    }

    private FutureTask<RunningTopology> start(Topology of, String host) {
        return TestHosts.inThread(() -> {
            RunningTopology running = TopologyRunner.open(of, options(host));
            running.start();
            return running;
        });
    }

    private boolean said(String text) {
        return notices.stream().anyMatch(notice -> notice.contains(text));
    }

    private static void delete(Path tree) throws IOException {
        try (Stream<Path> files = Files.walk(tree)) {
            for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
                Files.delete(file);
            }
        }
    }

    @Test
    void aCopyThatHasStoppedIsInStatusAndHealth() throws Exception {
        FutureTask<RunningTopology> firstA = start(topology, "a");
        try (RunningTopology b = start(topology, "b").get()) {
            RunningTopology a = firstA.get();
            Await.until(
                    "host b has more than 100 sums",
                    () -> HostStatus.ask(topology, "b").messages().get("sums") > 100,
                    () -> "messages=" + HostStatus.ask(topology, "b").messages());
            assertEquals(List.of(), HostStatus.ask(topology, "b").troubles());
            Await.until(
                    "host b is running", () -> b.health().state() == HealthState.RUNNING, () -> "health=" + b.health());
            a.close();
            delete(directory.resolve("a")); // whose next run begins another journal
            try (RunningTopology _ = start(topology, "a").get()) {
                Await.until(
                        "host b is degraded",
                        () -> b.health().state() == HealthState.DEGRADED,
                        () -> "health=" + b.health());
                TopologyHealth health = b.health();
                String trouble = "channel=ticks of host=a at host=b stopped: the journal is another one";
                assertTrue(health.lastError().orElseThrow().startsWith(trouble), health::toString);
                List<String> troubles = HostStatus.ask(topology, "b").troubles();
                assertTrue(troubles.getFirst().startsWith(trouble), troubles::toString);
                assertTrue(said("host b, channel ticks: the journal is another one"), notices::toString);
            }
        }
    }

    @Test
    void hostsWhoseTopologiesDifferNameThem() throws Exception {
        Topology other = new Topology(
                topology.file(),
                "other",
                topology.description(),
                topology.classpath(),
                topology.parameters(),
                topology.channels(),
                topology.components(),
                topology.threads(),
                topology.sections(),
                topology.hosts(),
                topology.sectionHosts());
        FutureTask<RunningTopology> firstA = start(topology, "a");
        try (RunningTopology _ = start(other, "b").get();
                RunningTopology a = firstA.get()) {
            String files = " " + TopologyPrint.of(other) + ", here " + TopologyPrint.of(topology);
            Await.until(
                    "host a has said that the files differ",
                    () -> said("host a: topology files differ: host=b" + files),
                    () -> "notices=" + notices);
            String differ = "topology files differ in=[topology: name] host=b has" + files;
            Await.until(
                    "host a has said where they differ", () -> said("host a: " + differ), () -> "notices=" + notices);
            Await.until(
                    "host a is degraded",
                    () -> a.health().state() == HealthState.DEGRADED,
                    () -> "health=" + a.health());
            assertEquals(differ, a.health().lastError().orElseThrow());
            assertTrue(HostStatus.ask(topology, "b").topology().orElseThrow().agrees(TopologyPrint.of(other)));
        }
    }
}
