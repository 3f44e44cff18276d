package io.millrace.concurrent;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** A chunk is not reused while a thread still works in it, nor is a slot. */
@Tag("process")
class ChunkReuseTest {

    private static final long ELEMENTS = 30;

    static Stream<QueueKind> linked() {
        return QueueKind.ofArrays().filter(kind -> !((LinkedArrayQueue<Long>) kind.make()).inRing);
    }

    static Stream<QueueKind> ringsOfManyConsumers() {
        return QueueKind.ofArrays()
                .filter(kind -> kind.consumers() == Multiplicity.MANY && ((LinkedArrayQueue<Long>) kind.make()).inRing);
    }

    static Stream<QueueKind> linkedOfManyConsumers() {
        return linked().filter(kind -> kind.consumers() == Multiplicity.MANY);
    }

    static Stream<QueueKind> ringsOfOneConsumer() {
        return ChunkRenewalTest.ringsOfManyChunks().filter(kind -> kind.consumers() == Multiplicity.ONE);
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
    void aChunkInWhichAConsumerIsAboutToEmptyASlotIsNotReused(QueueKind kind) {
        LinkedArrayQueue<Long> queue = (LinkedArrayQueue<Long>) kind.make();
        Object[] slots = queue.consumerSlots;
        int position = positionOfOnePreempted(queue);
        for (long i = 0; i < ELEMENTS; i++) {
            assertTrue(queue.relaxedOffer(i));
            assertEquals(i, queue.relaxedPoll());
        }
        assertEquals(-1L, slots[position]);
    }

    /** The consumer is preempted for a whole round, and then its element is in the slot of the oldest index. */
    @ParameterizedTest
    @MethodSource("ringsOfManyConsumers")
    void anElementThatAConsumerIsAboutToTakeOutIsNotTakenAgain(QueueKind kind) {
        LinkedArrayQueue<Long> queue = (LinkedArrayQueue<Long>) kind.make();
        Object[] slots = queue.consumerSlots;
        int position = positionOfOnePreempted(queue);
        for (long i = 1; i < Chunk.end(slots) - Chunk.MARGIN; i++) {
            assertTrue(queue.relaxedOffer(i));
            assertEquals(i, queue.relaxedPoll());
        }
        assertEquals(position, Chunk.position(slots, queue.consumerIndexAcquire()));
        assertNull(queue.relaxedPoll());
        assertNull(queue.poll());
        assertNull(queue.relaxedPeek());
        assertFalse(queue.relaxedOffer(-2L));
        Chunk.slotRelease(slots, position, null);
        assertNull(queue.poll());
        assertTrue(queue.relaxedOffer(-2L));
        assertEquals(-2L, queue.relaxedPoll());
    }

    /** The chunks in use stay in a first-level cache; the other chunks are for bursts. */
    @ParameterizedTest
    @MethodSource("ringsOfOneConsumer")
    void aRingWithLittleContentUsesFewChunks(QueueKind kind) {
        LinkedArrayQueue<Long> queue = (LinkedArrayQueue<Long>) kind.make();
        Set<Chunk> entered = Collections.newSetFromMap(new IdentityHashMap<>());
        passOneByOne(queue, entered);
        assertTrue(entered.size() <= ChunkPolicy.HOT_CHUNKS + 1, () -> "entered=" + entered.size());
        passWhole(queue, entered);
        assertEquals(kind.capacity() / queue.producers.chunk.count() + 1, entered.size());
        entered.clear();
        passOneByOne(queue, entered);
        assertTrue(entered.size() <= ChunkPolicy.HOT_CHUNKS + 1, () -> "entered=" + entered.size());
    }

    static Stream<MessagePassingQueue<Long>> hot() {
        return Stream.of(Multiplicity.values())
                .map(producers ->
                        Queues.producers(producers).consumers(Multiplicity.ONE).hot(4));
    }

    /** After a burst, more chunks are kept than a first-level cache holds. */
    @ParameterizedTest
    @MethodSource("hot")
    void aQueueWithLittleContentUsesFewOfManyKeptChunks(LinkedArrayQueue<Long> queue) {
        Set<Chunk> entered = Collections.newSetFromMap(new IdentityHashMap<>());
        passAtOnce(queue, ELEMENTS, entered);
        int kept = queue.keptSlots;
        assertTrue(kept >= ELEMENTS, () -> "kept=" + kept);
        entered.clear();
        passOneByOne(queue, entered);
        assertTrue(entered.size() <= ChunkPolicy.HOT_CHUNKS + 1, () -> "entered=" + entered.size());
        entered.clear();
        passAtOnce(queue, ELEMENTS, entered);
        assertEquals(kept, queue.keptSlots);
        assertTrue(kept(queue).containsAll(entered), "nothing is made that is kept already");
    }

    private static Set<Chunk> kept(LinkedArrayQueue<Long> queue) {
        Set<Chunk> kept = Collections.newSetFromMap(new IdentityHashMap<>());
        Chunk chunk = queue.newestKept;
        while (kept.add(chunk)) {
            assertSame(chunk, chunk.keptNext.before);
            chunk = chunk.keptNext;
        }
        return kept;
    }

    private static void passAtOnce(LinkedArrayQueue<Long> queue, long elements, Set<Chunk> entered) {
        for (long i = 0; i < elements; i++) {
            assertTrue(queue.offer(i));
            entered.add(queue.producers.chunk);
        }
        for (long i = 0; i < elements; i++) {
            assertEquals(i, queue.poll());
        }
    }

    private static void passOneByOne(LinkedArrayQueue<Long> queue, Set<Chunk> entered) {
        for (long i = 0; i < 10 * ELEMENTS; i++) {
            assertTrue(queue.offer(i));
            entered.add(queue.producers.chunk);
            assertEquals(i, queue.poll());
        }
    }

    private static void passWhole(LinkedArrayQueue<Long> queue, Set<Chunk> entered) {
        for (int round = 0; round < 3; round++) {
            passAtOnce(queue, queue.capacity(), entered);
        }
    }

    /** Makes a consumer claim an element without taking it out, and returns the position of its slot. */
    private static int positionOfOnePreempted(LinkedArrayQueue<Long> queue) {
        assertTrue(queue.offer(-1L));
        long index = queue.consumerIndexAcquire();
        assertTrue(queue.compareAndSetConsumerIndex(index, index + 1));
        return Chunk.position(queue.consumerSlots, index);
    }
}
