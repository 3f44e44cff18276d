package io.millrace.concurrent;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** What a queue allocates once it has its chunks, and what happens when it cannot allocate a chunk. */
@Tag("alone")
class QueueAllocationTest {

    private static final int OPERATIONS = 20_000;
    private static final int NODE_BYTES = 24;
    private static final Long ELEMENT = 7L;

    @ParameterizedTest
    @MethodSource("io.millrace.concurrent.QueueKind#all")
    void onlyLinkedQueuesAllocateInSteadyState(QueueKind kind) {
        MessagePassingQueue<Long> queue = kind.make();
        // The content sometimes needs more than one chunk, but never more than two.
        pass(queue, OPERATIONS);
        long bytes = allocated(queue);
        for (int tries = 0; tries < 5 && bytes > 0; tries++) {
            bytes = Math.min(bytes, allocated(queue));
        }
        long expected = queue instanceof LinkedQueue ? (long) NODE_BYTES * OPERATIONS : 0;
        assertEquals(expected, bytes);
    }

    private static long allocated(MessagePassingQueue<Long> queue) {
        ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
        long before = threads.getCurrentThreadAllocatedBytes();
        long between = threads.getCurrentThreadAllocatedBytes();
        pass(queue, OPERATIONS);
        return threads.getCurrentThreadAllocatedBytes() - between - (between - before);
    }

    private static void pass(MessagePassingQueue<Long> queue, int operations) {
        for (int i = 0; i < operations; i += 4) {
            for (int j = 0; j < 4; j++) {
                queue.offer(ELEMENT);
            }
            for (int j = 0; j < 4; j++) {
                queue.poll();
            }
        }
    }

    @ParameterizedTest
    @MethodSource("io.millrace.concurrent.QueueKind#ofArrays")
    void manySmallChunksAreReused(QueueKind kind) {
        MessagePassingQueue<Long> queue = kind.make();
        int content = kind.isBounded() ? kind.capacity() : 1_000;
        moveThrough(queue, content, OPERATIONS);
        ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
        long least = Long.MAX_VALUE;
        for (int tries = 0; tries < 6 && least > 0; tries++) {
            long before = threads.getCurrentThreadAllocatedBytes();
            long between = threads.getCurrentThreadAllocatedBytes();
            moveThrough(queue, content, OPERATIONS);
            least = Math.min(least, threads.getCurrentThreadAllocatedBytes() - between - (between - before));
        }
        assertEquals(0, least);
    }

    private static void moveThrough(MessagePassingQueue<Long> queue, int content, int operations) {
        for (int i = 0; i < operations; i += 2 * content) {
            for (int j = 0; j < content; j++) {
                queue.offer(ELEMENT);
            }
            for (int j = 0; j < content; j++) {
                queue.poll();
            }
        }
    }

    @ParameterizedTest
    @MethodSource("io.millrace.concurrent.ChunkReuseTest#linked")
    void onlyFewOfManyChunksAreKept(QueueKind kind) {
        LinkedArrayQueue<Long> queue = (LinkedArrayQueue<Long>) kind.make();
        moveThrough(queue, 10 * ChunkPolicy.KEPT_SLOTS, 10 * ChunkPolicy.KEPT_SLOTS);
        int slots = 0;
        Chunk chunk = queue.newestKept;
        do {
            chunk = chunk.keptNext;
            slots += chunk.count();
        } while (chunk != queue.newestKept);
        assertEquals(queue.keptSlots, slots);
        int needed = kind.isBounded() ? 2 * kind.capacity() : ChunkPolicy.KEPT_SLOTS;
        assertTrue(slots <= needed, "slots=" + slots);
    }

    /** Larger chunks replace small ones, until fewer of them have as many slots. */
    @Test
    void noMoreSlotsAreKeptWhenChunksHaveGrown() {
        for (Multiplicity consumers : Multiplicity.values()) {
            LinkedArrayQueue<Long> queue = (LinkedArrayQueue<Long>)
                    Queues.producers(Multiplicity.ONE).consumers(consumers).<Long>growable(1, 1 << 20);
            moveThrough(queue, 1 << 17, 1 << 20);
            int slots = queue.keptSlots;
            assertTrue(slots <= queue.policy.keptSlots(), () -> consumers + " slots=" + slots);
        }
    }

    @Test
    void aFailedAllocationLeavesTheQueueUsable() {
        AtomicBoolean fails = new AtomicBoolean();
        for (LinkedArrayQueue<Long> queue : failing(fails)) {
            fails.set(true);
            for (long i = 0; i < 4; i++) {
                assertTrue(queue.offer(i));
            }
            for (int i = 0; i < 3; i++) {
                OutOfMemoryError thrown = null;
                try {
                    queue.offer(4L);
                } catch (OutOfMemoryError e) {
                    thrown = e;
                }
                assertEquals("no chunk today", thrown == null ? null : thrown.getMessage());
                assertEquals(4, queue.size());
            }
            assertEquals(0L, queue.poll());
            fails.set(false);
            assertTrue(queue.offer(4L));
            List<Long> got = new ArrayList<>();
            queue.drain(got::add);
            assertEquals(List.of(1L, 2L, 3L, 4L), got);
            fails.set(true);
            Long[] batch = {5L, 6L, 7L, 8L, 9L, 10L, 11L, 12L, 13L};
            int filled = queue.fill(batch, 0, 9);
            assertTrue(filled > 0 && filled < 9, "filled=" + filled);
            assertEquals(List.of(batch).subList(0, filled), queue.snapshot());
            fails.set(false);
            assertEquals(9 - filled, queue.fill(batch, filled, 9 - filled));
            queue.drain(got::add);
            assertEquals(List.of(1L, 2L, 3L, 4L, 5L, 6L, 7L, 8L, 9L, 10L, 11L, 12L, 13L), got);
        }
    }

    private static List<LinkedArrayQueue<Long>> failing(AtomicBoolean fails) {
        ChunkPolicy policy = ChunkPolicy.unbounded(4, Multiplicity.ONE);
        return List.of(
                new SpscArrays<>(policy) {
                    @Override
                    Chunk newChunk(int slots) {
                        return chunk(fails, slots);
                    }
                },
                new MpscArrays<>(policy) {
                    @Override
                    Chunk newChunk(int slots) {
                        return chunk(fails, slots);
                    }
                },
                new SpmcArrays<>(policy) {
                    @Override
                    Chunk newChunk(int slots) {
                        return chunk(fails, slots);
                    }
                },
                new MpmcArrays<>(policy) {
                    @Override
                    Chunk newChunk(int slots) {
                        return chunk(fails, slots);
                    }
                });
    }

    private static Chunk chunk(AtomicBoolean fails, int slots) {
        if (fails.get()) {
            throw new OutOfMemoryError("no chunk today");
        }
        return new Chunk(slots);
    }
}
