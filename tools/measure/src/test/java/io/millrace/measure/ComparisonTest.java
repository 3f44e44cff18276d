package io.millrace.measure;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.millrace.measure.PercentileChange.Verdict;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.Test;

class ComparisonTest {
    private static final List<Double> PERCENTILES = List.of(50.0, 99.0);

    @Test
    void aDifferenceIsFoundAndItsIntervalHoldsIt() {
        List<PercentileChange> changes = Comparison.of(runs(1, 1.0), runs(2, 0.9), PERCENTILES, 1);
        for (PercentileChange change : changes) {
            assertEquals(Verdict.LOWER, change.verdict(), change.text());
            assertTrue(change.lowestChange() < -0.1 && change.highestChange() > -0.1, change.text());
        }
        assertTrue(
                changes.getLast().text().matches("p99 \\d+\\.\\d% to \\d+\\.\\d% lower"),
                changes.getLast().text());
        PercentileChange worse =
                Comparison.of(runs(2, 0.9), runs(1, 1.0), PERCENTILES, 1).getFirst();
        assertEquals(Verdict.HIGHER, worse.verdict(), worse.text());
    }

    @Test
    void theSameIsSeldomSaidToDiffer() {
        int wrong = 0;
        for (int i = 0; i < 40; i++) {
            PercentileChange change = Comparison.of(runs(100 + i, 1.0), runs(200 + i, 1.0), List.of(50.0), i)
                    .getFirst();
            wrong += change.verdict() == Verdict.NO_DIFFERENCE_SEEN ? 0 : 1;
        }
        // Two in forty are to be expected of an interval of 95 %; few runs make it a little too narrow.
        assertTrue(wrong <= 8, "wrong=" + wrong);
    }

    @Test
    void theSameSeedGivesTheSameAnswer() {
        assertEquals(
                Comparison.of(runs(1, 1.0), runs(2, 1.0), PERCENTILES, 9),
                Comparison.of(runs(1, 1.0), runs(2, 1.0), PERCENTILES, 9));
    }

    @Test
    void thePercentilesAreThoseOfAllTimesTogether() {
        List<List<Histogram>> runs = runs(4, 1.0);
        Histogram all = new Histogram(3);
        runs.forEach(run -> run.forEach(all::add));
        PercentileChange change =
                Comparison.of(runs, runs(5, 1.0), List.of(99.0), 1).getFirst();
        assertEquals(all.getValueAtPercentile(99), change.beforeNs());
    }

    @Test
    void nothingCannotBeCompared() {
        assertThrows(MeasureException.class, () -> Comparison.of(List.of(), runs(1, 1), PERCENTILES, 1));
        assertThrows(
                MeasureException.class,
                () -> Comparison.of(runs(1, 1), List.of(List.of(interval(1, 10, 1, 1))), PERCENTILES, 1));
    }

    @Test
    void runsOnAMachineThatBehavedDifferentlyAreNotCompared() {
        Histogram calm = histogram(100_000, 1_000_000);
        Comparison.checkJitter(calm, histogram(100_000, 1_500_000));
        MeasureException error =
                assertThrows(MeasureException.class, () -> Comparison.checkJitter(calm, histogram(100_000, 9_000_000)));
        assertTrue(error.getMessage().contains("the machine differed too much"), error.getMessage());
    }

    /** Three runs of twenty intervals of exponential times; runs and intervals differ by a few per cent. */
    private static List<List<Histogram>> runs(long seed, double factor) {
        SplittableRandom random = new SplittableRandom(seed);
        List<List<Histogram>> runs = new ArrayList<>();
        for (int run = 0; run < 3; run++) {
            double runFactor = factor * (1 + 0.01 * (random.nextDouble() - 0.5));
            List<Histogram> intervals = new ArrayList<>();
            for (int i = 0; i < 20; i++) {
                intervals.add(interval(random.nextLong(), 1_000, runFactor, 1 + 0.05 * (random.nextDouble() - 0.5)));
            }
            runs.add(intervals);
        }
        return runs;
    }

    private static Histogram interval(long seed, int count, double runFactor, double factor) {
        SplittableRandom random = new SplittableRandom(seed);
        Histogram histogram = LatencyRecorder.newHistogram();
        for (int i = 0; i < count; i++) {
            histogram.recordValue((long) (-1e6 * runFactor * factor * Math.log(1 - random.nextDouble())) + 1);
        }
        return histogram;
    }

    private static Histogram histogram(long mostNs, long fewNs) {
        Histogram histogram = LatencyRecorder.newHistogram();
        histogram.recordValueWithCount(mostNs, 900);
        histogram.recordValueWithCount(fewNs, 100);
        return histogram;
    }
}
