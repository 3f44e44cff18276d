package io.millrace.concurrent;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.LongStream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** What every queue guarantees for batches that are arrays. */
class ArrayBatchTest {

    private static final String ALL = "io.millrace.concurrent.QueueKind#all";
    private static final int STEPS = 5_000;
    private static final int LONGEST = 50;

    /** Compares with a plain deque, from and to ranges at random positions of arrays. */
    @ParameterizedTest
    @MethodSource(ALL)
    void asManyMoveAsFitAndAreThere(QueueKind kind) {
        long seed = System.nanoTime();
        SplittableRandom random = new SplittableRandom(seed);
        MessagePassingQueue<Long> queue = kind.make();
        ArrayDeque<Long> model = new ArrayDeque<>();
        long next = 0;
        for (int i = 0; i < STEPS; i++) {
            String step = "seed=" + seed + " i=" + i;
            int from = random.nextInt(3);
            int length = random.nextInt(LONGEST);
            Long[] array = new Long[from + length + random.nextInt(3)];
            Arrays.fill(array, -1L);
            switch (random.nextInt(6)) {
                case 0 -> {
                    boolean room = !kind.isBounded() || model.size() < kind.capacity();
                    assertEquals(room, queue.offer(next), step);
                    if (room) {
                        model.add(next++);
                    }
                }
                case 1 -> assertEquals(model.poll(), queue.poll(), step);
                case 2, 3 -> {
                    for (int j = 0; j < length; j++) {
                        array[from + j] = next + j;
                    }
                    int fit = kind.isBounded() ? Math.min(length, kind.capacity() - model.size()) : length;
                    assertEquals(fit, queue.fill(array, from, length), step);
                    LongStream.range(next, next + fit).forEach(model::add);
                    next += fit;
                }
                default -> {
                    Object[] expected = array.clone();
                    int there = Math.min(length, model.size());
                    for (int j = 0; j < there; j++) {
                        expected[from + j] = model.poll();
                    }
                    assertEquals(there, queue.drain(array, from, length), step);
                    assertArrayEquals(expected, array, step);
                }
            }
            assertEquals(model.size(), queue.size(), step);
        }
        assertEquals(List.copyOf(model), queue.snapshot(), "seed=" + seed);
    }

    @ParameterizedTest
    @MethodSource(ALL)
    @SuppressWarnings("unchecked") // generic code has an array of objects
    void anArrayOfObjectsTakesEverything(QueueKind kind) {
        MessagePassingQueue<Object> queue = (MessagePassingQueue<Object>) (MessagePassingQueue<?>) kind.make();
        Object[] batch = new Object[30];
        for (int round = 0; round < 50; round++) {
            for (int i = 0; i < batch.length; i++) {
                batch[i] = i % 2 == 0 ? (Object) (round + i) : "text " + (round + i);
            }
            Object[] expected = batch.clone();
            assertEquals(30, queue.fill(batch, 0, 30));
            Arrays.fill(batch, null);
            assertEquals(11, queue.drain(batch, 0, 11));
            assertEquals(19, queue.drain(batch, 11, 19));
            assertArrayEquals(expected, batch);
        }
    }

    @ParameterizedTest
    @MethodSource(ALL)
    void nullIsRefusedBeforeAnythingIsOffered(QueueKind kind) {
        MessagePassingQueue<Long> queue = kind.make();
        Long[] elements = {null, 1L, 2L, null};
        NullPointerException thrown = assertThrows(NullPointerException.class, () -> queue.fill(elements, 1, 3));
        assertTrue(thrown.getMessage().contains("index=3"), thrown::getMessage);
        assertTrue(queue.isEmpty());
        assertEquals(2, queue.fill(elements, 1, 2));
        assertEquals(List.of(1L, 2L), queue.snapshot());
        assertThrows(NullPointerException.class, () -> queue.fill((Long[]) null, 0, 0));
        assertThrows(NullPointerException.class, () -> queue.drain((Long[]) null, 0, 0));
    }

    @ParameterizedTest
    @MethodSource(ALL)
    void aRangeOutsideOfTheArrayIsRefused(QueueKind kind) {
        MessagePassingQueue<Long> queue = kind.make();
        Long[] elements = {1L, 2L, 3L};
        for (int[] range : new int[][] {{0, 4}, {3, 1}, {-1, 1}, {0, -1}, {1, Integer.MAX_VALUE}}) {
            assertThrows(IndexOutOfBoundsException.class, () -> queue.fill(elements, range[0], range[1]));
            assertThrows(IndexOutOfBoundsException.class, () -> queue.drain(elements, range[0], range[1]));
        }
        assertEquals(0, queue.fill(elements, 3, 0));
        assertEquals(0, queue.drain(elements, 3, 0));
        assertTrue(queue.isEmpty());
    }

    @ParameterizedTest
    @MethodSource(ALL)
    @SuppressWarnings("unchecked") // the test is about this cast
    void whatAnArrayCannotHoldStaysInTheQueue(QueueKind kind) {
        MessagePassingQueue<Object> queue = (MessagePassingQueue<Object>) (MessagePassingQueue<?>) kind.make();
        Object[] elements = {1L, 2L, "three", 4L};
        assertEquals(4, queue.fill(elements, 0, 4));
        Object[] longs = new Long[4];
        assertEquals(2, queue.drain(longs, 0, 4));
        assertArrayEquals(new Object[] {1L, 2L, null, null}, longs);
        ArrayStoreException thrown = assertThrows(ArrayStoreException.class, () -> queue.drain(longs, 0, 4));
        assertTrue(thrown.getMessage().contains("java.lang.String"), thrown::getMessage);
        assertEquals(List.of("three", 4L), queue.snapshot());
        assertEquals("three", queue.poll());
        assertEquals(1, queue.drain(longs, 3, 1));
        assertEquals(4L, longs[3]);
    }

    @ParameterizedTest
    @MethodSource("io.millrace.concurrent.QueueKind#withManyProducers")
    void slotsWithoutElementsAreSkipped(QueueKind kind) {
        MessagePassingQueue<Long> queue = kind.make();
        Long[] target = new Long[10];
        for (int round = 0; round < 20; round++) {
            AtomicInteger left = new AtomicInteger(2);
            assertThrows(
                    IllegalStateException.class,
                    () -> queue.fill(
                            () -> {
                                if (left.getAndDecrement() == 0) {
                                    throw new IllegalStateException("enough");
                                }
                                return 1L;
                            },
                            5));
            queue.fill(new Long[] {2L, 3L}, 0, 2);
            assertEquals(4, queue.drain(target, 0, 10));
            assertEquals(List.of(1L, 1L, 2L, 3L), Arrays.asList(target).subList(0, 4));
            assertTrue(queue.isEmpty());
        }
    }

    @ParameterizedTest
    @MethodSource("io.millrace.concurrent.QueueKind#ofArrays")
    void indexesMayWrapAround(QueueKind kind) {
        for (long start : new long[] {Long.MAX_VALUE - 50, (1L << 31) - 50, -50, (1L << 32) - 50}) {
            MessagePassingQueue<Long> queue = kind.make();
            ((LinkedArrayQueue<Long>) queue).startAt(start);
            long offered = 0;
            long polled = 0;
            Long[] batch = new Long[20];
            while (polled < 200) {
                for (int i = 0; i < batch.length; i++) {
                    batch[i] = offered + i;
                }
                offered += queue.fill(batch, 0, batch.length);
                int drained = queue.drain(batch, 0, 7);
                for (int i = 0; i < drained; i++) {
                    assertEquals(polled++, batch[i]);
                }
                assertEquals(offered - polled, queue.size());
            }
        }
    }
}
