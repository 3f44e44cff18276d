package io.millrace.concurrent;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** A chunk that somebody still works in is not used again. */
class ChunkReuseTest {

    private static final long ELEMENTS = 30;

    static Stream<QueueKind> linked() {
        return QueueKind.ofArrays().filter(kind -> !((LinkedArrayQueue<Long>) kind.make()).inRing);
    }

    static Stream<QueueKind> linkedOfManyConsumers() {
        return linked().filter(kind -> kind.consumers() == Multiplicity.MANY);
    }

    @ParameterizedTest
    @MethodSource("linked")
    void aChunkThatConsumersHaveNotLeftKeepsItsElements(QueueKind kind) {
        MessagePassingQueue<Long> queue = kind.make();
        for (long i = 0; i < ELEMENTS; i++) {
            assertTrue(queue.offer(i));
        }
        for (long i = 0; i < ELEMENTS; i++) {
            assertEquals(i, queue.relaxedPoll());
        }
        assertNull(queue.relaxedPoll());
    }

    /** The consumer is preempted between its claim and its slot, which no other thread may fill meanwhile. */
    @ParameterizedTest
    @MethodSource("linkedOfManyConsumers")
    void aChunkInWhichAConsumerIsAboutToEmptyASlotIsLeftAlone(QueueKind kind) {
        LinkedArrayQueue<Long> queue = (LinkedArrayQueue<Long>) kind.make();
        assertTrue(queue.offer(-1L));
        long index = queue.consumerIndexAcquire();
        Object[] slots = queue.consumerSlots;
        assertTrue(queue.compareAndSetConsumerIndex(index, index + 1));
        for (long i = 0; i < ELEMENTS; i++) {
            assertTrue(queue.relaxedOffer(i));
            assertEquals(i, queue.relaxedPoll());
        }
        assertEquals(-1L, slots[Chunk.position(slots, index)]);
    }
}
