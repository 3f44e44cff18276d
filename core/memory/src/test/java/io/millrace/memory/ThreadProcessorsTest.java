package io.millrace.memory;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.BitSet;
import org.junit.jupiter.api.Test;

class ThreadProcessorsTest {
    private static final int MASK_BYTES = 1024;

    /** As the kernel has it: processor n is bit n modulo 64 of word n / 64. */
    @Test
    void aMaskHasAWordForEach64Processors() {
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment mask =
                    ThreadProcessors.intoMask(of(0, 63, 64, 65, 200, 8191), arena.allocate(MASK_BYTES, Long.BYTES));
            assertEquals(0x8000_0000_0000_0001L, mask.getAtIndex(ValueLayout.JAVA_LONG, 0));
            assertEquals(3, mask.getAtIndex(ValueLayout.JAVA_LONG, 1));
            assertEquals(0, mask.getAtIndex(ValueLayout.JAVA_LONG, 2));
            assertEquals(1L << 8, mask.getAtIndex(ValueLayout.JAVA_LONG, 3));
            assertEquals(1L << 63, mask.getAtIndex(ValueLayout.JAVA_LONG, 127));
            assertEquals(of(0, 63, 64, 65, 200, 8191), ThreadProcessors.ofMask(mask));
        }
    }

    @Test
    void noProcessorAndMoreThanAMaskHoldsAreRefused() {
        assertFalse(ThreadProcessors.fits(new BitSet()));
        assertFalse(ThreadProcessors.fits(of(8192)));
        assertTrue(ThreadProcessors.fits(of(8191)));
    }

    private static BitSet of(int... processors) {
        BitSet set = new BitSet();
        for (int processor : processors) {
            set.set(processor);
        }
        return set;
    }
}
