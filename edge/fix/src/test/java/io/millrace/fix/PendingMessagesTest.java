package io.millrace.fix;

import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;

import org.junit.jupiter.api.Test;

class PendingMessagesTest {

    @Test
    void theSessionsOfAnEngineShareOneSpace() {
        FixMessage message = Samples.parsed(Samples.message("0", "112=" + "x".repeat(100) + "|"));
        PendingMessages.Space space = new PendingMessages.Space(2L * message.length());
        PendingMessages one = new PendingMessages(10, space);
        PendingMessages two = new PendingMessages(10, space);
        one.add(5, message, false);
        one.add(6, message, false);
        two.add(5, message, false);
        assertNull(two.take(5));
        assertNotNull(one.take(5));
        two.add(7, message, false);
        assertNotNull(two.take(7));
        one.clear();
        two.add(8, message, false);
        two.add(9, message, false);
        two.add(10, message, false);
        assertNotNull(two.take(8));
        assertNotNull(two.take(9));
        assertNull(two.take(10));
    }
}
