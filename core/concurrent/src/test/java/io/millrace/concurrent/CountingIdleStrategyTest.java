package io.millrace.concurrent;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

class CountingIdleStrategyTest {
    private final CountingIdleStrategy strategy = new CountingIdleStrategy(new ParkingIdleStrategy(2_000_000));

    @Test
    void waitsPeriodsAndTimeAreCounted() {
        strategy.idle(0);
        strategy.idle(0);
        strategy.idle(1);
        strategy.idle(1);
        strategy.idle(0);
        strategy.idle(1);
        assertEquals(3, strategy.waits());
        assertEquals(2, strategy.periods());
        assertTrue(strategy.idleNs() > 0, "idleNs=" + strategy.idleNs());
    }

    @Test
    void theShortestSleepIsMeasuredAtTheStart() {
        assertTrue(strategy.parkFloorNs() > 0, "parkFloorNs=" + strategy.parkFloorNs());
    }

    @Test
    void theCurrentWaitIsNotCountedYet() {
        strategy.idle(0);
        assertEquals(1, strategy.waits());
        assertEquals(0, strategy.periods());
        assertEquals(0, strategy.idleNs());
    }
}
