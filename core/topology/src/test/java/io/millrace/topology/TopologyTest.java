package io.millrace.topology;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.millrace.journal.Durability;
import io.millrace.journal.Ownership;
import io.millrace.journal.ReaderPolicy;
import io.millrace.journal.RetentionPolicy;
import io.millrace.journal.RollPeriod;
import io.millrace.service.AnswerLimits;
import io.millrace.service.ErrorPolicy;
import io.millrace.service.StartAt;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.ZoneId;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;
import org.junit.jupiter.api.io.TempDir;

class TopologyTest {
    private static final String WHOLE = """
            name: market
            description: Trades become bars
            classpath: [target/classes, "lib/*"]
            parameters:
              input: {type: path, default: trades.csv, help: The file of trades}
              on-error:
                type: choice
                values: [stop, skip]
                default: stop
              workers: {type: int}
            channels:
              trades: {kind: journal, durability: MAPPED, roll: {size: 1MiB, every: day}}
              bars: {durability: synced, retain: {age: 7d, size: 10MiB, copies: 1GiB, readers: remove_read}}
              rows:
              outside: {ownership: SHARED, encryption: {keys: "${data}/keys", subject: symbol}}
              between: {kind: direct}
              states: {roll: {every: week, zone: Europe/Zurich}}
            components:
              feed:
                class: example.Feed
                writes: trades
                arguments: {input: "${input}", limit: 010, columns: [price, amount]}
              bar-builder:
                class: example.BarBuilder
                reads: [trades, outside]
                writes: between
                onError: RECORD
                answers: {kept: 16, bytes: 64KiB, clients: 100, openReplies: 8, failures: 3, queryBudget: 250ms}
              smoother:
                class: example.Smoother
                reads: between
                writes: bars
              database:
                class: example.Database
                reads: [bars]
                writes: rows
                types: [example.Row]
                snapshots: {channel: states, every: 1_000}
                formerly: [rows, tables]
                startAt: OLDEST_KEPT
                giveUpAfter: 5m
            threads:
              pipeline: {runs: [feed, bar-builder], idle: busy, cpu: 1}
              other: {runs: [database]}
            summary:
              trades: {channel: trades, calls: trade}
              rows.bars: {component: database, count: bars}
            """;

    @TempDir
    private Path directory;

    private Path file;

    @BeforeEach
    void nameTheFile() {
        file = directory.resolve("market.yaml");
    }

    private Topology load(String text) throws IOException {
        Files.writeString(file, text);
        return Topology.load(file);
    }

    private String error(String text) {
        return assertThrows(TopologyException.class, () -> load(text)).getMessage();
    }

    /** Replaces one piece of the whole file, which must be there. */
    private static String with(String piece, String other) {
        assertTrue(WHOLE.contains(piece), piece);
        return WHOLE.replace(piece, other);
    }

    private static ChannelSpec bars() {
        return ChannelSpec.journal()
                .withDurability(Durability.SYNCED)
                .withRetention(RetentionPolicy.keepAll()
                        .withMaxAge(Duration.ofDays(7))
                        .withMaxSizeBytes(10 << 20)
                        .withMaxBytesForCopies(1L << 30)
                        .withReaders(ReaderPolicy.REMOVE_READ));
    }

    @Test
    void aFileAndTheBuilderGiveEqualTopologies() throws IOException {
        Topology built = whole();
        Topology read = load(WHOLE);
        assertEquals(built, read);
        assertEquals(
                List.copyOf(built.components().keySet()),
                List.copyOf(read.components().keySet()));
        assertEquals(directory.resolve("target/classes"), read.classpath().getFirst());
    }

    private static ComponentSpec database() {
        return new ComponentSpec(
                        "example.Database",
                        List.of(),
                        "rows",
                        new LinkedHashMap<>(),
                        List.of("example.Row"),
                        ErrorPolicy.STOP,
                        Optional.empty(),
                        List.of("rows", "tables"),
                        Optional.empty(),
                        List.of(),
                        Optional.empty(),
                        Optional.empty(),
                        Optional.empty())
                .reads("bars")
                .giveUpAfter(Duration.ofMinutes(5))
                .snapshots("states", 1000)
                .startAt(StartAt.OLDEST_KEPT);
    }

    private Topology whole() {
        return Topology.builder("market")
                .file(file)
                .description("Trades become bars")
                .classpath("target/classes", "lib/*")
                .parameter(
                        "input",
                        ParameterSpec.of(ParameterType.PATH)
                                .withDefault("trades.csv")
                                .withHelp("The file of trades"))
                .parameter("on-error", ParameterSpec.choice("stop", "skip").withDefault("stop"))
                .parameter("workers", ParameterSpec.of(ParameterType.INT))
                .channel(
                        "trades", ChannelSpec.journal().withSegmentSize(1 << 20).withRollEvery(RollPeriod.DAY))
                .channel("bars", bars())
                .channel("rows", ChannelSpec.journal())
                .channel(
                        "outside",
                        ChannelSpec.journal()
                                .withOwnership(Ownership.SHARED)
                                .withEncryption(
                                        EncryptionSpec.of("${data}/keys").withSubject("symbol")))
                .channel("between", ChannelSpec.direct())
                .channel("states", ChannelSpec.journal().withRollEvery(RollPeriod.WEEK.in(ZoneId.of("Europe/Zurich"))))
                .component(
                        "feed",
                        ComponentSpec.of("example.Feed")
                                .writes("trades")
                                .argument("input", "${input}")
                                .argument("limit", "010")
                                .argument("columns", List.of("price", "amount")))
                .component(
                        "bar-builder",
                        ComponentSpec.of("example.BarBuilder")
                                .reads("trades", "outside")
                                .writes("between")
                                .onError(ErrorPolicy.RECORD)
                                .answers(new AnswerSpec(
                                        new AnswerLimits(16, 1 << 16, 100, 8, 3), Duration.ofMillis(250))))
                .component(
                        "smoother",
                        ComponentSpec.of("example.Smoother").reads("between").writes("bars"))
                .component("database", database())
                .thread(
                        "pipeline",
                        ThreadSpec.running("feed", "bar-builder")
                                .withIdle("busy")
                                .withCpu(1))
                .thread("other", ThreadSpec.running("database"))
                .summary("trades", CountSpec.calls("trades", "trade"))
                .summary("rows.bars", CountSpec.counted("database", "bars"))
                .build();
    }

    @Test
    void boundsOfAnswersAreRefusedWithTheirKeyWhereTheyAreNone() throws IOException {
        assertTrue(error(with("kept: 16", "kept: 0")).contains("kept"), error(with("kept: 16", "kept: 0")));
        assertTrue(error(with("250ms", "0ms")).contains("queryBudget=PT0S"), error(with("250ms", "0ms")));
        assertTrue(error(with("64KiB", "8GiB")).contains("bytes=8589934592"), error(with("64KiB", "8GiB")));
        assertTrue(
                error(with("failures: 3", "failure: 3")).contains("did you mean failures?"),
                error(with("failures: 3", "failure: 3")));
    }

    @Test
    void aTopologyWithoutANameIsNamedAfterItsFile() throws IOException {
        assertEquals("market", load(with("name: market\n", "")).name());
    }

    @Test
    void aMisspeltKeyIsAnErrorWithItsPlaceAndTheNearestRightOne() {
        assertEquals(
                file + ":4:1: the topology has the unknown key=paramters; did you mean parameters?",
                error(with("parameters:", "paramters:")));
        assertEquals(
                file + ":12:27: channel=trades has the unknown key=durabilty; did you mean durability?",
                error(with("durability: MAPPED", "durabilty: MAPPED")));
        assertTrue(error(with("every: day", "evry: day")).contains("did you mean every?"));
        assertTrue(
                error(with("idle: busy", "idel: busy")).contains(":43:41: thread=pipeline has the unknown key=idel"));
        assertTrue(error(with("help: The", "xyzzy: The")).contains("there are type, default, help, values"));
    }

    @Test
    void anUnknownChannelOrComponentIsAnErrorWithTheNearestRightOne() {
        assertEquals(
                file + ":26:13: component=bar-builder writes channel=betwen, which is not among the channels;"
                        + " did you mean between?",
                error(with("writes: between", "writes: betwen")));
        assertTrue(error(with("reads: [trades, outside]", "reads: [trade, outside]"))
                .contains(":25:13: component=bar-builder reads channel=trade, which is not among the channels;"
                        + " did you mean trades?"));
        assertTrue(error(with("runs: [database]", "runs: [databse]")).contains("did you mean database?"));
        assertTrue(
                error(with("{channel: trades, calls", "{channel: trade, calls")).contains("did you mean trades?"));
        assertTrue(error(with("component: database,", "component: datbase,")).contains("did you mean database?"));
    }

    @Test
    void aChannelHasOneWriterAndAtLeastOneUse() {
        assertTrue(error(with("writes: bars", "writes: trades"))
                .contains("channel=trades has two writers, component=feed and component=smoother"));
        assertTrue(
                error(with("channel: states, every", "channel: rows, every")).contains("channel=rows has two writers"));
        assertTrue(
                error(with("  rows:\n", "  rows:\n  spare:\n")).contains("channel=spare is neither written nor read"));
        assertTrue(error(with(
                        "outside: {ownership: SHARED, encryption: {keys: \"${data}/keys\", subject: symbol}}",
                        "outside: {}"))
                .contains("component=bar-builder reads channel=outside, which no component writes"));
        assertTrue(
                error(with("reads: [bars]", "reads: [bars, rows]")).contains("channel=rows, which it writes itself"));
        assertTrue(error(with("reads: [bars]", "reads: [bars, bars]")).contains("channel=bars twice"));
    }

    @Test
    void aDirectChannelHasOneReaderThatReadsNothingElse() {
        assertTrue(error(with("reads: [bars]", "reads: [between]")).contains("readers=[smoother, database]"));
        assertTrue(
                error(with("reads: between", "reads: [between, outside]")).contains("can then read no other channel"));
        assertTrue(error(with("{kind: direct}", "{kind: direct, durability: SYNCED}"))
                .contains("has no meaning"));
        assertTrue(error(with("{channel: trades, calls", "{channel: between, calls"))
                .contains("which stores nothing"));
    }

    @Test
    void aValueThatDoesNotFitIsAnErrorWithItsPlace() {
        assertTrue(
                error(with("durability: synced", "durability: sync")).contains(":13:22: channel=bars durability=sync"));
        assertTrue(
                error(with("kind: journal", "kind: jurnal")).contains("kind=jurnal is unknown; did you mean journal?"));
        assertTrue(error(with("size: 1MiB", "size: 1MB")).contains("size=1MB is not a size"));
        assertTrue(error(with("zone: Europe/Zurich", "zone: Nowhere")).contains("zone=Nowhere is not a zone"));
        assertTrue(error(with("every: week, zone", "zone")).contains("has a zone but no period"));
        assertTrue(error(with("age: 7d", "age: old")).contains("age=old is not a duration"));
        assertTrue(error(with("age: 7d, size: 10MiB, copies: 1GiB, readers: remove_read", ""))
                .contains("retains everything"));
        assertTrue(error(with("every: day", "every: 1ms")).contains("period=PT0.001S"));
        assertTrue(error(with("every: day", "every: fortnight")).contains("every=fortnight is not minute, hour"));
        assertTrue(error(with("cpu: 1", "cpu: one")).contains("cpu=one is neither the number of a processor nor auto"));
        assertTrue(error(with("cpu: 1", "cpu: -1")).contains("cpu=-1 is not between"));
        assertTrue(error(with("type: int", "type: integer")).contains("type=integer is unknown"));
        assertTrue(
                error(with("default: stop", "default: stip")).contains("is not one of stop, skip; did you mean stop?"));
        assertTrue(error(with("{type: int}", "{type: int, default: x}")).contains("default=x is not a whole number"));
        assertTrue(error(with("columns: [price, amount]", "columns: {a: b}")).contains("needs one value key=columns"));
        assertTrue(error(with("reads: between", "reads: {a: b}")).contains("needs a list key=reads"));
        assertTrue(error(with("every: 1_000", "every: 0")).contains("every=0 is not between 1"));
        assertTrue(error(with("    values: [stop, skip]\n", "")).contains("needs values to choose from"));
    }

    @Test
    void namesThatTheRunItselfUsesAreTaken() {
        assertTrue(error(with("  workers: {", "  rate: {")).contains("parameter=rate is reserved for the run itself"));
        assertTrue(error(with("  rows.bars: {", "  latency.x: {")).contains("summary=latency.x is a name"));
        assertTrue(error(with("  rows.bars: {", "  trades.x: {"))
                .contains("cannot be a number and hold summary=trades.x"));
        assertTrue(error(with("  other: {", "  other/../x: {")).contains("is not a name"));
    }

    @Test
    void aFileThatIsNoTopologyIsAnErrorThatSaysSo() {
        assertEquals(file + ": there is no such file", message(() -> Topology.load(file)));
        assertTrue(message(() -> Topology.load(directory)).endsWith("is a directory, and a topology is a file"));
        assertTrue(error("").contains("is not a topology"));
        assertTrue(error("timestamp,price,amount\n1,2,3\n").contains("is not a topology"));
        assertTrue(error("a: [").contains(":1:") || error("a: [").contains("is not YAML"));
        assertTrue(error("name: x\nname: y\n").contains("name"));
        assertTrue(error("name: x\n").contains("at least one component"));
        assertTrue(error("channels: 5\n").contains(":1:11: the topology channels needs a map"));
    }

    private static String message(Executable executable) {
        return assertThrows(TopologyException.class, executable).getMessage();
    }
}
