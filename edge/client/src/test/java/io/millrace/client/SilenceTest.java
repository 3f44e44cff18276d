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
        assertFalse(silence.isDead(3_000_001));
        assertFalse(silence.isDead(6_000_002));
        assertTrue(silence.isDead(9_000_003));
    }

    @Test
    void aClientThatWasPausedAsksBeforeItEndsTheConnection() {
        Silence paused = new Silence(9_000_000);
        assertFalse(paused.isDead(3_000_001));
        assertFalse(paused.isDead(60_000_000));
        assertFalse(paused.isDead(1_000_000), "it has answered");
        assertFalse(paused.isDead(60_000_000));
        assertTrue(paused.isDead(63_000_000));
    }

    @Test
    void theShortestTimeIsAMillisecond() {
        assertEquals(1_000_000, new Silence(900).pingNs());
    }
}
