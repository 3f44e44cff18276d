package io.millrace.measure;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import org.junit.jupiter.api.Test;

class ArrivalsTest {
    private static final long SECOND = 1_000_000_000L;

    @Test
    void constantArrivalsComeWhenTheRateSays() {
        assertArrayEquals(
                new long[] {0, 333_333_333, 666_666_666, SECOND}, first(4, Arrivals.constant(Rate.perSecond(3))));
    }

    @Test
    void burstsComeTogetherAndKeepTheRate() {
        assertArrayEquals(new long[] {0, 0, 0, 300, 300, 300, 600}, first(7, Arrivals.bursts(new Rate(1, 100), 3)));
    }

    @Test
    void poissonArrivalsAreTheSameForTheSameSeedOnly() {
        Rate rate = Rate.perSecond(1000);
        assertArrayEquals(first(100, Arrivals.poisson(rate, 7)), first(100, Arrivals.poisson(rate, 7)));
        assertTrue(first(100, Arrivals.poisson(rate, 7))[99] != first(100, Arrivals.poisson(rate, 8))[99]);
    }

    @Test
    void poissonGapsHaveTheMeanAndTheSpreadOfAnExponentialDistribution() {
        int count = 400_000;
        long[] times = first(count, Arrivals.poisson(Rate.perSecond(1000), 42));
        double mean = (double) times[count - 1] / count;
        assertEquals(1e6, mean, 1e4);
        double squares = 0;
        int longerThanMean = 0;
        for (int i = 1; i < count; i++) {
            double gap = times[i] - times[i - 1];
            squares += (gap - mean) * (gap - mean);
            longerThanMean += gap > mean ? 1 : 0;
        }
        assertEquals(mean, Math.sqrt(squares / count), 0.02 * mean);
        assertEquals(Math.exp(-1), (double) longerThanMean / count, 0.005);
    }

    @Test
    void aRampIssuesTheMeanOfItsRatesAndGoesOnAtItsLast() {
        Arrivals ramp = Arrivals.ramp(Rate.perSecond(100), Rate.perSecond(300), 10 * SECOND);
        long[] times = first(2_301, ramp);
        assertTrue(times[1_999] < 10 * SECOND);
        assertEquals(10 * SECOND, times[2_000]);
        assertEquals(11 * SECOND, times[2_300]);
        // Half-way the rate is 200/s, and 100 * 5 + 200 / 10 * 25 / 2 = 750 were due.
        assertEquals(0, Math.abs(times[750] - 5 * SECOND) / 10);
        assertEquals(0, Math.abs(times[751] - times[750] - 5_000_000) / 20_000);
        inOrder(times);
    }

    @Test
    void aRampMayFall() {
        long[] times = first(2_101, Arrivals.ramp(Rate.perSecond(300), Rate.perSecond(100), 10 * SECOND));
        assertEquals(10 * SECOND, times[2_000]);
        assertEquals(11 * SECOND, times[2_100]);
        inOrder(times);
    }

    @Test
    void stepsFollowEachOtherAndEnd() {
        Arrivals steps = Arrivals.steps(
                List.of(new RateStep(Rate.perSecond(2), SECOND), new RateStep(Rate.perSecond(4), SECOND / 2)));
        assertArrayEquals(
                new long[] {0, SECOND / 2, SECOND, SECOND * 5 / 4, ArrivalTimes.END, ArrivalTimes.END},
                first(6, steps));
    }

    @Test
    void replayedArrivalsAreThoseThatWereGiven() {
        assertArrayEquals(new long[] {0, 5, 5, 9, ArrivalTimes.END}, first(5, Arrivals.replayed(0, 5, 5, 9)));
        assertThrows(MeasureException.class, () -> Arrivals.replayed(5, 4));
        assertThrows(MeasureException.class, () -> Arrivals.replayed(-1));
    }

    private static void inOrder(long... times) {
        for (int i = 1; i < times.length; i++) {
            assertTrue(times[i] >= times[i - 1], "n=" + i);
        }
    }

    private static long[] first(int count, Arrivals arrivals) {
        ArrivalTimes times = arrivals.times();
        long[] first = new long[count];
        for (int i = 0; i < count; i++) {
            first[i] = times.nextNs();
        }
        return first;
    }
}
