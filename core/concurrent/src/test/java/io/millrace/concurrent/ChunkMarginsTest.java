package io.millrace.concurrent;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Slots are at least a cache line away from the length of their array, and from the object after it. */
class ChunkMarginsTest {

    private static final int LINE = 64;
    private static final int LEAST_REFERENCE = 4;

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 16, 64, 4096})
    void noSlotIsWithinALineOfTheEndsOfItsArray(int count) {
        Chunk chunk = new Chunk(count);
        assertEquals(count, chunk.count());
        for (long from : new long[] {0, -count, Long.MAX_VALUE - count / 2}) {
            for (long index = from; index != from + count; index++) {
                int position = Chunk.position(chunk.slots, index);
                assertTrue(position * LEAST_REFERENCE >= LINE, "position=" + position);
                assertTrue((chunk.slots.length - 1 - position) * LEAST_REFERENCE >= LINE, "position=" + position);
                assertTrue(position < Chunk.end(chunk.slots), "position=" + position);
                assertEquals(position, Chunk.position(count - 1, index));
            }
        }
    }
}
