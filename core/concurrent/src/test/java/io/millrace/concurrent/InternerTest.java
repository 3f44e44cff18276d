package io.millrace.concurrent;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotSame;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.foreign.MemorySegment;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.util.Random;
import org.junit.jupiter.api.Test;

class InternerTest {
    private final Interner<String> interner = Interner.ofStrings(64, 32);

    @Test
    void theSameBytesGiveTheSameString() {
        String first = intern("EURUSD");
        assertEquals("EURUSD", first);
        assertSame(first, intern("EURUSD"));
        assertEquals(1, interner.hits());
        assertEquals(1, interner.misses());
    }

    @Test
    void everyStringComesBackAsItWas() {
        long seed = new Random().nextLong();
        Random random = new Random(seed);
        for (int i = 0; i < 20_000; i++) {
            int length = random.nextInt(12);
            StringBuilder text = new StringBuilder();
            for (int n = 0; n < length; n++) {
                text.appendCodePoint(random.nextInt(4) == 0 ? 0x80 + random.nextInt(0x5000) : 'a' + random.nextInt(2));
            }
            assertEquals(text.toString(), intern(text.toString()), "seed=" + seed);
        }
        assertTrue(interner.hits() > 0, "seed=" + seed);
    }

    @Test
    void stringsThatBeginAlikeAreDistinguished() {
        for (String text : new String[] {"", "a", "ab", "a\u00e9", "a\u00e8", "\ud83d\ude00", "\u00e9"}) {
            assertEquals(text, intern(text));
            assertEquals(text, intern(text));
        }
    }

    @Test
    void tooLongValuesAreCreatedAndNotKept() {
        String text = "x".repeat(33);
        assertNotSame(intern(text), intern(text));
        assertEquals(0, interner.hits());
    }

    @Test
    void findingAllocatesNothing() {
        MemorySegment[] symbols = new MemorySegment[8];
        for (int i = 0; i < symbols.length; i++) {
            symbols[i] = bytes("SYMBOL" + i);
        }
        var threads = (com.sun.management.ThreadMXBean) ManagementFactory.getThreadMXBean();
        assertEquals(10_000 * 7, find(symbols, 10_000));
        long least = Long.MAX_VALUE;
        // The least of some rounds, since compilation ends at an unknown time.
        for (int round = 0; round < 20 && least >= 100_000; round++) {
            long before = threads.getCurrentThreadAllocatedBytes();
            int total = find(symbols, 500_000);
            least = Math.min(least, threads.getCurrentThreadAllocatedBytes() - before);
            assertEquals(500_000 * 7, total);
        }
        assertTrue(least < 100_000, "allocated=" + least + " misses=" + interner.misses());
    }

    private int find(MemorySegment[] symbols, int count) {
        int total = 0;
        for (int i = 0; i < count; i++) {
            total += interner.intern(symbols[i & 7], 0, 7).length();
        }
        return total;
    }

    @Test
    void sizesThatDoNotFitAreRefused() {
        assertThrows(IllegalArgumentException.class, () -> Interner.ofStrings(1, 1));
        assertThrows(IllegalArgumentException.class, () -> Interner.ofStrings(1 << 25, 1));
        assertThrows(IllegalArgumentException.class, () -> Interner.ofStrings(2, -1));
    }

    private String intern(String text) {
        MemorySegment bytes = bytes(text);
        return interner.intern(bytes, 0, (int) bytes.byteSize());
    }

    private static MemorySegment bytes(String text) {
        return MemorySegment.ofArray(text.getBytes(StandardCharsets.UTF_8));
    }
}
