package io.millrace.benchmarks;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.millrace.harness.BenchmarkException;
import io.millrace.harness.Effort;
import io.millrace.measure.CoreJitter;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Optional;
import java.util.SequencedMap;
import java.util.regex.Pattern;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@Tag("engine")
class PipelineBenchTest {

    @TempDir
    Path directory;

    @Test
    void placementsAreMeasuredForAMoment() throws Exception {
        StringBuilder rows = new StringBuilder();
        PipelineBench.Result result = PipelineBench.of(Effort.SMOKE).measure(directory, rows::append);
        assertEquals(
                List.of(PipelinePlacement.THREE_THREADS, PipelinePlacement.THREE_HOSTS),
                List.copyOf(result.ours().peaks().keySet()));
        assertEquals(
                List.of(PipelinePlacement.THREE_THREADS),
                List.copyOf(result.peer().peaks().keySet()));
        requireAllCalls(result.ours());
        requireAllCalls(result.peer());
        assertEquals(
                List.of("first"),
                List.copyOf(result.order().orElseThrow().hops().keySet()));
        assertEquals(500, result.order().orElseThrow().total().getTotalCount());
        assertEquals(5, result.distances().size());
        result.distances().forEach((distance, hop) -> assertEquals(500, hop.getTotalCount(), distance));
        assertEquals(PipelineMain.PARTS, List.copyOf(result.alone().keySet()));
        assertTrue(rows.toString().matches("(?s).*three threads.*, Chronicle, end to end +10000 .*"), rows::toString);
        assertTrue(rows.toString().matches("(?s).*three hosts.*, as fast as it can .*"), rows::toString);
        assertTrue(rows.toString().matches("(?s).*source alone, for a call: .*"), rows::toString);
        assertTrue(rows.toString().matches("(?s).*one hop, order of 28 fields .*"), rows::toString);
        assertTrue(rows.toString().matches("(?s).*one hop, two hosts on loopback .*"), rows::toString);
    }

    private static void requireAllCalls(PipelineRates side) {
        side.rated()
                .forEach((placement, runs) -> runs.forEach((rate, run) -> {
                    assertEquals(
                            List.of("first", "second", "third", "sink"),
                            List.copyOf(run.hops().keySet()));
                    run.hops().values().forEach(hop -> assertEquals(500, hop.getTotalCount(), placement.text()));
                    assertEquals(2_000, run.anyHop().getTotalCount());
                    assertEquals(500, run.total().getTotalCount());
                }));
    }

    @Test
    void aBurstOfRequestsIsMeasuredForAMoment() throws Exception {
        List<String> lines =
                RequestBurst.of(Effort.SMOKE).measure(directory).strip().lines().toList();
        assertEquals(5, lines.size(), lines::toString);
        assertTrue(lines.get(3).matches("a burst at 20 times that; times to write +[0-9]+ .*"), lines::toString);
        assertTrue(lines.getLast().endsWith("each is a row"), lines::toString);
    }

    private static CoreJitter jitter(long gapNs) {
        Histogram gaps = new Histogram(3);
        gaps.recordValue(gapNs);
        return new CoreJitter(gaps, 0.125);
    }

    @Test
    void aThreadThatNeedsACoreAtARandomMomentWaitsForTheRestOfAGap() {
        Histogram gaps = new Histogram(5);
        gaps.recordValueWithCount(10, 9_000);
        gaps.recordValue(10_000);
        CoreJitter jitter = new CoreJitter(gaps, 0.1);
        assertEquals(0, PipelinePlot.waitNs(jitter, 50), 10);
        assertEquals(9_000, PipelinePlot.waitNs(jitter, 99), 20);
        assertEquals(9_900, PipelinePlot.waitNs(jitter, 99.9), 20);
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
        PipelineRates ours = PipelineRates.empty();
        ours.rated(PipelinePlacement.ONE_THREAD, 50_000, run(49_999.6, 1_000, 2_000, 3_000));
        ours.rated(PipelinePlacement.ONE_THREAD, 100_000, run(90_000, 250_000));
        ours.peak(PipelinePlacement.ONE_THREAD, run(1_600_000, 1));
        PipelineRates peer = PipelineRates.empty();
        peer.rated(PipelinePlacement.ONE_THREAD, 50_000, run(49_000, 4_000));
        peer.rated(PipelinePlacement.ONE_THREAD, 100_000, run(80_000, 350_000));
        peer.peak(PipelinePlacement.ONE_THREAD, run(400_000, 1));
        SequencedMap<String, Double> alone = new LinkedHashMap<>();
        PipelineMain.PARTS.forEach(part -> alone.put(part, 100.0));
        SequencedMap<String, Histogram> distances = new LinkedHashMap<>();
        distances.put("direct call", run(1, 2_500).total());
        PipelineBench.Result result = new PipelineBench.Result(
                ours, peer, alone, Optional.of(run(10_000, 7_000)), distances, jitter(1_000), jitter(9_000));
        String rows = PipelineBench.rated(PipelinePlacement.ONE_THREAD, 50_000, run(49_999.6, 1_000, 2_000, 3_000));
        assertTrue(rows.matches("(?s).*one thread, to first +50000 +2\\.00 +3\\.00 .*"), rows);
        assertTrue(rows.matches("(?s).*one thread, end to end +50000 +50000 +2\\.00 .*"), rows);
        String summary = PipelineBench.summary(result);
        assertTrue(summary.matches("(?s).*one thread +1\\.60 +2\\.00 +0\\.80 +0\\.40 +4\\.00.*"), summary);
        assertTrue(summary.contains("alone: source 100, first 100, second 100, third 100, sink 100"), summary);
        assertTrue(summary.contains("OS jitter after: p99.99 9.0 us, max 9 us, 12.5 % of the time lost"), summary);
        String chart = PipelinePlot.of(result);
        assertTrue(chart.contains("one thread") && chart.contains("the machine alone"), chart);
    }

    @Test
    void placementsAreChosenByTheirTexts() {
        BenchmarkException unknown = assertThrows(
                BenchmarkException.class,
                () -> PipelineBench.of(Effort.SMOKE).only(List.of(Pattern.compile("five threads"))));
        assertTrue(
                unknown.getMessage().endsWith("--case=[five threads] known=[three threads, three hosts]"),
                unknown.getMessage());
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
