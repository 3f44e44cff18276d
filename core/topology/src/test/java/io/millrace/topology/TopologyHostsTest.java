package io.millrace.topology;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.millrace.journal.Ownership;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Where hosts are named in a topology, what is refused, and what each of them runs. */
class TopologyHostsTest {

    private static final String WHOLE = """
            name: two
            hosts:
              a: {address: "127.0.0.1:7100"}
              b: {address: "127.0.0.1:7101"}
            channels:
              trades: {}
              bars: {}
              results: {}
              orders: {ownership: shared, host: b}
            components:
              feed: {class: example.Feed, writes: trades}
              bar-builder: {class: example.BarBuilder, reads: [trades, orders], writes: bars, host: b}
              table: {class: example.Table, reads: [bars], writes: results}
            threads:
              in: {runs: [feed], host: a}
              out: {runs: [table], host: a}
            summary:
              trades: {channel: trades, calls: trade}
              bars: {channel: bars, calls: bar}
              rows: {component: table, count: rows}
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

    private String error(String piece, String other) {
        assertTrue(WHOLE.contains(piece), piece);
        String text = WHOLE.replace(piece, other);
        return assertThrows(TopologyException.class, () -> load(text)).getMessage();
    }

    private void refuses(String piece, String other, String message) {
        String error = error(piece, other);
        assertTrue(error.contains(message), error);
    }

    @Test
    void eachHostRunsWhatIsPlacedOnItAndSendsWhatOthersRead() {
        Topology topology = load(WHOLE);
        HostPlan a = topology.plan("a");
        HostPlan b = topology.plan("b");
        assertEquals(Set.of("feed", "table"), a.part().components().keySet());
        assertEquals(Set.of("bar-builder"), b.part().components().keySet());
        assertEquals(Set.of("in", "out"), a.part().threads().keySet());
        assertEquals(Set.of(), b.part().threads().keySet());
        assertEquals(
                List.of("trades", "bars", "results"),
                List.copyOf(a.part().channels().keySet()));
        assertEquals(
                List.of("trades", "bars", "orders"),
                List.copyOf(b.part().channels().keySet()));
        assertEquals("{trades=[b]}", a.sent().toString());
        assertEquals("{bars=b}", a.received().toString());
        assertEquals("{bars=[a]}", b.sent().toString());
        assertEquals("{trades=a}", b.received().toString());
        assertEquals(HostSpec.at("127.0.0.1:7101"), b.own());
    }

    @Test
    void aHostCountsWhatItWritesOrRuns() {
        Topology topology = load(WHOLE);
        SummarySpec a = topology.plan("a").part().section(SummarySpec.class).orElseThrow();
        SummarySpec b = topology.plan("b").part().section(SummarySpec.class).orElseThrow();
        assertEquals(List.of("trades", "rows"), List.copyOf(a.counts().keySet()));
        assertEquals(List.of("bars"), List.copyOf(b.counts().keySet()));
    }

    @Test
    void topologiesThatDifferAreNamedByWhatDiffers() {
        TopologyPrint whole = TopologyPrint.of(load(WHOLE));
        assertEquals(List.of(), whole.differencesFrom(TopologyPrint.of(load(WHOLE))));
        TopologyPrint moved = TopologyPrint.of(load(WHOLE.replace("127.0.0.1:7101", "127.0.0.1:7109")));
        assertEquals(List.of("host b: address"), whole.differencesFrom(moved));
        TopologyPrint more = TopologyPrint.of(load(WHOLE + "heartbeat: {file: beat, every: 2s, host: b}\n"));
        assertEquals(List.of("section heartbeat is only there"), whole.differencesFrom(more));
        assertEquals(List.of("section heartbeat is only here"), more.differencesFrom(whole));
        TopologyPrint greeted = new TopologyPrint(more.fingerprint(), more.file());
        assertEquals(List.of(), whole.differencesFrom(greeted), "which says no more");
    }

    @Test
    void aSectionIsOnTheHostThatItNamesOrOnEach() {
        String beat = "heartbeat: {file: beat, every: 2s%s}\n";
        Topology everywhere = load(WHOLE + beat.formatted(""));
        assertTrue(everywhere.plan("a").part().section(HeartbeatSpec.class).isPresent());
        assertTrue(everywhere.plan("b").part().section(HeartbeatSpec.class).isPresent());
        Topology onB = load(WHOLE + beat.formatted(", host: b"));
        assertTrue(onB.plan("a").part().section(HeartbeatSpec.class).isEmpty());
        assertTrue(onB.plan("b").part().section(HeartbeatSpec.class).isPresent());
        assertFalse(TopologyPrint.of(onB).agrees(TopologyPrint.of(everywhere)));
        String spare = WHOLE.replace("7101\"}", "7101\", replicas: [s]}\n  s: {address: \"127.0.0.1:7102\"}");
        Topology standby = load(spare + beat.formatted(", host: b"));
        assertTrue(standby.plan("b", "s", HostDuty.RUNS)
                .part()
                .section(HeartbeatSpec.class)
                .isPresent());
        refusesSection(spare + beat.formatted(", host: s"), "section=heartbeat is on host=s, which is a spare");
        refusesSection(WHOLE + beat.formatted(", host: bb"), ":21:42: section=heartbeat is on host=bb, which is not");
        String alone = WHOLE.replaceAll("(?s)hosts:.*?channels:", "channels:").replaceAll(", host: [ab]", "");
        refusesSection(alone + beat.formatted(", host: a"), "is on host=a, which is not among the hosts; the topology");
    }

    private void refusesSection(String text, String message) {
        String error = assertThrows(TopologyException.class, () -> load(text)).getMessage();
        assertTrue(error.contains(message), error);
    }

    @Test
    void theBuilderMakesTheSameTopology() {
        Topology built = Topology.builder("two")
                .file(directory.resolve("topology.yaml"))
                .host("a", HostSpec.at("127.0.0.1:7100"))
                .host("b", HostSpec.at("127.0.0.1:7101"))
                .channel("trades", ChannelSpec.journal())
                .channel("bars", ChannelSpec.journal())
                .channel("results", ChannelSpec.journal())
                .channel(
                        "orders",
                        ChannelSpec.journal().withOwnership(Ownership.SHARED).onHost("b"))
                .component("feed", ComponentSpec.of("example.Feed").writes("trades"))
                .component(
                        "bar-builder",
                        ComponentSpec.of("example.BarBuilder")
                                .reads("trades", "orders")
                                .writes("bars")
                                .onHost("b"))
                .component(
                        "table", ComponentSpec.of("example.Table").reads("bars").writes("results"))
                .thread("in", ThreadSpec.running("feed").onHost("a"))
                .thread("out", ThreadSpec.running("table").onHost("a"))
                .summary("trades", CountSpec.calls("trades", "trade"))
                .summary("bars", CountSpec.calls("bars", "bar"))
                .summary("rows", CountSpec.counted("table", "rows"))
                .build();
        assertEquals(load(WHOLE), built);
    }

    @Test
    void namesOfHostsMustExist() {
        refuses("shared, host: b}", "shared, host: bb}", "channel=orders is on host=bb, which is not among the hosts");
        refuses(
                "writes: bars, host: b",
                "writes: bars, host: c",
                "component=bar-builder is on host=c, which is not among the hosts");
        refuses("[feed], host: a", "[feed], host: x", "thread=in is on host=x, which is not among the hosts");
        refuses(
                "hosts:\n  a: {address: \"127.0.0.1:7100\"}\n  b: {address: \"127.0.0.1:7101\"}\n",
                "",
                "; the topology has no hosts");
        assertTrue(assertThrows(TopologyException.class, () -> load(WHOLE).plan("ab"))
                .getMessage()
                .contains("topology has no such host host=ab"));
    }

    @Test
    void everythingIsOnOneHost() {
        refuses("[feed], host: a", "[feed]", "component=feed is on no host");
        refuses(
                "writes: trades}",
                "writes: trades, host: b}",
                "component=feed is on host=b, and thread=in, which runs it, is on host=a");
        refuses(
                "in: {runs: [feed], host: a}",
                "in: {runs: [feed, bar-builder]}",
                "thread=in runs component=feed on host=none and component=bar-builder on host=b");
        refuses("shared, host: b", "shared", "channel=orders is written by other processes and has no host");
        refuses("bars: {}", "bars: {host: a}", "a channel is on the host of its writer");
        refuses(
                "b: {address: \"127.0.0.1:7101\"}\n",
                "b: {address: \"127.0.0.1:7101\"}\n  c: {address: \"127.0.0.1:7102\"}\n",
                "host=c runs no component and owns no channel");
    }

    @Test
    void onlyJournalsCross() {
        refuses("trades: {}", "trades: {kind: queue}", "channel=trades of kind queue is written by component=feed");
        refuses(
                "[trades, orders]",
                "[direct-trades]",
                "component=bar-builder reads channel=direct-trades, which is not among the channels");
        String direct = WHOLE.replace("trades: {}", "trades: {kind: direct}")
                .replace("[trades, orders]", "[trades]")
                .replace("[bars]", "[bars, orders]")
                .replace("trades: {channel: trades, calls: trade}", "bars2: {channel: bars, calls: bar}");
        String error = assertThrows(TopologyException.class, () -> load(direct)).getMessage();
        assertTrue(error.contains("only a journal can be read on another host"), error);
    }

    @Test
    void addressesAreCheckedAndAreDifferent() {
        refuses("127.0.0.1:7101", "127.0.0.1:7100", "which is that of host=a");
        refuses("127.0.0.1:7101", "127.0.0.1", "is not HOST:PORT");
        refuses("127.0.0.1:7101", "127.0.0.1:70000", "is not HOST:PORT");
        refuses("{address: \"127.0.0.1:7101\"}", "{}", "address");
    }

    @Test
    void certificatesAreCompleteAndOnAllHosts() {
        refuses(
                "{address: \"127.0.0.1:7101\"}",
                "{address: \"127.0.0.1:7101\", key: b.key}",
                "host=b needs certificate, key and trust together");
        refuses(
                "{address: \"127.0.0.1:7101\"}",
                "{address: \"127.0.0.1:7101\", certificate: b.crt, key: b.key, trust: ca.crt}",
                "all hosts use TLS or none does");
        Topology topology =
                load(WHOLE.replace("7101\"", "7101\", certificate: tls/b.crt, key: tls/b.key, trust: tls/ca.crt")
                        .replace("7100\"", "7100\", certificate: tls/a.crt, key: tls/a.key, trust: tls/ca.crt"));
        assertEquals(
                Optional.of(directory.resolve("tls/b.key")),
                topology.hosts().get("b").key());
    }
}
