package io.millrace.measure;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class StatisticsTest {
    @Test
    void theMedianIsTheMiddleInWhateverOrderValuesCome() {
        assertEquals(3, Statistics.median(List.of(9.0, 1.0, 3.0)));
        assertEquals(2.5, Statistics.median(List.of(4.0, 1.0, 2.0, 3.0)));
        assertThrows(MeasureException.class, () -> Statistics.median(List.of()));
    }

    @Test
    void theSpreadIsRelativeToTheMedian() {
        assertEquals(0.5, Statistics.spread(List.of(8.0, 10.0, 13.0)), 1e-9);
    }

    @Test
    void theIntervalHoldsTheTrueMeanNineteenTimesInTwenty() {
        Random random = new Random(3);
        for (int count : new int[] {2, 5, 40}) {
            int hits = 0;
            for (int i = 0; i < 10_000; i++) {
                List<Double> values = new ArrayList<>();
                for (int n = 0; n < count; n++) {
                    values.add(100 + 10 * random.nextGaussian());
                }
                hits += Math.abs(Statistics.mean(values) - 100) <= Statistics.confidence(values) ? 1 : 0;
            }
            assertEquals(9_500, hits, 100, "count=" + count);
        }
    }

    @Test
    void oneValueHasNoInterval() {
        assertTrue(Double.isNaN(Statistics.confidence(Collections.singleton(1.0))));
    }
}
