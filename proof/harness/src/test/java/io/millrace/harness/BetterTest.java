package io.millrace.harness;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import org.junit.jupiter.api.Test;

class BetterTest {
    @Test
    void allocatingNothingCountsAsOneByteAnOperation() {
        BenchmarkCase allocated = BenchmarkCase.allocated("write allocated");
        assertEquals(150, allocated.ratio(0, 150));
        assertEquals(1, allocated.ratio(0, 0.01));
    }

    @Test
    void aRatioAboveOneMeansThatOursIsBetterWhicheverWayTheFigureImproves() {
        assertEquals(10, Better.HIGHER.ratio(50, 5));
        assertEquals(0.1, Better.HIGHER.ratio(5, 50));
        assertEquals(10, Better.LOWER.ratio(5, 50));
        assertEquals(0.1, Better.LOWER.ratio(50, 5));
    }

    @Test
    void anImpossibleFigureIsAnErrorAndNotARatio() {
        assertThrows(BenchmarkException.class, () -> Better.HIGHER.ratio(5, 0));
        assertThrows(BenchmarkException.class, () -> Better.LOWER.ratio(0, 5));
        assertThrows(BenchmarkException.class, () -> Better.LOWER.ratio(Double.NaN, 5));
    }
}
