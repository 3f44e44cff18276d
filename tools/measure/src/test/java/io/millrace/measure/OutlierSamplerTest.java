package io.millrace.measure;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.millrace.fixtures.Await;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class OutlierSamplerTest {
    private static final long BOUND_NS = TimeUnit.SECONDS.toNanos(2);

    @Test
    void whatSlowOperationsHaveInCommonIsFound() {
        try (OutlierSampler sampler =
                OutlierSampler.open(Thread.currentThread(), TimeUnit.MILLISECONDS.toNanos(1), 100_000)) {
            for (int i = 0; i < 3; i++) {
                sampler.begin(System.nanoTime());
                theSlowPart(sampler, i + 1);
                sampler.end();
            }
            assertTrue(sampler.outliers() >= 3, "outliers=" + sampler.outliers());
            List<FrameCount> slow = sampler.frames().stream()
                    .filter(frame -> frame.frame().contains("theSlowPart"))
                    .toList();
            long seen = slow.stream().mapToLong(FrameCount::anywhere).sum();
            assertTrue(seen >= 3, sampler.text(20));
            assertTrue(sampler.text(20).contains("operations took longer than 1000000 ns"), sampler.text(20));
        }
    }

    @Test
    void fastOperationsAreNeverLookedAt() {
        try (OutlierSampler sampler = OutlierSampler.open(Thread.currentThread(), BOUND_NS * 1_000, 1)) {
            long endNs = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(50);
            while (System.nanoTime() - endNs < 0) {
                sampler.begin(System.nanoTime());
                sampler.end();
            }
            assertEquals(0, sampler.samples());
        }
    }

    @Test
    void numbersOutOfRangeAreRefused() {
        assertThrows(MeasureException.class, () -> OutlierSampler.open(Thread.currentThread(), 0, 1));
        assertThrows(MeasureException.class, () -> OutlierSampler.open(Thread.currentThread(), 1, 0));
    }

    /** Takes until it has been seen. */
    private static void theSlowPart(OutlierSampler sampler, long outliers) {
        Await.until(
                "the sampler has seen the slow operation",
                () -> sampler.outliers() >= outliers,
                () -> "outliers=" + sampler.outliers());
    }
}
