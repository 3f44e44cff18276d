package io.millrace.benchmarks;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.List;
import org.junit.jupiter.api.Test;

class StatisticsTest {
    @Test
    void theMedianIsTheMiddleInWhateverOrderValuesCome() {
        assertEquals(3, Statistics.median(List.of(9.0, 1.0, 3.0)));
        assertEquals(2.5, Statistics.median(List.of(4.0, 1.0, 2.0, 3.0)));
    }

    @Test
    void noValuesHaveNoMedian() {
        assertThrows(BenchmarkException.class, () -> Statistics.median(List.of()));
    }

    @Test
    void theSpreadIsRelativeToTheMedian() {
        assertEquals(0.5, Statistics.spread(List.of(8.0, 10.0, 13.0)), 1e-9);
    }
}
