package io.millrace.concurrent;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;

/** The sizes of chunks that double. */
class ChunkPolicyTest {

    private static final int FIRST = 16;

    private final SpscGrowableArrayQueue<Integer> queue = new SpscGrowableArrayQueue<>(FIRST, 1 << 20);

    @Test
    void chunksOfAQueueInUseBecomeLargerWhateverIsInIt() {
        for (int i = 0; i < 16 * FIRST; i++) {
            assertEquals(FIRST, queue.producers.chunk.count(), "after " + i);
            moveOne();
        }
        moveOne();
        assertEquals(2 * FIRST, queue.producers.chunk.count());
        for (int i = 0; i < 1 << 16; i++) {
            moveOne();
        }
        assertEquals(ChunkPolicy.BUSY_SLOTS, queue.producers.chunk.count());
    }

    @Test
    void chunksThatAreAQuarterFullAtTheirEndBecomeLargerAtOnce() {
        for (int i = 0; i < FIRST / 4; i++) {
            queue.offer(i);
        }
        for (int i = 0; i < FIRST; i++) {
            moveOne();
        }
        assertEquals(2 * FIRST, queue.producers.chunk.count());
    }

    private void moveOne() {
        queue.offer(1);
        queue.poll();
    }

    @Test
    void largeArraysWithOneConsumerHaveChunksForAFirstCache() {
        int small = ChunkPolicy.KEPT_SLOTS;
        assertEquals(small, ChunkPolicy.array(small, Multiplicity.ONE).firstSlots());
        ChunkPolicy large = ChunkPolicy.array(small + 1, Multiplicity.ONE);
        assertEquals(small, ChunkPolicy.HOT_CHUNKS * large.firstSlots());
        assertEquals(
                ChunkPolicy.PAGE_SLOTS,
                ChunkPolicy.array(8 * ChunkPolicy.PAGE_SLOTS, Multiplicity.MANY).firstSlots());
    }

    /** As many slots are kept as if the chunks had the requested size. */
    @Test
    void largeChunksOfOneConsumerAreMadeOfSmallOnes() {
        int asked = 8 * ChunkPolicy.HOT_SLOTS;
        assertSizes(
                ChunkPolicy.HOT_SLOTS, ChunkPolicy.HOT_SLOTS, asked, ChunkPolicy.unbounded(asked, Multiplicity.ONE));
        assertSizes(
                ChunkPolicy.HOT_SLOTS,
                ChunkPolicy.HOT_SLOTS,
                asked,
                ChunkPolicy.chunked(asked, asked, Multiplicity.ONE));
        assertSizes(FIRST, ChunkPolicy.HOT_SLOTS, asked, ChunkPolicy.growable(FIRST, asked, Multiplicity.ONE));
        assertSizes(asked, asked, asked, ChunkPolicy.unbounded(asked, Multiplicity.MANY));
        assertSizes(FIRST, asked, asked, ChunkPolicy.growable(FIRST, asked, Multiplicity.MANY));
    }

    private static void assertSizes(int first, int largest, int asked, ChunkPolicy policy) {
        assertEquals(first, policy.firstSlots());
        assertEquals(largest, policy.largestSlots());
        assertEquals(2 * asked, policy.keptSlots());
    }
}
