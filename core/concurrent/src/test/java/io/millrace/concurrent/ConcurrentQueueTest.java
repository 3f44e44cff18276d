package io.millrace.concurrent;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** What every queue guarantees to as many threads as may use it. */
class ConcurrentQueueTest {

    private static final int EACH = 3_000;
    private static final int THREADS = 3;

    /** The number of the producer in the upper half of an element, and the number of the element in the lower. */
    private static long element(int producer, long number) {
        return (long) producer << 32 | number;
    }

    @ParameterizedTest
    @MethodSource("io.millrace.concurrent.QueueKind#all")
    void everyElementArrivesOnceAndInOrder(QueueKind kind) throws Exception {
        MessagePassingQueue<Long> queue = kind.make();
        int producers = kind.producers() == Multiplicity.ONE ? 1 : THREADS;
        int consumers = kind.consumers() == Multiplicity.ONE ? 1 : THREADS;
        long seed = System.nanoTime();
        AtomicLong missing = new AtomicLong((long) producers * EACH);
        List<List<Long>> received = new ArrayList<>();
        try (ExecutorService threads = Executors.newFixedThreadPool(producers + consumers)) {
            List<Future<?>> running = new ArrayList<>();
            for (int i = 0; i < producers; i++) {
                int producer = i;
                running.add(threads.submit(() -> produce(queue, producer, new SplittableRandom(seed + producer))));
            }
            for (int i = 0; i < consumers; i++) {
                List<Long> mine = new ArrayList<>();
                received.add(mine);
                SplittableRandom random = new SplittableRandom(seed - i - 1);
                running.add(threads.submit(() -> consume(queue, mine, missing, random)));
            }
            for (Future<?> one : running) {
                one.get();
            }
        }
        check(received, producers, "seed=" + seed);
        assertTrue(queue.isEmpty());
    }

    private static void produce(MessagePassingQueue<Long> queue, int producer, SplittableRandom random) {
        AtomicLong next = new AtomicLong();
        while (next.get() < EACH) {
            boolean room = switch (random.nextInt(4)) {
                case 0 -> queue.offer(element(producer, next.get()));
                case 1 -> queue.relaxedOffer(element(producer, next.get()));
                case 2 -> {
                    Long[] batch = new Long[(int) Math.min(1 + random.nextInt(20), EACH - next.get())];
                    Arrays.setAll(batch, i -> element(producer, next.get() + i));
                    int filled = queue.fill(batch, 0, batch.length);
                    yield filled > 0 && next.addAndGet(filled - 1) >= 0;
                }
                default -> {
                    int most = (int) Math.min(1 + random.nextInt(20), EACH - next.get());
                    yield queue.fill(() -> element(producer, next.getAndIncrement()), most) > 0
                            && next.getAndDecrement() > 0;
                }
            };
            if (room) {
                next.getAndIncrement();
            } else {
                Thread.onSpinWait();
            }
        }
    }

    private static void consume(
            MessagePassingQueue<Long> queue, List<Long> received, AtomicLong missing, SplittableRandom random) {
        while (missing.get() > 0) {
            int before = received.size();
            switch (random.nextInt(5)) {
                case 0 -> queue.drain(received::add, 1 + random.nextInt(20));
                case 2 -> {
                    Long[] batch = new Long[20];
                    int drained = queue.drain(batch, 0, 1 + random.nextInt(20));
                    received.addAll(Arrays.asList(batch).subList(0, drained));
                }
                case 1 -> queue.poll(received::add, random.nextInt(5));
                default -> {
                    Long element = random.nextBoolean() ? queue.poll() : queue.relaxedPoll();
                    if (element != null) {
                        received.add(element);
                    }
                }
            }
            missing.addAndGet(before - received.size());
        }
    }

    private static void check(List<List<Long>> received, int producers, String seed) {
        long[] counts = new long[producers];
        for (List<Long> mine : received) {
            long[] newest = new long[producers];
            for (long element : mine) {
                int producer = (int) (element >>> 32);
                long number = (element & 0xffff_ffffL) + 1;
                assertTrue(number > newest[producer], () -> "out of order: number=" + number + " " + seed);
                newest[producer] = number;
                counts[producer]++;
            }
        }
        for (long count : counts) {
            assertEquals(EACH, count, seed);
        }
        long distinct = received.stream().flatMap(List::stream).distinct().count();
        assertEquals((long) producers * EACH, distinct, seed);
    }

    @ParameterizedTest
    @MethodSource("io.millrace.concurrent.QueueKind#withOneConsumer")
    void notEmptyMeansThatTheConsumerGetsAnElement(QueueKind kind) throws Exception {
        MessagePassingQueue<Long> queue = kind.make();
        try (ExecutorService threads = Executors.newFixedThreadPool(THREADS)) {
            List<Future<?>> running = new ArrayList<>();
            int producers = kind.producers() == Multiplicity.ONE ? 1 : THREADS - 1;
            for (int i = 0; i < producers; i++) {
                running.add(threads.submit(() -> {
                    for (long n = 0; n < EACH; ) {
                        n += queue.offer(n) ? 1 : 0;
                    }
                }));
            }
            running.add(threads.submit(() -> {
                for (int n = 0; n < EACH * producers; ) {
                    if (!queue.isEmpty()) {
                        Long peeked = queue.peek();
                        assertNotNull(peeked);
                        assertEquals(peeked, queue.poll());
                        n++;
                    }
                }
            }));
            for (Future<?> one : running) {
                one.get();
            }
        }
    }

    /** All kinds, and one in which each slot is reused for the very next element that finds room. */
    static Stream<QueueKind> observed() {
        QueueKind full = new QueueKind(
                "SpscArrayQueue, full", Multiplicity.ONE, Multiplicity.ONE, 4, () -> new SpscArrayQueue<>(4));
        return Stream.concat(QueueKind.all(), Stream.of(full));
    }

    @ParameterizedTest
    @MethodSource("observed")
    void anObserverSeesSizesAndElementsThatCanBe(QueueKind kind) throws Exception {
        MessagePassingQueue<Long> queue = kind.make();
        AtomicBoolean ended = new AtomicBoolean();
        AtomicLong offered = new AtomicLong();
        try (ExecutorService threads = Executors.newFixedThreadPool(THREADS)) {
            Future<?> producer = threads.submit(() -> {
                for (long n = 0; n < EACH; n++) {
                    offered.setOpaque(n);
                    while (!queue.offer(n)) {
                        Thread.onSpinWait();
                    }
                }
            });
            Future<?> consumer = threads.submit(() -> {
                for (int n = 0; n < EACH; ) {
                    n += queue.poll() == null ? 0 : 1;
                }
            });
            Future<?> observer = threads.submit(() -> {
                while (!ended.getAcquire()) {
                    int size = queue.size();
                    assertTrue(size >= 0 && (!kind.isBounded() || size <= kind.capacity()), () -> "size=" + size);
                    long newest = -1;
                    for (long element : queue) {
                        assertTrue(element > newest && element <= offered.get(), "element=" + element);
                        newest = element;
                    }
                }
            });
            producer.get();
            consumer.get();
            ended.setRelease(true);
            observer.get();
        }
    }

    /** One thread offers an element and takes it again, so there is never more than one. */
    @ParameterizedTest
    @MethodSource("io.millrace.concurrent.QueueKind#all")
    void sizeIsNeverMoreThanThereWereAtAMoment(QueueKind kind) throws Exception {
        MessagePassingQueue<Long> queue = kind.make();
        AtomicBoolean ended = new AtomicBoolean();
        try (ExecutorService threads = Executors.newFixedThreadPool(THREADS)) {
            Future<?> both = threads.submit(() -> {
                for (long n = 0; n < 10 * EACH; n++) {
                    assertTrue(queue.offer(n));
                    assertEquals(n, queue.poll());
                }
            });
            Future<?> observer = threads.submit(() -> {
                while (!ended.getAcquire()) {
                    int size = queue.size();
                    assertTrue(size == 0 || size == 1, () -> "size=" + size);
                }
            });
            both.get();
            ended.setRelease(true);
            observer.get();
        }
        assertEquals(0, queue.size());
    }
}
