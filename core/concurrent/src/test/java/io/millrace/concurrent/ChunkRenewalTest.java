package io.millrace.concurrent;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotSame;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.millrace.fixtures.JavaCommand;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** New chunks replace those that have lived through a garbage collection, and no element is lost. */
@Tag("process")
class ChunkRenewalTest {

    private static final int STEPS = 60_000;
    private static final int THREADS = 3;

    /** The kinds of all tests, and rings of one chunk and of several that look for newer chunks often. */
    static Stream<QueueKind> kinds() {
        return Stream.of(
                        QueueKind.ofArrays(),
                        rings("one chunk", 10, 16),
                        rings("one full chunk", 8, 8),
                        rings("chunks", 10, 4),
                        rings("full chunks", 8, 4),
                        ringsOfManyChunks())
                .flatMap(kinds -> kinds);
    }

    static Stream<QueueKind> ringsOfManyChunks() {
        return rings("many chunks", 40, 4);
    }

    private static ChunkPolicy ring(int capacity, int slots) {
        return ChunkPolicy.ring(capacity, slots, slots);
    }

    private static Stream<QueueKind> rings(String name, int capacity, int slots) {
        return Stream.of(Multiplicity.values())
                .flatMap(producers -> Stream.of(Multiplicity.values())
                        .map(consumers -> new QueueKind(
                                producers + " to " + consumers + ", ring of " + name,
                                producers,
                                consumers,
                                capacity,
                                () -> Queues.producers(producers)
                                        .consumers(consumers)
                                        .ring(capacity, slots))));
    }

    @Test
    void aSimulatedCollectionIsCountedOnce() {
        GarbageCollectionCounter counter = new GarbageCollectionCounter();
        int seen = counter.seen(0);
        counter.simulate();
        assertEquals(seen + 1, counter.seen(0));
        assertEquals(seen + 1, counter.seen(0));
    }

    /**
     * Each collection makes all surviving objects old at once, like the first collection of a program that loads much.
     * The young generation is so large that there is no collection but the one that the program waits for.
     */
    @Test
    void aCollectionThatMakesAllOldIsCounted() throws Exception {
        Process process = JavaCommand.of(CollectionProbe.class)
                .withFlags("-XX:+UseG1GC", "-XX:MaxTenuringThreshold=0", "-Xms256m", "-Xmx256m", "-Xmn128m")
                .builder()
                .redirectErrorStream(true)
                .start();
        String log = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertEquals(0, process.waitFor(), log);
    }

    /** Compares with a plain deque, with collections at random moments. */
    @ParameterizedTest
    @MethodSource("kinds")
    void orderAndSizeAreKept(QueueKind kind) {
        long seed = System.nanoTime();
        SplittableRandom random = new SplittableRandom(seed);
        LinkedArrayQueue<Long> queue = (LinkedArrayQueue<Long>) kind.make();
        ArrayDeque<Long> model = new ArrayDeque<>();
        for (long i = 0; i < STEPS; i++) {
            String step = "seed=" + seed + " i=" + i;
            switch (random.nextInt(10)) {
                case 0 -> queue.simulateCollection();
                case 8 -> {
                    Long[] batch = {i, -i, i};
                    int fit = kind.isBounded() ? Math.min(3, kind.capacity() - model.size()) : 3;
                    assertEquals(fit, queue.fill(batch, 0, 3), step);
                    model.addAll(List.of(batch).subList(0, fit));
                }
                case 9 -> {
                    Long[] batch = new Long[4];
                    int drained = queue.drain(batch, 0, 4);
                    assertEquals(Math.min(4, model.size()), drained, step);
                    for (int j = 0; j < drained; j++) {
                        assertEquals(model.poll(), batch[j], step);
                    }
                }
                case 1, 2, 3, 4 -> {
                    boolean room = !kind.isBounded() || model.size() < kind.capacity();
                    assertEquals(room, queue.offer(i), step);
                    if (room) {
                        model.add(i);
                    }
                }
                default -> assertEquals(model.poll(), queue.poll(), step);
            }
            assertEquals(model.size(), queue.size(), step);
            if (i % 16 == 0) {
                assertEquals(List.copyOf(model), queue.snapshot(), step);
            }
        }
    }

    @ParameterizedTest
    @MethodSource("kinds")
    void everyElementArrivesOnceWhileChunksAreRenewed(QueueKind kind) throws Exception {
        LinkedArrayQueue<Long> queue = (LinkedArrayQueue<Long>) kind.make();
        int producers = kind.producers() == Multiplicity.ONE ? 1 : THREADS;
        int consumers = kind.consumers() == Multiplicity.ONE ? 1 : THREADS;
        int each = 6_000;
        AtomicInteger missing = new AtomicInteger(producers * each);
        AtomicBoolean ended = new AtomicBoolean();
        try (ExecutorService threads = Executors.newFixedThreadPool(2 * THREADS + 1)) {
            List<Future<?>> sent = new ArrayList<>();
            List<Future<List<Long>>> received = new ArrayList<>();
            for (int i = 0; i < producers; i++) {
                long first = (long) i * each;
                sent.add(threads.submit(() -> {
                    for (long element = first; element < first + each; element++) {
                        while (!queue.offer(element)) {
                            LockSupport.parkNanos(1);
                        }
                    }
                }));
            }
            for (int i = 0; i < consumers; i++) {
                received.add(threads.submit(() -> {
                    List<Long> got = new ArrayList<>();
                    while (missing.get() > 0) {
                        Long element = queue.poll();
                        if (element == null) {
                            LockSupport.parkNanos(1);
                        } else {
                            missing.decrementAndGet();
                            got.add(element);
                        }
                    }
                    return got;
                }));
            }
            Future<?> collector = threads.submit(() -> {
                while (!ended.getAcquire()) {
                    queue.simulateCollection();
                    LockSupport.parkNanos(1);
                }
            });
            for (Future<?> one : sent) {
                one.get();
            }
            boolean[] seen = new boolean[producers * each];
            for (Future<List<Long>> one : received) {
                long[] newest = {-1, -1, -1};
                for (long element : one.get()) {
                    assertFalse(seen[(int) element], () -> "twice, element=" + element);
                    seen[(int) element] = true;
                    int producer = (int) (element / each);
                    assertTrue(element > newest[producer], () -> "out of order, element=" + element);
                    newest[producer] = element;
                }
            }
            ended.setRelease(true);
            collector.get();
        }
        assertNull(queue.poll());
        assertEquals(0, queue.size());
    }

    /** However many rounds it is used for, a chunk stays until a collection, and is then replaced at its next end. */
    @Test
    void aChunkIsRenewedAfterACollectionOnly() {
        LinkedArrayQueue<Long> queue = new SpscArrays<>(ring(8, 8)) {};
        Chunk first = queue.producers.chunk;
        pass(queue, 1_000);
        assertSame(first, queue.producers.chunk);
        queue.simulateCollection();
        pass(queue, 1_000);
        assertNotSame(first, queue.producers.chunk);
        assertSame(queue.producers.chunk, queue.consumers.chunk);
        assertNull(first.nextAcquire(), "what is dead keeps nothing alive");
    }

    @Test
    void aChunkThatLeavesARingKeepsNothingAlive() {
        LinkedArrayQueue<Long> queue = new SpscArrays<>(ring(40, 4)) {};
        Chunk first = queue.producers.chunk;
        queue.simulateCollection();
        pass(queue, 100);
        assertNotSame(first, queue.producers.chunk);
        assertNull(first.nextAcquire());
        assertNull(first.before);
    }

    @Test
    void withoutMemoryForANewOneTheOldChunkStays() {
        AtomicBoolean fails = new AtomicBoolean();
        LinkedArrayQueue<Long> queue = new SpscArrays<>(ring(8, 8)) {
            @Override
            Chunk newChunk(int slots) {
                if (fails.get()) {
                    throw new OutOfMemoryError("no chunk today");
                }
                return super.newChunk(slots);
            }
        };
        Chunk first = queue.producers.chunk;
        fails.set(true);
        queue.simulateCollection();
        pass(queue, 1_000);
        assertSame(first, queue.producers.chunk);
        fails.set(false);
        pass(queue, 1_000);
        assertNotSame(first, queue.producers.chunk);
    }

    private static void pass(LinkedArrayQueue<Long> queue, int elements) {
        for (long i = 0; i < elements; i++) {
            assertTrue(queue.offer(i));
            assertEquals(i, queue.poll());
        }
    }
}
