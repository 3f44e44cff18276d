package io.millrace.benchmarks;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.millrace.harness.BenchmarkCase;
import io.millrace.harness.BenchmarkException;
import io.millrace.harness.Effort;
import io.millrace.harness.Figures;
import io.millrace.harness.ForkRunner;
import io.millrace.harness.Report;
import io.millrace.harness.Side;
import io.millrace.harness.Suite;
import io.millrace.harness.SuiteRunner;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Selected cases of a suite, and what one run measures with them. */
@Tag("bench")
class ChosenCasesTest {
    @TempDir
    Path directory;

    /** A suite, an expression that chooses cases of it, and the figures that our side then measures. */
    private record Chosen(String suite, String regex, Set<String> figures) {
        Side ours() {
            return Suites.named(suite, Effort.SMOKE)
                    .only(List.of(Pattern.compile(regex)))
                    .ours();
        }
    }

    private static final List<Chosen> CHOSEN = List.of(
            new Chosen("journal", "^append 256 B$", Set.of("append 256 B", "read 256 B")),
            new Chosen("journal", "^last index$", Set.of("last index", "attach tailer")),
            new Chosen("journal", "^append encrypted", Set.of("append encrypted 40 B")),
            new Chosen("journal", "synced 40 B 1 w", Set.of("synced 40 B 1 writer")),
            new Chosen(
                    "wire",
                    "^order RAW write$",
                    Set.of(
                            "order RAW write",
                            "order RAW read",
                            "order RAW bytes",
                            "order RAW write allocated",
                            "order RAW read allocated")),
            new Chosen("growth", "^10 fields write", Set.of("10 fields write", "10 fields read")),
            new Chosen("queues", "^MPMC linked", Set.of("MPMC linked 2 producers 2 consumers")),
            new Chosen(
                    "burst",
                    "linked burst 10$",
                    Set.of("core-to-core round trip", "SPSC linked burst 10", "MPSC linked burst 10")),
            new Chosen("transactions", "volatile 1 resource", Set.of("volatile 1 resource 100 threads")));

    @Test
    void nothingElseIsMeasured() throws Exception {
        Map<Side, Figures> figures = ForkRunner.likeThisProcess()
                .withSharedForks()
                .run(CHOSEN.stream().map(Chosen::ours).toList(), Effort.SMOKE, directory);
        for (Chosen one : CHOSEN) {
            Set<String> measured =
                    new HashSet<>(figures.get(one.ours()).rounds().keySet());
            measured.removeIf(name -> name.contains(": ") || name.startsWith("OS jitter "));
            assertEquals(one.figures(), measured, one.toString());
        }
    }

    @Test
    void theQuickJournalSuiteLeavesOutTheCasesThatWriteGigabytes() {
        List<BenchmarkCase> all = JournalSuite.suite().cases();
        List<BenchmarkCase> quick = JournalSuite.quick().cases();
        List<String> left = names(all.stream().filter(one -> !quick.contains(one)));
        assertEquals(List.of(SustainedAppend.CASE, KilledWriter.LARGEST, "open after kill 1 GB"), left);
        assertEquals(
                all.size() - left.size(), JournalSuite.quick().ours().cases().size());
        assertEquals(
                List.of(KilledWriter.LARGEST),
                names(JournalSuite.suite().only(List.of(Pattern.compile("10 GB"))).cases().stream()));
    }

    private static List<String> names(Stream<BenchmarkCase> cases) {
        return cases.map(BenchmarkCase::name).toList();
    }

    @Test
    void peersAreComparedInTheCasesThatTheyHave() throws Exception {
        Suite suite = Suites.named("journal", Effort.SMOKE)
                .only(List.of(Pattern.compile("verified 40 B"), Pattern.compile("^append 40 B$")));
        assertEquals(
                List.of("append 40 B", "read verified 40 B"),
                suite.cases().stream().map(BenchmarkCase::name).toList());
        List<String> progress = new ArrayList<>();
        ForkRunner forks = ForkRunner.likeThisProcess().withSharedForks();
        Report report = new SuiteRunner(forks, directory, progress::add).run(suite, Effort.SMOKE, 2);
        assertEquals(2, progress.size(), progress::toString);
        assertEquals("smoke, forks a side: 2", report.conditions().values().get("effort"));
        assertEquals(
                suite.peers().stream()
                        .flatMap(peer -> peer.name().startsWith("Chronicle")
                                ? Stream.of("append 40 B", "read verified 40 B")
                                : Stream.of("append 40 B"))
                        .toList(),
                report.rows().stream().map(row -> row.benchmarkCase().name()).toList());
        assertTrue(report.conditions().values().containsKey("cases"), report.conditions()::toString);
    }

    @Test
    void whatMatchesNothingIsAnErrorThatNamesTheCases() {
        Suite suite = Suites.named("burst", Effort.SMOKE);
        BenchmarkException error =
                assertThrows(BenchmarkException.class, () -> suite.only(List.of(Pattern.compile("brust"))));
        assertTrue(error.getMessage().contains("regex=[brust] suite=burst cases="), error.getMessage());
        suite.cases().forEach(one -> assertTrue(error.getMessage().contains(one.name()), error.getMessage()));
    }
}
