package io.millrace.concurrent;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("alone")
class AdaptiveIdleStrategyTest {
    @Test
    void aGoalShorterThanTheLatenessOfASleepAllowsNone() {
        assertEquals(0, new AdaptiveIdleStrategy(50_000, 60_000).parkNs());
    }

    @Test
    void aLongerGoalAllowsWhatTheLatenessLeaves() {
        assertEquals(940_000, new AdaptiveIdleStrategy(1_000_000, 60_000).parkNs());
    }

    @Test
    void aLongerLatenessIsBelievedAtOnceAndAShorterOneSlowly() {
        AdaptiveIdleStrategy strategy = new AdaptiveIdleStrategy(1_000_000, 60_000);
        strategy.learn(500_000);
        assertEquals(500_000, strategy.parkNs());
        strategy.learn(60_000);
        long parkNs = strategy.parkNs();
        assertTrue(parkNs > 500_000 && parkNs < 600_000, "parkNs=" + parkNs);
        for (int i = 0; i < 2_000; i++) {
            strategy.learn(60_000);
        }
        assertTrue(strategy.parkNs() > 935_000, "parkNs=" + strategy.parkNs());
    }

    @Test
    void aSleepThatEndsEarlyIsIgnored() {
        AdaptiveIdleStrategy strategy = new AdaptiveIdleStrategy(1_000_000, 60_000);
        strategy.learn(-900_000);
        assertEquals(940_000, strategy.parkNs());
    }

    @Test
    void aStrategyThatIsAlwaysLateDoesNotSleepUntilItForgets() {
        AdaptiveIdleStrategy strategy = new AdaptiveIdleStrategy(1_000_000, 60_000);
        strategy.learn(1_000_100);
        assertEquals(0, strategy.parkNs());
        while (strategy.parkNs() == 0) {
            strategy.idle();
        }
        assertTrue(strategy.parkNs() > 0);
    }

    @Test
    void theFloorOfASleepIsMeasured() {
        assertTrue(AdaptiveIdleStrategy.parkFloorNs() > 0);
        assertThrows(IllegalArgumentException.class, () -> new AdaptiveIdleStrategy(0));
    }
}
