package io.millrace.benchmarks;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.millrace.harness.BenchmarkCase;
import io.millrace.harness.Effort;
import io.millrace.harness.ForkRunner;
import io.millrace.harness.Report;
import io.millrace.harness.Row;
import io.millrace.harness.Side;
import io.millrace.harness.Suite;
import io.millrace.harness.SuiteRunner;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Runs every suite from its forks to its table, with so few messages that it takes seconds. Sides share a fork where
 * their flags agree: that each has its own where it is measured is what {@code ForkRunnerTest} of the harness shows.
 */
@Tag("bench")
class SuiteSmokeTest {
    private static final ForkRunner SHARED = ForkRunner.likeThisProcess().withSharedForks();

    @TempDir
    Path directory;

    @Test
    void theJournalSuiteGivesAFigureForEachOfItsNamedCases() throws Exception {
        List<String> fixed = List.of(
                "append 40 B",
                "append 256 B",
                "append 1024 B",
                "read 40 B",
                "read 256 B",
                "read 1024 B",
                "read verified 40 B",
                "append to read 40 B 10000/s p50",
                "append to read 40 B 10000/s unverified p50",
                "append to read 40 B 10000/s p99",
                "append to read 40 B 10000/s unverified p99",
                "append to read 40 B 10000/s p99.9",
                "append to read 40 B 10000/s unverified p99.9",
                "append to read 40 B 100000/s p50",
                "append to read 40 B 100000/s unverified p50",
                "append to read 40 B 100000/s p99",
                "append to read 40 B 100000/s unverified p99",
                "append to read 40 B 100000/s p99.9",
                "append to read 40 B 100000/s unverified p99.9",
                "append to read 40 B 500000/s p50",
                "append to read 40 B 500000/s unverified p50",
                "append to read 40 B 500000/s p99",
                "append to read 40 B 500000/s unverified p99",
                "append to read 40 B 500000/s p99.9",
                "append to read 40 B 500000/s unverified p99.9",
                "last index",
                "attach tailer",
                "append 40 B 4 writers",
                "append 40 B sustained",
                "open after kill 10 GB",
                "open after kill 64 MB",
                "open after kill 1 GB",
                "append encrypted 40 B",
                "synced 40 B 1 writer",
                "synced 40 B 100 writers",
                "synced 40 B 400 writers",
                "synced 40 B 100 virtual writers",
                "synced 40 B 400 virtual writers",
                "read at index");
        Suite suite = Suites.named("journal", Effort.SMOKE);
        assertEquals(fixed, suite.cases().stream().map(BenchmarkCase::name).toList());
        List<String> expected = compared(suite);
        assertEquals(expected, names(run(suite)));
    }

    @Test
    void theMethodSuiteComparesWithBothFormsOfThePeer() throws Exception {
        String p50 = "write-read-combine-write p50";
        String p99 = "write-read-combine-write p99";
        assertEquals(List.of(p50, p99, p50, p99), names(run(Suites.named("method", Effort.SMOKE))));
    }

    @Test
    void theWireSuiteComparesEachPeerInItsCases() throws Exception {
        assertComparesEachPeerInItsCases(
                "wire",
                "nine-field BINARY write",
                "nine-field BINARY read",
                "nine-field BINARY bytes",
                "order BINARY write allocated",
                "order BINARY read allocated");
    }

    @Test
    void theSuiteOfPairsComparesEachPeerInTheKindsThatItHas() throws Exception {
        assertComparesEachPeerInItsCases(
                "pairs",
                "SPSC array pair",
                "SPSC unbounded 1K pair allocated",
                "SPSC array fill and drain of arrays pair",
                "MPMC array pair");
    }

    @Test
    void theSuitesOfQueuesCompareEachPeerInTheKindsThatItHas() throws Exception {
        for (String name : List.of("queues", "burst")) {
            Suite suite = Suites.named(name, Effort.SMOKE);
            List<String> expected = compared(suite);
            Report report = run(suite);
            assertEquals(expected, names(report));
            for (Side peer : suite.peers()) {
                String alike = report.conditions().values().get("processors as far apart beside both, " + peer.name());
                assertTrue(alike.matches("\\d+ of [1-9]\\d* rounds, which alone are compared"), alike);
            }
            List<String> fixed = name.equals("queues")
                    ? List.of("SPSC array", "SPSC chunked 1K", "SPSC growable 16", "MPSC array 2 producers")
                    : List.of("SPSC array burst 1", "MPSC unbounded burst 100", "core-to-core round trip");
            assertTrue(expected.containsAll(fixed), expected.toString());
        }
    }

    @Test
    void theGrowthSuiteGivesEveryFigureAndAPlotOfThem() throws Exception {
        Suite suite = Suites.named("growth", Effort.SMOKE);
        Report report = run(suite, ForkRunner.likeThisProcess()); // the first message of a JVM
        List<String> cases = List.of(
                "first message after start",
                "first use of a type, median of 200",
                "first use of a type, slowest but one of 200",
                "10 fields write",
                "10 fields read",
                "100 fields write",
                "100 fields read",
                "500 fields write",
                "500 fields read");
        assertEquals(cases, suite.cases().stream().map(BenchmarkCase::name).toList());
        assertEquals(cases.size() * suite.peers().size(), report.rows().size());
        GrowthPlotTest.assertDraws(suite, GrowthPlot.of(report));
    }

    @Test
    void theTransactionsSuiteComparesEachStoreWithThePeersOwn() throws Exception {
        assertComparesEachPeerInItsCases(
                "transactions",
                "volatile 2 resources 100 threads",
                "volatile 1 resource 100 threads",
                "file 2 resources 1 thread",
                "journal 2 resources 400 virtual threads",
                TransactionWorkload.DEVICE);
    }

    @Test
    void theNetSuiteComparesEachPeerInTheEchoesThatItHas() throws Exception {
        assertComparesEachPeerInItsCases(
                "net",
                "echo 40 B 100000/s p50",
                "echo 1024 B 100000/s p99.9",
                "echo 40 B one in flight p50",
                "echo 40 B new connection p50");
    }

    @Test
    void theClientsSuiteComparesWithTheBareLibrariesAndWithNoClients() throws Exception {
        assertComparesEachPeerInItsCases(
                "clients",
                "TCP 1 in flight p50",
                "WebSocket 64 in flight",
                "fan-out to 100 over WebSocket",
                "append beside 100 stalled followers");
    }

    @Test
    void thePortsSuiteComparesEachPeerOverItsTransport() throws Exception {
        assertComparesEachPeerInItsCases(
                "ports",
                "TCP query 1 in flight p50",
                "TCP call synced 64 in flight",
                "WebSocket call mapped processor time",
                "WebSocket append mapped allocated",
                "fan-out to 100 over WebSocket");
    }

    @Test
    void theReplicationSuiteComparesWithTheBareSocketTheDeviceAndKafka() throws Exception {
        assertComparesEachPeerInItsCases(
                "replication",
                "replicated append 40 B 1 replica",
                "acknowledged append 40 B p50",
                "acknowledged append 40 B p99",
                "catch-up 1 MB",
                "unacknowledged 10000/s by 1 p50",
                "acknowledged 1600000/s by 20 p99.9",
                "100 tasks wait for acknowledged answers");
        assertTrue(Suites.named("replication", Effort.FULL).cases().stream()
                .anyMatch(each -> each.name().equals("catch-up 1 GB")));
    }

    @Test
    void theFixSuiteGivesTheSameOrdersToEachEngine() throws Exception {
        assertComparesEachPeerInItsCases(
                "fix",
                "decode",
                "decode, allocated",
                "recorded 2000/s p50",
                "recorded 200 outstanding",
                "plain 10000/s p99",
                "plain allocated",
                "recorded 10 sessions, slowest",
                "tick to trade 20000/s p50",
                "tick to trade 20000/s p99.9");
    }

    @Test
    void theMapSuiteComparesEachPeerInTheCasesThatItsProcessesAllow() throws Exception {
        assertComparesEachPeerInItsCases(
                "map", "get", "put", "YCSB B two processes", "open after kill", "disk per live byte after overwrites");
        Suite suite = Suites.named("map", Effort.SMOKE);
        assertTrue(suite.cases(suite.peers().getLast()).stream()
                .noneMatch(one -> one.name().equals("YCSB B two processes")));
    }

    @Test
    void theLedgerSuiteHasLoadsInOneProcessAndInSeveralAndLatencies() throws Exception {
        assertEquals(
                List.of("least work", "BFT-SMaRt, forced log"),
                Suites.named("ledger", Effort.SMOKE).peers().stream()
                        .map(Side::name)
                        .toList());
        assertComparesEachPeerInItsCases(
                "ledger",
                "4 seats, full crypto, 1 call a signature, blocks of 100",
                "4 seats, full crypto, 1 call a signature, blocks of 100, processor time",
                "4 seats in 4 processes, without crypto, 1 call a signature, blocks of 1000",
                "finality, idle, p50",
                "forced write of 1 KB");
    }

    private void assertComparesEachPeerInItsCases(String name, String... fixed) throws Exception {
        Suite suite = Suites.named(name, Effort.SMOKE);
        List<String> expected = compared(suite);
        assertEquals(expected, names(run(suite)));
        assertTrue(expected.containsAll(List.of(fixed)), expected.toString());
    }

    private Report run(Suite suite) throws Exception {
        return run(suite, SHARED);
    }

    private Report run(Suite suite, ForkRunner forks) throws Exception {
        List<String> progress = new ArrayList<>();
        Report report = new SuiteRunner(forks, directory, progress::add).run(suite, Effort.SMOKE, 1);
        assertEquals(1, progress.size());
        for (Row row : report.rows()) {
            assertTrue(row.ours() >= 0 && row.peer() >= 0 && row.ratio().isPresent(), row.toString());
        }
        try (var left = Files.list(directory)) {
            assertEquals(List.of(), left.toList());
        }
        return report;
    }

    /** Returns the names of the rows that a suite's report has. */
    private static List<String> compared(Suite suite) {
        return suite.peers().stream()
                .flatMap(peer -> suite.cases(peer).stream())
                .map(BenchmarkCase::name)
                .toList();
    }

    private static List<String> names(Report report) {
        return report.rows().stream().map(row -> row.benchmarkCase().name()).toList();
    }
}
