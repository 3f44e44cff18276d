package io.millrace.topology;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a spare holds, in which order it is sent that, what a machine does by its directory, what is refused. */
class TopologySparesTest {

    private static final String WHOLE = """
            name: two
            hosts:
              a: {address: "127.0.0.1:7100", replicas: [s], degradeAfter: 30s}
              b: {address: "127.0.0.1:7101"}
              s: {address: "127.0.0.1:7102"}
            channels:
              trades: {}
              merged: {kind: queue}
              bars: {}
              states: {}
              orders: {}
              results: {}
            components:
              feed: {class: example.Feed, writes: trades, host: a}
              merge: {class: example.Merge, reads: [trades], writes: merged, host: a}
              bar-builder: {class: example.BarBuilder, reads: [merged], writes: bars, host: a}
              order-maker: {class: example.OrderMaker, reads: [bars], writes: orders, host: b}
              table: {class: example.Table, reads: [orders, bars], writes: results, host: a,
                snapshots: {channel: states, every: 10}}
            """;

    @TempDir
    private Path directory;

    private Topology load(String text) {
        try {
            return Topology.load(Files.writeString(directory.resolve("topology.yaml"), text));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private void refuses(String piece, String other, String message) {
        assertTrue(WHOLE.contains(piece), piece);
        String error = assertThrows(TopologyException.class, () -> load(WHOLE.replace(piece, other)))
                .getMessage();
        assertTrue(error.contains(message), error);
    }

    @Test
    void aSpareReceivesWhatItsHostWritesAndReads() {
        Topology topology = load(WHOLE);
        HostPlan a = topology.plan("a");
        HostPlan s = topology.plan("s");
        assertEquals("{trades=[], bars=[b], states=[], results=[]}", a.sent().toString());
        assertEquals(HostDuty.STANDS_BY, s.duty());
        assertEquals("a", s.host());
        assertEquals("s", s.site());
        assertEquals(
                "{trades=a, bars=a, states=a, results=a, orders=b}",
                s.received().toString());
        assertEquals("{}", s.sent().toString());
        assertEquals(Optional.of("s"), a.otherSite());
        assertEquals(Optional.of("a"), s.otherSite());
        assertEquals(HostSpec.at("127.0.0.1:7100").withReplicas("s").withDegradeAfter(Duration.ofSeconds(30)), a.own());
    }

    @Test
    void aChannelComesAfterThoseOfItsHostThatItIsMadeOfByAQueue() {
        HostPlan a = load(WHOLE).plan("a");
        assertEquals(List.of(), a.before().get("trades"));
        assertEquals(List.of("trades"), a.before().get("bars"), "through a queue");
        assertEquals(List.of(), a.before().get("states"), "its marks name what they are made of");
        assertEquals(List.of(), a.before().get("results"), "its records name what they are made of");
    }

    @Test
    void aHostRunsAtItsSpareWithTheAddressOfThat() {
        HostPlan moved = load(WHOLE).plan("a", "s", HostDuty.RUNS);
        assertEquals(HostSpec.at("127.0.0.1:7102"), moved.own());
        assertEquals(load(WHOLE).plan("a").sent(), moved.sent());
        assertEquals(Optional.of("a"), moved.otherSite());
    }

    @Test
    void whatASpareCannotBeIsRefused() {
        refuses("replicas: [s]", "replicas: [x]", "has spare=x, which is not among the other hosts");
        refuses("replicas: [s]", "replicas: [a]", "has spare=a, which is not among the other hosts");
        refuses("replicas: [s]", "replicas: [s, b]", "has more than one spare");
        refuses("replicas: [s]", "replicas: [b]", "has spare=b, which runs components or owns channels");
        refuses(", replicas: [s]", "", "has degradeAfter and no spare");
        refuses("7101\"}", "7101\", replicas: [s]}", "has spare=s, which is that of host=a");
        refuses("7102\"}", "7102\", replicas: [b]}", "has spare=s, which has a spare itself");
    }

    @Test
    void channelsThatAreMadeOfEachOtherByAQueueAreRefused() {
        refuses(
                "reads: [trades], writes: merged",
                "reads: [results], writes: merged",
                "channels=[bars, results] are made of each other");
        HostPlan a = load(WHOLE.replace("reads: [merged]", "reads: [merged, results]"))
                .plan("a");
        assertEquals(List.of("trades"), a.before().get("bars"), "results are made of bars, and these of results");
    }

    @Test
    void theDirectoryDecidesWhatAMachineDoes() {
        Topology topology = load(WHOLE);
        Path data = directory.resolve("s");
        assertEquals(new HostSite("a", "s", HostDuty.STANDS_BY), HostSite.find(topology, "s", data));
        HostDirectory of = new HostDirectory(data);
        of.own("s");
        of.setState(SiteState.COMPLETE);
        assertTrue(assertThrows(TopologyException.class, () -> HostSite.find(topology, "a", data))
                .getMessage()
                .contains("spare that was not promoted"));
        of.setState(SiteState.PROMOTING);
        assertTrue(assertThrows(TopologyException.class, () -> HostSite.find(topology, "s", data))
                .getMessage()
                .contains("a promotion has begun here and has not ended"));
        of.setPromoted(7);
        assertEquals(new HostSite("a", "s", HostDuty.RUNS), HostSite.find(topology, "s", data));
        assertEquals(new HostSite("a", "s", HostDuty.RUNS), HostSite.find(topology, "a", data));
        assertTrue(assertThrows(TopologyException.class, () -> HostSite.find(topology, "b", data))
                .getMessage()
                .contains("data directory is that of another host"));
        assertEquals(7, of.promotedMs().orElseThrow());
        assertTrue(!of.isSpareRequired(), "until there is one again");
        of.requireSpare();
        assertTrue(of.isSpareRequired());
    }

    @Test
    void aFormerMachineStandsByAfterAReset() {
        Topology topology = load(WHOLE);
        Path data = directory.resolve("a");
        assertEquals(new HostSite("a", "a", HostDuty.RUNS), HostSite.find(topology, "a", data));
        HostDirectory of = new HostDirectory(data);
        of.own("a");
        of.setState(SiteState.RESETTING);
        assertThrows(TopologyException.class, () -> HostSite.find(topology, "a", data));
        of.setState(SiteState.BEHIND);
        assertEquals(new HostSite("a", "a", HostDuty.STANDS_BY), HostSite.find(topology, "a", data));
    }
}
