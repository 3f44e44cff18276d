package io.millrace.replication;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.OptionalLong;
import org.junit.jupiter.api.Test;

class ClockOffsetTest {

    private final ClockOffset here = new ClockOffset();
    private final ClockOffset there = new ClockOffset();

    /** Exchanges heartbeats at a time of the clock here, with the delays of both ways. */
    private void exchange(long atUs, long aheadUs, long wayThereUs, long wayBackUs) {
        there.received(new Message.Heartbeat(atUs, here.smallestUs()), atUs + wayThereUs + aheadUs);
        here.received(new Message.Heartbeat(atUs + aheadUs, there.smallestUs()), atUs + wayBackUs);
    }

    @Test
    void theShortestWaysCountAndTheOtherSideMeasuresTheOpposite() {
        exchange(1_000_000, 700_000, 900, 40);
        exchange(2_000_000, 700_000, 50, 800);
        exchange(3_000_000, 700_000, 300, 300);
        assertEquals(OptionalLong.of(700_005), here.aheadUs());
        assertEquals(OptionalLong.of(45), here.errorUs());
        assertEquals(OptionalLong.of(-700_005), there.aheadUs());
        assertTrue(here.exceeds(700_000 - 41));
        assertFalse(here.exceeds(700_000), "it may be that the ways differ");
    }

    @Test
    void nothingIsKnownUntilBothHaveMeasured() {
        assertEquals(OptionalLong.empty(), here.aheadUs());
        here.received(new Message.Heartbeat(10, ClockOffset.UNKNOWN_US), 20);
        assertEquals(OptionalLong.empty(), here.aheadUs());
        assertEquals(OptionalLong.empty(), here.errorUs());
        assertFalse(here.exceeds(0));
    }

    @Test
    void aClockThatIsSetIsNoticed() {
        for (int i = 1; i <= 8; i++) {
            exchange(i * 1_000_000L, -20, 10, 10);
        }
        assertEquals(OptionalLong.of(-20), here.aheadUs());
        for (int i = 9; i <= 17; i++) {
            exchange(i * 1_000_000L, 5_000_000, 10, 10);
        }
        assertEquals(OptionalLong.of(5_000_000), here.aheadUs());
    }
}
