package io.millrace.measure;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.millrace.measure.RatioInterval.Verdict;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class RatioIntervalTest {
    private static final int STARTS = 5;
    private static final int ROUNDS = 9;

    @Test
    void aDifferenceIsFoundAndItsIntervalHoldsIt() {
        RatioInterval interval = ratio(starts(1, 44, STARTS), starts(2, 10, STARTS));
        assertEquals(Verdict.BETTER, interval.verdict());
        assertTrue(interval.lowest() < 4.4 && interval.highest() > 4.4, interval.text());
        assertTrue(interval.text().matches("\\d\\.\\d\\d to \\d\\.\\d\\d times"), interval.text());
        assertEquals(
                Verdict.WORSE,
                ratio(starts(3, 10, STARTS), starts(4, 44, STARTS)).verdict());
    }

    @Test
    void theSameIsSeldomSaidToDiffer() {
        int wrong = 0;
        for (int i = 0; i < 100; i++) {
            RatioInterval interval = ratio(starts(100 + i, 10, STARTS), starts(900 + i, 10, STARTS));
            wrong += interval.verdict() == Verdict.NO_DIFFERENCE_SEEN ? 0 : 1;
        }
        // The seeds are fixed; five in a hundred are to be expected of an interval of 95 %.
        assertTrue(wrong <= 8, "wrong=" + wrong);
    }

    @Test
    void whatTheMachineWasForBothIsNoDifference() {
        RatioInterval interval = ratio(atTwoSpeeds(starts(1, 11, STARTS)), atTwoSpeeds(starts(2, 10, STARTS)));
        assertTrue(interval.highest() / interval.lowest() < 1.3, interval.text());
        List<List<Double>> fewer = atTwoSpeeds(starts(2, 10, STARTS)).stream()
                .map(rounds -> rounds.subList(0, ROUNDS - 1))
                .toList();
        RatioInterval apart = ratio(atTwoSpeeds(starts(1, 11, STARTS)), fewer);
        assertTrue(apart.highest() / apart.lowest() > 1.3, apart.text());
    }

    @Test
    void roundsOfOneStartGiveAnIntervalAndOneFigureNone() {
        assertTrue(ratio(starts(1, 20, 1), starts(2, 10, 1)).lowest() > 1);
        List<List<Double>> one = List.of(List.of(10.0));
        assertEquals(Optional.empty(), Comparison.ratio(one, starts(2, 10, 1), (a, b) -> a / b, 1));
        assertEquals("no difference seen (0.97 to 1.04)", new RatioInterval(1, 0.97, 1.04).text());
    }

    private static RatioInterval ratio(List<List<Double>> first, List<List<Double>> second) {
        return Comparison.ratio(first, second, (a, b) -> a / b, 1).orElseThrow();
    }

    /** What a machine shows that goes half as fast in some starts, and in the last rounds of all of them. */
    private static List<List<Double>> atTwoSpeeds(List<List<Double>> starts) {
        List<List<Double>> slowed = new ArrayList<>();
        for (int i = 0; i < starts.size(); i++) {
            List<Double> rounds = new ArrayList<>();
            for (double figure : starts.get(i)) {
                boolean slow = i % 2 == 1 || rounds.size() > ROUNDS / 2;
                rounds.add(slow ? figure / 2 : figure);
            }
            slowed.add(rounds);
        }
        return slowed;
    }

    /** Starts that differ by some 5 %, and rounds within by another 5 %. */
    private static List<List<Double>> starts(long seed, double figure, int count) {
        SplittableRandom random = new SplittableRandom(seed);
        List<List<Double>> starts = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            double start = figure * (1 + 0.05 * random.nextGaussian());
            List<Double> rounds = new ArrayList<>();
            for (int k = 0; k < ROUNDS; k++) {
                rounds.add(start * (1 + 0.05 * random.nextGaussian()));
            }
            starts.add(rounds);
        }
        return starts;
    }
}
