package io.millrace.concurrent;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

class BackoffIdleStrategyTest {

    @Test
    void itSleepsLongerAndLongerUntilThereIsWork() {
        BackoffIdleStrategy strategy = new BackoffIdleStrategy(0, 0, 1_000_000, 64_000_000);
        long first = idleNs(strategy);
        for (int i = 0; i < 6; i++) {
            strategy.idle();
        }
        long bound = idleNs(strategy);
        assertTrue(bound >= 40_000_000, () -> "boundNs=" + bound + " firstNs=" + first);
        strategy.idle(1);
        long afresh = Math.min(Math.min(freshNs(strategy), freshNs(strategy)), freshNs(strategy));
        assertTrue(afresh < bound, () -> "afreshNs=" + afresh + " boundNs=" + bound);
    }

    @Test
    void aThreadThatIsIdleForLongSleepsForLonger() {
        BackoffIdleStrategy strategy = new BackoffIdleStrategy();
        Thread.currentThread().interrupt(); // sleeps end at once
        try {
            int sleeps = 0;
            while (strategy.parkNs() <= BackoffIdleStrategy.DEFAULT_MAX_PARK_NS) {
                strategy.idle();
                sleeps++;
            }
            assertTrue(sleeps >= BackoffIdleStrategy.LONG_IDLE_SLEEPS, "sleeps=" + sleeps);
            for (int i = 0; i < 10; i++) {
                strategy.idle();
            }
            assertEquals(BackoffIdleStrategy.LONG_IDLE_PARK_NS, strategy.parkNs());
            strategy.reset();
            assertEquals(BackoffIdleStrategy.DEFAULT_MIN_PARK_NS, strategy.parkNs());
        } finally {
            assertTrue(Thread.interrupted());
        }
    }

    @Test
    void itSleepsNoLongerThanTheTimeThatItWasGiven() {
        BackoffIdleStrategy strategy = new BackoffIdleStrategy(0, 0, 1, 1);
        Thread.currentThread().interrupt();
        for (int i = 0; i < 2 * BackoffIdleStrategy.LONG_IDLE_SLEEPS; i++) {
            strategy.idle();
        }
        assertTrue(Thread.interrupted());
        assertEquals(1, strategy.parkNs());
    }

    @Test
    void numbersThatDoNotFitAreRefused() {
        assertThrows(IllegalArgumentException.class, () -> new BackoffIdleStrategy(-1, 0, 1, 1));
        assertThrows(IllegalArgumentException.class, () -> new BackoffIdleStrategy(0, 0, 2, 1));
        assertThrows(IllegalArgumentException.class, () -> new ParkingIdleStrategy(0));
    }

    private static long freshNs(IdleStrategy strategy) {
        strategy.reset();
        return idleNs(strategy);
    }

    private static long idleNs(IdleStrategy strategy) {
        long start = System.nanoTime();
        strategy.idle();
        return System.nanoTime() - start;
    }
}
