package io.millrace.benchmarks;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.millrace.harness.Effort;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.SequencedMap;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PipelineBenchTest {

    @TempDir
    Path directory;

    @Test
    void placementsAreMeasuredForAMoment() throws Exception {
        PipelineBench.Result result = PipelineBench.of(Effort.SMOKE).measure(directory);
        assertEquals(
                List.of(PipelinePlacement.TWO_THREADS, PipelinePlacement.THREE_PROCESSES),
                List.copyOf(result.peaks().keySet()));
        result.rated()
                .forEach((placement, runs) -> runs.forEach((rate, run) -> {
                    assertEquals(
                            List.of("first", "second", "third", "sink"),
                            List.copyOf(run.hops().keySet()));
                    run.hops().values().forEach(hop -> assertEquals(500, hop.getTotalCount(), placement.text()));
                    assertEquals(500, run.total().getTotalCount());
                }));
        assertEquals(List.of("first"), List.copyOf(result.order().hops().keySet()));
        assertEquals(500, result.order().total().getTotalCount());
        assertEquals(PipelineMain.PARTS, List.copyOf(result.alone().keySet()));
    }

    @Test
    void aBurstOfRequestsIsMeasuredForAMoment() throws Exception {
        List<String> lines =
                RequestBurst.of(Effort.SMOKE).measure(directory).strip().lines().toList();
        assertEquals(5, lines.size(), lines::toString);
        assertTrue(lines.get(3).matches("a burst at 20 times that; times to write +[0-9]+ .*"), lines::toString);
        assertTrue(lines.getLast().endsWith("each is a row"), lines::toString);
    }

    private static PipelineRun run(double callsPerSecond, long... totalsNs) {
        Histogram total = new Histogram(3);
        for (long ns : totalsNs) {
            total.recordValue(ns);
        }
        SequencedMap<String, Histogram> hops = new LinkedHashMap<>();
        hops.put("first", total);
        return new PipelineRun(hops, total, callsPerSecond);
    }

    @Test
    void tablesAndChartsShowWhatWasMeasured() {
        SequencedMap<Long, PipelineRun> runs = new LinkedHashMap<>();
        runs.put(50_000L, run(49_999.6, 1_000, 2_000, 3_000));
        runs.put(100_000L, run(90_000, 250_000));
        SequencedMap<PipelinePlacement, SequencedMap<Long, PipelineRun>> rated = new LinkedHashMap<>();
        rated.put(PipelinePlacement.ONE_THREAD, runs);
        SequencedMap<PipelinePlacement, Double> peaks = new LinkedHashMap<>();
        peaks.put(PipelinePlacement.ONE_THREAD, 1_600_000.0);
        SequencedMap<String, Double> alone = new LinkedHashMap<>();
        PipelineMain.PARTS.forEach(part -> alone.put(part, 100.0));
        PipelineBench.Result result =
                new PipelineBench.Result(rated, peaks, alone, run(10_000, 7_000), "little", "much");
        String tables = PipelineBench.tables(result);
        assertTrue(tables.matches("(?s).*one thread, to first +50000 +2\\.00 +3\\.00 .*"), tables);
        assertTrue(tables.matches("(?s).*one thread, end to end +100000 +90000 +250 .*"), tables);
        assertTrue(tables.matches("(?s).*one hop, order of 28 fields +10000 +7\\.00 .*"), tables);
        assertTrue(tables.matches("(?s).*one thread +1\\.60 +2\\.00 +0\\.80.*"), tables);
        assertTrue(tables.contains("alone: source 100, first 100, second 100, third 100, sink 100"), tables);
        assertTrue(tables.contains("OS jitter after: much"), tables);
        assertTrue(PipelinePlot.of(result).contains("one thread"));
    }

    @Test
    void placementsThatNeedMoreProcessorsAreMarked() {
        assertTrue(PipelinePlacement.ONE_THREAD.fits(1));
        assertTrue(PipelinePlacement.TWO_THREADS.fits(2));
        assertFalse(PipelinePlacement.THREE_PROCESSES.fits(2));
        assertEquals(
                List.of(List.of("source+first"), List.of("second"), List.of("third+sink")),
                PipelinePlacement.THREE_PROCESSES.processes());
    }
}
