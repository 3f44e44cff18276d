package io.millrace.journal;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

class EpochTest {

    @Test
    void theRoundCountsBeforeTheLeader() {
        assertTrue(new Epoch(2, 0).compareTo(new Epoch(1, 31)) > 0);
        assertTrue(new Epoch(2, 3).compareTo(new Epoch(2, 4)) < 0);
        assertEquals(0, new Epoch(2, 3).compareTo(new Epoch(2, 3)));
    }

    @Test
    void numbersOutOfRangeAreRefused() {
        String message =
                assertThrows(JournalException.class, () -> new Epoch(0, 32)).getMessage();
        assertEquals("epoch must have a round of 0 or more and a leader of 0 to 31 round=0 leader=32", message);
        assertThrows(JournalException.class, () -> new Epoch(-1, 0));
        assertThrows(JournalException.class, () -> new Epoch(0, -1));
    }
}
