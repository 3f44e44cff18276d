package io.millrace.measure;

import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import org.junit.jupiter.api.Test;

class CoreJitterTest {
    @Test
    void gapsBetweenReadingsOfTheClockAreFound() throws InterruptedException {
        CoreJitter jitter = CoreJitter.measure(20_000_000, 2);
        assertTrue(
                jitter.gaps().getTotalCount() > 1_000, "count=" + jitter.gaps().getTotalCount());
        assertTrue(jitter.lostShare() >= 0 && jitter.lostShare() <= 1, "lostShare=" + jitter.lostShare());
    }

    @Test
    void nothingCannotBeMeasured() {
        assertThrows(MeasureException.class, () -> CoreJitter.measure(0, List.of(-1)));
        assertThrows(MeasureException.class, () -> CoreJitter.measure(1, List.of()));
    }
}
