package io.millrace.concurrent;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.NoSuchElementException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import java.util.function.Supplier;
import java.util.stream.LongStream;
import org.junit.jupiter.api.function.Executable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** What every queue guarantees to one thread that uses both of its sides. */
class MessagePassingQueueTest {

    private static final String ALL = "io.millrace.concurrent.QueueKind#all";
    private static final int SOME = 30;

    @ParameterizedTest
    @MethodSource(ALL)
    void elementsComeInTheOrderInWhichTheyWereOffered(QueueKind kind) {
        MessagePassingQueue<Long> queue = kind.make();
        long polled = 0;
        for (long i = 0; i < 2_000; i++) {
            assertTrue(queue.offer(i));
            if (i % 3 == 0 || queue.size() >= SOME) {
                assertEquals(polled++, queue.poll());
            }
        }
        while (!queue.isEmpty()) {
            assertEquals(polled++, queue.poll());
        }
        assertEquals(2_000, polled);
        assertNull(queue.poll());
    }

    @ParameterizedTest
    @MethodSource(ALL)
    void aNewQueueIsEmpty(QueueKind kind) {
        MessagePassingQueue<Long> queue = kind.make();
        assertTrue(queue.isEmpty());
        assertEquals(0, queue.size());
        assertNull(queue.poll());
        assertNull(queue.relaxedPoll());
        assertNull(queue.peek());
        assertNull(queue.relaxedPeek());
        assertEquals(0, queue.drain(e -> {}));
        assertFalse(queue.iterator().hasNext());
        assertThrows(NoSuchElementException.class, () -> queue.iterator().next());
        assertThrows(NoSuchElementException.class, queue::remove);
    }

    @ParameterizedTest
    @MethodSource(ALL)
    void anOfferIsRefusedExactlyAtTheCapacity(QueueKind kind) {
        MessagePassingQueue<Long> queue = kind.make();
        assertEquals(kind.capacity(), queue.capacity());
        for (int lap = 0; lap < 5; lap++) {
            int most = kind.isBounded() ? kind.capacity() : 1_000;
            for (long i = 0; i < most; i++) {
                assertTrue(queue.offer(i), "i=" + i);
                assertEquals(i + 1, queue.size());
            }
            assertEquals(!kind.isBounded(), queue.offer(-1L));
            assertEquals(!kind.isBounded(), queue.relaxedOffer(-2L));
            assertEquals(kind.isBounded() ? 0 : 1, queue.fill(() -> -3L, 1));
            assertEquals(0L, queue.poll());
            assertTrue(queue.offer(7L));
            queue.clear();
            assertEquals(0, queue.size());
        }
    }

    @ParameterizedTest
    @MethodSource(ALL)
    void peekAndRelaxedPeekShowTheNextElement(QueueKind kind) {
        MessagePassingQueue<Long> queue = kind.make();
        for (long i = 0; i < 100; i++) {
            queue.offer(i);
            assertEquals(i, queue.peek());
            assertEquals(i, queue.relaxedPeek());
            assertEquals(i, i % 2 == 0 ? queue.poll() : queue.relaxedPoll());
            assertNull(queue.peek());
        }
    }

    @ParameterizedTest
    @MethodSource(ALL)
    void nullIsRefused(QueueKind kind) {
        MessagePassingQueue<Long> queue = kind.make();
        assertThrows(NullPointerException.class, () -> queue.offer(null));
        assertThrows(NullPointerException.class, () -> queue.relaxedOffer(null));
        assertThrows(NullPointerException.class, () -> queue.fill(() -> null, 1));
        assertThrows(NullPointerException.class, () -> queue.fill(null, 1));
        assertThrows(NullPointerException.class, () -> queue.drain(null, 1));
        assertThrows(NullPointerException.class, () -> queue.poll(null, 1));
        assertThrows(IllegalArgumentException.class, () -> queue.fill(() -> 1L, -1));
        assertThrows(IllegalArgumentException.class, () -> queue.drain(e -> {}, -1));
        assertNull(queue.poll());
        assertTrue(queue.isEmpty());
    }

    @ParameterizedTest
    @MethodSource(ALL)
    void batchesMoveAsManyAsTheyMayAndFind(QueueKind kind) {
        MessagePassingQueue<Long> queue = kind.make();
        AtomicLong next = new AtomicLong();
        List<Long> got = new ArrayList<>();
        for (int round = 0; round < 50; round++) {
            int filled = 0;
            while (filled < SOME) {
                filled += queue.fill(next::getAndIncrement, SOME - filled);
            }
            assertEquals(0, queue.fill(next::getAndIncrement, 0));
            assertEquals(7, queue.drain(got::add, 7));
            assertEquals(SOME - 7, queue.drain(got::add));
        }
        assertEquals(LongStream.range(0, 50L * SOME).boxed().toList(), got);
    }

    @ParameterizedTest
    @MethodSource(ALL)
    void batchesContinueUntilTheyAreToldToStop(QueueKind kind) {
        MessagePassingQueue<Long> queue = kind.make();
        AtomicInteger left = new AtomicInteger(3);
        IdleStrategy idle = new BusySpinIdleStrategy();
        AtomicLong next = new AtomicLong();
        queue.fill(
                () -> {
                    if (next.get() == 10) {
                        left.set(0);
                        throw new IllegalStateException("enough");
                    }
                    return next.getAndIncrement();
                },
                1);
        queue.fill(next::getAndIncrement, idle, () -> left.getAndDecrement() > 0 && queue.size() < SOME);
        left.set(3);
        List<Long> got = new ArrayList<>();
        queue.drain(got::add, idle, () -> left.getAndDecrement() > 0);
        assertTrue(queue.isEmpty());
        assertEquals(LongStream.range(0, next.get()).boxed().toList(), got);
    }

    @ParameterizedTest
    @MethodSource(ALL)
    void argumentsAreRefusedBeforeAnythingMoves(QueueKind kind) {
        MessagePassingQueue<Long> queue = kind.make();
        IdleStrategy idle = new BusySpinIdleStrategy();
        AtomicInteger asked = new AtomicInteger();
        BooleanSupplier keepRunning = () -> asked.incrementAndGet() < 3;
        AtomicLong next = new AtomicLong();
        List<Long> got = new ArrayList<>();
        queue.offer(7L);
        List<Executable> calls = List.of(
                () -> queue.fill(next::getAndIncrement, null, keepRunning),
                () -> queue.fill(null, idle, keepRunning),
                () -> queue.fill(next::getAndIncrement, idle, null),
                () -> queue.fill(null, 1),
                () -> queue.fill((Supplier<Long>) null),
                () -> queue.fill((Long[]) null, 0, 0),
                () -> queue.drain(got::add, null, keepRunning),
                () -> queue.drain(null, idle, keepRunning),
                () -> queue.drain(got::add, idle, null),
                () -> queue.drain(null, 1),
                () -> queue.drain((Consumer<Long>) null),
                () -> queue.drain((Long[]) null, 0, 0),
                () -> queue.poll(null, 0),
                () -> queue.offer(null),
                () -> queue.relaxedOffer(null));
        for (Executable call : calls) {
            assertThrows(NullPointerException.class, call);
        }
        assertThrows(IllegalArgumentException.class, () -> queue.fill(next::getAndIncrement, -1));
        assertThrows(IllegalArgumentException.class, () -> queue.drain(got::add, -1));
        assertThrows(IllegalArgumentException.class, () -> queue.poll(got::add, -1));
        assertThrows(IndexOutOfBoundsException.class, () -> queue.fill(new Long[] {1L}, 0, 2));
        assertThrows(IndexOutOfBoundsException.class, () -> queue.drain(new Long[1], 0, 2));
        assertEquals(0, asked.get());
        assertEquals(0, next.get());
        assertEquals(List.of(), got);
        assertEquals(List.of(7L), queue.snapshot());
    }

    @ParameterizedTest
    @MethodSource(ALL)
    void aSupplierThatThrowsLosesOnlyWhatItDidNotSupply(QueueKind kind) {
        MessagePassingQueue<Long> queue = kind.make();
        AtomicLong next = new AtomicLong();
        for (int round = 0; round < 20; round++) {
            long end = next.get() + 5;
            assertThrows(
                    IllegalStateException.class,
                    () -> queue.fill(
                            () -> {
                                if (next.get() == end) {
                                    throw new IllegalStateException();
                                }
                                return next.getAndIncrement();
                            },
                            12));
            assertFalse(queue.isEmpty());
            assertEquals(5, queue.snapshot().size());
            for (long i = end - 5; i < end; i++) {
                assertFalse(queue.isEmpty());
                assertEquals(i, queue.peek());
                assertEquals(i, queue.poll());
            }
            assertTrue(queue.isEmpty());
            assertNull(queue.peek());
            assertNull(queue.poll());
            assertEquals(0, queue.size());
        }
    }

    @ParameterizedTest
    @MethodSource(ALL)
    void aConsumerThatThrowsLosesOnlyItsCurrentElement(QueueKind kind) {
        MessagePassingQueue<Long> queue = kind.make();
        List<Long> got = new ArrayList<>();
        for (int round = 0; round < 20; round++) {
            got.clear();
            for (long i = 0; i < 10; i++) {
                queue.offer(i);
            }
            assertThrows(
                    IllegalStateException.class,
                    () -> queue.drain(e -> {
                        if (e == 4) {
                            throw new IllegalStateException();
                        }
                        got.add(e);
                    }));
            assertEquals(5, queue.size());
            queue.drain(got::add);
            assertEquals(List.of(0L, 1L, 2L, 3L, 5L, 6L, 7L, 8L, 9L), got);
        }
    }

    @ParameterizedTest
    @MethodSource(ALL)
    void anIteratorShowsWhatIsThereFromTheOldestOn(QueueKind kind) {
        MessagePassingQueue<Long> queue = kind.make();
        long polled = 0;
        for (long i = 0; i < 200; i++) {
            queue.offer(i);
            if (queue.size() > 20) {
                queue.poll();
                polled++;
            }
            assertEquals(LongStream.rangeClosed(polled, i).boxed().toList(), queue.snapshot());
        }
        assertTrue(queue.contains(199L));
        assertFalse(queue.contains(0L));
        assertEquals(queue.snapshot().toString(), queue.toString());
        assertThrows(UnsupportedOperationException.class, () -> queue.remove(199L));
    }

    @ParameterizedTest
    @MethodSource(ALL)
    void anIteratorSkipsElementsThatAreTakenMeanwhile(QueueKind kind) {
        MessagePassingQueue<Long> queue = kind.make();
        for (long i = 0; i < SOME; i++) {
            queue.offer(i);
        }
        Iterator<Long> elements = queue.iterator();
        assertEquals(0, elements.next());
        queue.drain(e -> {}, 20);
        for (long i = SOME; i < SOME + 15; i++) {
            queue.offer(i);
        }
        List<Long> rest = new ArrayList<>();
        elements.forEachRemaining(rest::add);
        assertEquals(20L, rest.get(1), "the one that was found before, then the oldest there is");
        assertEquals(LongStream.range(20, SOME).boxed().toList(), rest.subList(1, SOME - 20 + 1));
    }

    @ParameterizedTest
    @MethodSource(ALL)
    void aPollThatDoesNotWaitSaysWhatItFound(QueueKind kind) {
        MessagePassingQueue<Long> queue = kind.make();
        List<Long> got = new ArrayList<>();
        assertEquals(PollResult.EMPTY, queue.poll(got::add, 3));
        queue.offer(5L);
        assertEquals(PollResult.ELEMENT, queue.poll(got::add, 0));
        assertEquals(PollResult.EMPTY, queue.poll(got::add, 0));
        assertEquals(List.of(5L), got);
    }

    @ParameterizedTest
    @MethodSource("io.millrace.concurrent.QueueKind#ofArrays")
    void indexesMayWrapAround(QueueKind kind) {
        for (long start : new long[] {Long.MAX_VALUE - 50, (1L << 31) - 50, -50, (1L << 62) - 50, (1L << 32) - 50}) {
            MessagePassingQueue<Long> queue = kind.make();
            ((LinkedArrayQueue<Long>) queue).startAt(start);
            long polled = 0;
            for (long i = 0; i < 300; i++) {
                assertTrue(queue.offer(i));
                assertEquals(LongStream.rangeClosed(polled, i).boxed().toList(), queue.snapshot());
                if (queue.size() == QueueKind.CAPACITY) {
                    assertEquals(!kind.isBounded(), queue.offer(i + 1) && queue.size() > 0);
                }
                if (queue.size() >= SOME) {
                    assertEquals(SOME, queue.drain(e -> {}, SOME));
                    polled += SOME;
                }
                assertEquals(i + 1 - polled, queue.size());
            }
        }
    }
}
