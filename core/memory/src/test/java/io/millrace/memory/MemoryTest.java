package io.millrace.memory;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.UUID;
import org.junit.jupiter.api.Test;

class MemoryTest {

    @Test
    void everyOrderReadsWhatEveryOrderWrote() {
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment memory = arena.allocate(64, 8);
            Memory.setLongPlain(memory, 3, 0x1122334455667788L);
            assertEquals(0x88 - 256, Memory.getByte(memory, 3));
            assertEquals(0x1122334455667788L, Memory.getLongPlain(memory, 3));
            Memory.setLongOpaque(memory, 8, 1);
            assertEquals(1, Memory.getLongVolatile(memory, 8));
            Memory.setLongVolatile(memory, 8, 2);
            assertEquals(2, Memory.getLongAcquire(memory, 8));
            Memory.setLongRelease(memory, 8, 3);
            assertEquals(3, Memory.getLongOpaque(memory, 8));
            assertEquals(3, Memory.getAndAddLong(memory, 8, 4));
            assertFalse(Memory.compareAndSetLong(memory, 8, 3, 9));
            assertTrue(Memory.compareAndSetLong(memory, 8, 7, 9));
            Memory.setIntPlain(memory, 17, 5);
            assertEquals(5, Memory.getIntPlain(memory, 17));
            Memory.setIntRelease(memory, 20, 6);
            assertTrue(Memory.compareAndSetInt(memory, 20, 6, 7));
            assertEquals(7, Memory.getIntAcquire(memory, 20));
            Memory.setByte(memory, 63, (byte) -1);
            assertThrows(IndexOutOfBoundsException.class, () -> Memory.getLongPlain(memory, 57));
        }
    }

    @Test
    void anOrderedAccessThatIsNotAlignedIsRefused() {
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment memory = arena.allocate(64, 8);
            assertThrows(RuntimeException.class, () -> Memory.getLongAcquire(memory, 4));
        }
    }

    @Test
    void theBootIdentifierStaysTheSameWhileTheMachineRuns() {
        assertEquals(BootId.current(), BootId.current());
        assertNotEquals(new UUID(0, 0), BootId.current(), "this test runs on Linux");
    }
}
