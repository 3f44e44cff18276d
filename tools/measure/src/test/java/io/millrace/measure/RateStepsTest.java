package io.millrace.measure;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.Random;
import org.junit.jupiter.api.Test;

class RateStepsTest {
    private static final int STARTS = 2_000;
    private static final int NUMBERS = 50;

    @Test
    void stepsAndLeapsComeToWhatTheRateSays() {
        long seed = new Random().nextLong();
        Random random = new Random(seed);
        RateSteps steps = new RateSteps();
        for (int i = 0; i < STARTS; i++) {
            long perNs = 1 + (random.nextLong(Long.MAX_VALUE) >>> random.nextInt(62));
            Rate rate = new Rate(1 + random.nextLong(perNs), perNs);
            steps.start(rate);
            long most = rate.countWithin(Long.MAX_VALUE) - 1;
            long number = Math.min(most, random.nextBoolean() ? 0 : random.nextLong(Long.MAX_VALUE));
            for (int k = 0; k < NUMBERS; k++) {
                long wanted = number;
                String context = "seed=" + seed + " count=" + rate.count() + " perNs=" + rate.perNs() + " n=" + wanted;
                assertEquals(rate.offsetNs(wanted), steps.offsetNs(wanted), context);
                number = Math.min(most, number + random.nextInt(random.nextInt(10) == 0 ? 1_000_000 : 12));
            }
        }
    }

    @Test
    void aTimeThatIsNoLongIsRefusedAndNotWrappedAround() {
        RateSteps steps = new RateSteps();
        steps.start(new Rate(1, Long.MAX_VALUE));
        assertEquals(Long.MAX_VALUE, steps.offsetNs(1));
        assertThrows(ArithmeticException.class, () -> steps.offsetNs(2));
    }
}
