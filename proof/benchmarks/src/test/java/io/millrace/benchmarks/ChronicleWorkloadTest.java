package io.millrace.benchmarks;

import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ChronicleWorkloadTest {
    @TempDir
    Path directory;

    @Test
    void thePeerRunsTheWholeJournalSuiteWithItsFlags() throws Exception {
        runs(ChronicleJournalWorkload.class, Suites.journalCases());
    }

    @Test
    void thePeerRunsTheMethodSuiteWithGeneratedWritersAndReaders() throws Exception {
        runs(ChronicleMethodWorkload.class, Suites.methodCases());
        runs(ChronicleCompactMethodWorkload.class, Suites.methodCases());
    }

    private void runs(Class<? extends Workload> workload, List<BenchmarkCase> cases) throws Exception {
        Side side = new Side("peer", workload, ChronicleSettings.jvmFlags());
        Figures figures = ForkRunner.likeThisProcess().run(side, Effort.SMOKE, directory);
        for (BenchmarkCase one : cases) {
            assertTrue(figures.value(one.peerFigure()) > 0, one.name() + " " + figures.values());
        }
    }
}
