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
        Side side = new Side("peer", ChronicleJournalWorkload.class, ChronicleSettings.jvmFlags());
        Figures figures = ForkRunner.likeThisProcess().run(side, Effort.SMOKE, directory);
        for (BenchmarkCase one : Suites.journalCases()) {
            assertTrue(figures.value(one.peerFigure()) > 0, one.name() + " " + figures.values());
        }
        assertTrue(figures.values().keySet().containsAll(List.of(JitterMeter.Reading.MAX)));
    }
}
