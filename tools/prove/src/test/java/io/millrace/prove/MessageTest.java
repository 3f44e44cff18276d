package io.millrace.prove;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.millrace.memory.Memory;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import org.junit.jupiter.api.Test;

class MessageTest {

    @Test
    void everyByteOfAMessageFollowsFromWhichItIs() {
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment memory = arena.allocate(Message.MAX_BYTES, Long.BYTES);
            for (long sequence = 0; sequence < 100; sequence++) {
                int length = Message.write(memory, 0, 7, 3, sequence);
                assertTrue(length <= Message.MAX_BYTES);
                assertTrue(Message.isWhole(memory, 0, length, 7));
                assertEquals(sequence, Message.sequence(memory, 0));
                assertEquals(3, Message.writer(memory, 0));
                assertFalse(Message.isWhole(memory, 0, length - 1, 7));
                assertFalse(Message.isWhole(memory, 0, length, 8));
                for (int at = 0; at < length; at++) {
                    Memory.setByte(memory, at, (byte) ~Memory.getByte(memory, at));
                    assertFalse(Message.isWhole(memory, 0, length, 7));
                    Memory.setByte(memory, at, (byte) ~Memory.getByte(memory, at));
                }
            }
        }
    }
}
