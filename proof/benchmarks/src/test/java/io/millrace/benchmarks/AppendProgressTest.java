package io.millrace.benchmarks;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;

class AppendProgressTest {
    private static final double EXACT = 1e-9;

    @Test
    void aRoundThatSlowsDownHasTwoRates() {
        AppendProgress progress = new AppendProgress();
        progress.record(1_000, 40);
        progress.record(2_000, 80);
        progress.record(3_000, 120);
        progress.record(5_000, 130);
        progress.record(9_000, 150);
        assertEquals(150, progress.messages());
        assertEquals(150 / 9.0, progress.rate(), EXACT);
        assertEquals(40, progress.firstThird(), EXACT);
        assertEquals(5, progress.lastThird(), EXACT);
    }

    @Test
    void aRoundOfOneStepHasOneRate() {
        AppendProgress progress = new AppendProgress();
        progress.record(2_000, 30);
        assertEquals(15, progress.rate(), EXACT);
        assertEquals(15, progress.firstThird(), EXACT);
        assertEquals(15, progress.lastThird(), EXACT);
    }
}
