package io.millrace.net;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.millrace.channel.ChannelEnd;
import io.millrace.fixtures.Await;
import io.millrace.fixtures.FreePorts;
import io.millrace.journal.Journal;
import io.millrace.topology.ComponentSpec;
import io.millrace.topology.CountSpec;
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
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.concurrent.FutureTask;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A spare of a host that reads what another one writes: the writer may have ended when the spare is promoted. */
class ReaderSpareTest {

    private static final long TICKS = 2_000;
    private static final Map<String, Long> TOTALS = Map.of("totals", TICKS);

    @TempDir
    private Path directory;

    private final List<String> notices = Collections.synchronizedList(new ArrayList<>());
    private Topology topology;

    @BeforeEach
    void build() throws IOException {
        topology = topology(HostSpec.at("127.0.0.1:" + FreePorts.next()).withReplicas("s"));
    }

    /** Host w writes ticks, r makes totals of them, and s is the spare of r. */
    private static Topology topology(HostSpec reader) throws IOException {
        return Topology.builder("ticks")
                .parameter("limit", ParameterSpec.of(ParameterType.LONG))
                .host("w", HostSpec.at("127.0.0.1:" + FreePorts.next()))
                .host("r", reader)
                .host("s", HostSpec.at("127.0.0.1:" + FreePorts.next()))
                .channel("ticks", TestHosts.channel())
                .channel("totals", TestHosts.channel())
                .component(
                        "feed",
                        ComponentSpec.of(TickFeed.class)
                                .writes("ticks")
                                .argument("limit", "${limit}")
                                .onHost("w"))
                .component(
                        "total",
                        ComponentSpec.of(TickSum.class)
                                .reads("ticks")
                                .writes("totals")
                                .onHost("r"))
                .summary("ticks", CountSpec.calls("ticks", "tick"))
                .summary("totals", CountSpec.calls("totals", "tick"))
                .build();
    }

    private RunOptions options(String host, String machine) {
        return RunOptions.in(directory.resolve(machine))
                .withHost(host)
                .withParameters(Map.of("limit", Long.toString(TICKS)))
                .withNotices(notices::add);
    }

    private FutureTask<Summary> start(String host, String machine) {
        return TestHosts.inThread(() -> TestHosts.run(topology, options(host, machine)));
    }

    private void promote(HostLosses losses) throws InterruptedException {
        new HostTakeover(topology, "r", directory.resolve("s"), notices::add, _ -> {})
                .promote(HostTakeover.Living.REFUSED, losses);
    }

    private boolean hasWaited(String part) {
        return List.copyOf(notices).stream().anyMatch(notice -> notice.contains(" waits: ") && notice.contains(part));
    }

    private boolean isSpareComplete() {
        return HostStatus.ask(topology, "s").spare().equals(HostStatus.COMPLETE);
    }

    private ChannelEnd end(String machine) {
        Path ticks = directory.resolve(machine).resolve("ticks");
        if (!Journal.exists(ticks)) {
            return ChannelEnd.OPEN;
        }
        try (Journal journal = Journal.openReadOnly(ticks)) {
            return ChannelEnd.in(journal);
        }
    }

    private void awaitWaiting(String part) {
        Await.until("a host waits: " + part, () -> hasWaited(part), () -> "notices=" + List.copyOf(notices));
    }

    @Test
    void aSpareThatHoldsTheEndOfAWriterContinuesAlsoWhenThatHasEnded() throws Exception {
        FutureTask<Summary> writer = start("w", "w");
        try (SpareRun spare = SpareRun.open(topology, options("s", "s"));
                RunningTopology _ = TopologyRunner.open(topology, options("r", "r"))) { // and its component not started
            TestHosts.await(
                    spare,
                    "the writer has ended and the spare is complete",
                    () -> writer.isDone() && isSpareComplete());
            assertEquals(Map.of("ticks", TICKS), Map.copyOf(writer.get().counts()));
        }
        assertEquals(ChannelEnd.HELD, end("s"));
        promote(HostLosses.REFUSED);
        assertEquals(TOTALS, Map.copyOf(start("r", "s").get().counts()));
    }

    @Test
    void aWriterDoesNotEndBeforeAnAwaitedSpareOfItsReaderHoldsEverything() throws Exception {
        SpareRun spare = SpareRun.open(topology, options("s", "s"));
        RunningTopology atFirst = TopologyRunner.open(topology, options("w", "w"));
        FutureTask<Summary> writer;
        try (RunningTopology _ = TopologyRunner.open(topology, options("r", "r"))) {
            try (spare;
                    atFirst) {
                TestHosts.await(spare, "the spare is complete", this::isSpareComplete);
            }
            writer = start("w", "w"); // the spare is away
            awaitWaiting("hosts=[s] do not hold the end of channel=ticks");
            assertEquals(ChannelEnd.ENDED, end("r"));
        }
        promote(HostLosses.REFUSED);
        assertEquals(TOTALS, Map.copyOf(start("r", "s").get().counts()));
        assertEquals(Map.of("ticks", TICKS), Map.copyOf(writer.get().counts()));
    }

    @Test
    void aWriterThatHasEndedIsStartedAgainForASpareThatHasNothing() throws Exception {
        topology = topology(HostSpec.at("127.0.0.1:" + FreePorts.next())
                .withReplicas("s")
                .withDegradeAfter(Duration.ofMillis(200)));
        FutureTask<Summary> writer = start("w", "w");
        assertEquals(TOTALS, Map.copyOf(start("r", "r").get().counts()));
        writer.get();
        SpareRun.open(topology, options("s", "s")).close();
        promote(HostLosses.ACCEPTED);
        FutureTask<Summary> atSpare = start("r", "s");
        awaitWaiting("channel=ticks of host=w");
        assertTrue(start("w", "w").get().nothingNew());
        assertEquals(TOTALS, Map.copyOf(atSpare.get().counts()));
    }
}
