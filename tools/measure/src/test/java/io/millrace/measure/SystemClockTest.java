package io.millrace.measure;

import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.concurrent.TimeUnit;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class SystemClockTest {
    @ParameterizedTest
    @EnumSource
    void itNeverReturnsBeforeTheTime(Waiting waiting) {
        NanoClock clock = NanoClock.system(waiting);
        for (long waitNs : new long[] {-1, 0, 1_000, 100_000, 3_000_000}) {
            long timeNs = clock.nanoTime() + waitNs;
            clock.awaitNs(timeNs);
            assertTrue(System.nanoTime() - timeNs >= 0, () -> "waitNs=" + waitNs);
        }
    }

    @ParameterizedTest
    @EnumSource
    void anInterruptNeitherEndsTheWaitNorIsLost(Waiting waiting) {
        NanoClock clock = NanoClock.system(waiting);
        Thread.currentThread().interrupt();
        long timeNs = clock.nanoTime() + TimeUnit.MILLISECONDS.toNanos(5);
        clock.awaitNs(timeNs);
        assertTrue(Thread.interrupted());
        assertTrue(System.nanoTime() - timeNs >= 0);
    }
}
