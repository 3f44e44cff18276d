package io.millrace.leaks;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class LaneTest {

    private final String before = System.getProperty(Lane.EFFORT);

    @AfterEach
    void restore() {
        if (before == null) {
            System.clearProperty(Lane.EFFORT);
        } else {
            System.setProperty(Lane.EFFORT, before);
        }
    }

    @Test
    void theFactorMultipliesTheRounds() {
        System.clearProperty(Lane.EFFORT);
        assertEquals(30, Lane.rounds(30));
        System.setProperty(Lane.EFFORT, "20");
        assertEquals(600, Lane.rounds(30));
    }

    @Test
    void aWrongFactorIsNamed() {
        for (String wrong : new String[] {"0", "-1", "many", "1000000"}) {
            System.setProperty(Lane.EFFORT, wrong);
            IllegalArgumentException error = assertThrows(IllegalArgumentException.class, () -> Lane.rounds(3_000));
            assertTrue(error.getMessage().endsWith(" rounds=3000 millrace.effort=" + wrong), error.getMessage());
        }
    }
}
