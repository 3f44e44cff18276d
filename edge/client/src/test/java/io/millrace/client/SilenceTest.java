package io.millrace.client;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

class SilenceTest {
    @Test
    void aServerThatDoesNotAnswerIsDeadAfterTheTime() {
        Silence silence = new Silence(9_000_000);
        assertEquals(3_000_000, silence.pingNs());
        assertFalse(silence.isDead(3_000_001, 0));
        assertFalse(silence.isDead(6_000_002, 0));
        assertTrue(silence.isDead(9_000_003, 0));
    }

    @Test
    void aServerIsDeadAfterTheTimeSinceItsLastAnswer() {
        Silence silence = new Silence(9_000_000);
        assertFalse(silence.isDead(3_000_000, 0));
        assertFalse(silence.isDead(6_000_000, 3_000_001));
        assertFalse(silence.isDead(9_000_000, 3_000_001));
        assertTrue(silence.isDead(12_000_002, 3_000_001));
    }

    @Test
    void aClientThatWasPausedAsksBeforeItEndsTheConnection() {
        Silence paused = new Silence(9_000_000);
        assertFalse(paused.isDead(3_000_001, 0));
        assertFalse(paused.isDead(63_000_000, 0));
        assertFalse(paused.isDead(66_000_000, 65_000_000), "it has answered");
        assertFalse(paused.isDead(126_000_000, 65_000_000));
        assertTrue(paused.isDead(129_000_000, 65_000_000));
    }

    @Test
    void anAnswerCountsAlsoWhereItIsSeenLate() {
        Silence late = new Silence(9_000_000);
        assertFalse(late.isDead(3_000_000, 0));
        assertFalse(late.isDead(6_500_000, 3_100_000));
        assertFalse(late.isDead(10_000_000, 6_600_000));
        assertFalse(late.isDead(70_000_000, 10_100_000), "all were answered before the pause");
        assertFalse(late.isDead(73_000_000, 10_100_000));
        assertTrue(late.isDead(76_000_000, 10_100_000));
    }

    @Test
    void theShortestTimeIsAMillisecond() {
        assertEquals(1_000_000, new Silence(900).pingNs());
    }
}
