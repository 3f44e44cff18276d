package io.millrace.benchmarks;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.math.BigInteger;
import java.util.Random;
import org.junit.jupiter.api.Test;

class ScheduleTest {
    @Test
    void intendedTimesAreTheFloorOfTheExactFraction() {
        long seed = new Random().nextLong();
        Random random = new Random(seed);
        for (int i = 0; i < 10_000; i++) {
            long rate = 1 + random.nextLong(1_000_000_000L);
            long n = random.nextLong(rate * 1_000_000L);
            long start = random.nextLong(1L << 40);
            long expected = BigInteger.valueOf(n)
                    .multiply(BigInteger.valueOf(1_000_000_000L))
                    .divide(BigInteger.valueOf(rate))
                    .add(BigInteger.valueOf(start))
                    .longValueExact();
            assertEquals(
                    expected, new Schedule(start, rate).intendedNs(n), "seed=" + seed + " rate=" + rate + " n=" + n);
        }
    }

    @Test
    void aRateThatDoesNotDivideASecondDoesNotDrift() {
        Schedule schedule = new Schedule(0, 300_007);
        assertEquals(3_600_000_000_000L, schedule.intendedNs(300_007L * 3600));
    }

    @Test
    void messagesInADurationAreThoseThatStartWithinIt() {
        assertEquals(25_000, new Schedule(0, 10_000).messagesIn(2_500_000_000L));
        assertEquals(750_017, new Schedule(0, 300_007).messagesIn(2_500_000_000L));
    }

    @Test
    void aRateOutOfRangeIsAnError() {
        assertThrows(BenchmarkException.class, () -> new Schedule(0, 0));
        assertThrows(BenchmarkException.class, () -> new Schedule(0, 1_000_000_001L));
    }
}
