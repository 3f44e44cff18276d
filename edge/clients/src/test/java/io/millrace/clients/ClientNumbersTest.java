package io.millrace.clients;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.HexFormat;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class ClientNumbersTest {

    private final AtomicLong time = new AtomicLong(1_000);
    private final ClientNumbers numbers = new ClientNumbers(2, time::get);

    private ClientNumbers.Written now() {
        return new ClientNumbers.Written(0, numbers.nowNs());
    }

    @Test
    void aNewNameIsKnownWithoutBeingStored() {
        String name = numbers.newName("alice");
        assertTrue(name.matches("alice/[0-9a-f]{16}-[0-9a-f-]{36}"), name);
        assertTrue(numbers.isKnown(name));
        assertEquals(Map.of(), numbers.of(name));
        assertTrue(new ClientNumbers(2, time::get).isKnown(name), "also in the next process");
    }

    @Test
    void whoseCallsMayBeForgottenIsNotKnown() {
        String early = numbers.newName("");
        String first = numbers.newName("");
        numbers.add(first, "orders", 1, now());
        numbers.add(numbers.newName(""), "orders", 1, now());
        assertTrue(numbers.isKnown(early));
        numbers.add(numbers.newName(""), "orders", 1, now());
        assertFalse(numbers.isKnown(first), "it was idle for longest");
        assertFalse(numbers.isKnown(early), "it may have made a call before the one that was forgotten");
        assertTrue(numbers.isKnown(numbers.newName("")));
    }

    @Test
    void aClockThatGoesBackMakesNoNameOlderThanACall() {
        numbers.add("someone", "orders", 1, now());
        time.set(1);
        String name = numbers.newName("");
        assertTrue(name.compareTo(HexFormat.of().toHexDigits(1_000L)) > 0, name);
        assertEquals(1_001, numbers.nowNs());
    }

    @Test
    void whatIsNoNameIsNotKnown() {
        for (String wrong :
                new String[] {"", "someone", "a/b/0000000000000001-", "f".repeat(16) + "-" + "0".repeat(36)}) {
            assertFalse(numbers.isKnown(wrong), wrong);
        }
    }
}
