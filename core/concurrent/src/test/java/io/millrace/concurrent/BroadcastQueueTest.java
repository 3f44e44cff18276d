package io.millrace.concurrent;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class BroadcastQueueTest {

    private static final int SMALL = BroadcastQueue.MIN_CAPACITY_BYTES;

    private static boolean offer(BroadcastQueue queue, int length, byte fill) {
        long at = queue.claim(length);
        if (at == BroadcastQueue.FULL) {
            return false;
        }
        queue.memory().asSlice(at, length).fill(fill);
        queue.publish();
        return true;
    }

    private static void expect(BroadcastReader reader, long sequence, int length, byte fill) {
        assertEquals(sequence, reader.sequence());
        assertEquals(length, reader.length(), () -> "sequence=" + sequence);
        MemorySegment payload = reader.memory().asSlice(reader.offset(), reader.length());
        for (long i = 0; i < length; i++) {
            assertEquals(fill, payload.get(ValueLayout.JAVA_BYTE, i), "sequence=" + sequence + " at=" + i);
        }
    }

    @Test
    void aFrameIsSeenOnceItIsPublishedAndByEveryReader() {
        BroadcastQueue queue = new BroadcastQueue(SMALL);
        BroadcastReader one = queue.reader();
        BroadcastReader two = queue.reader();
        long first = queue.claim(5);
        queue.memory().asSlice(first, 5).fill((byte) 7);
        long second = queue.claim(0);
        assertTrue(second > first);
        assertFalse(one.next());
        queue.publish();
        assertTrue(one.next());
        expect(one, 0, 5, (byte) 7);
        assertTrue(one.next());
        expect(one, 1, 0, (byte) 0);
        assertFalse(one.next());
        assertTrue(two.next());
        expect(two, 0, 5, (byte) 7);
    }

    @Test
    void theBytesInUseAreThoseThatTheSlowestReaderHasNotPassed() {
        BroadcastQueue queue = new BroadcastQueue(SMALL);
        assertEquals(0, queue.usedBytes());
        offer(queue, 8, (byte) 1);
        assertEquals(24, queue.usedBytes());
        BroadcastReader one = queue.reader();
        BroadcastReader two = queue.reader();
        offer(queue, 5, (byte) 2);
        queue.claim(100);
        assertEquals(48, queue.usedBytes());
        assertTrue(one.next());
        assertTrue(one.next());
        assertFalse(one.next());
        assertEquals(48, queue.usedBytes());
        assertTrue(two.next());
        assertTrue(two.next());
        assertEquals(24, queue.usedBytes());
        assertFalse(two.next());
        assertEquals(0, queue.usedBytes());
    }

    /**
     * Compares with a plain list: frames of random lengths, three readers at random speeds, of which one is closed and
     * opened again.
     */
    @Test
    void everyReaderGetsEveryFrameWhateverTheLengths() {
        long seed = System.nanoTime();
        SplittableRandom random = new SplittableRandom(seed);
        BroadcastQueue queue = new BroadcastQueue(SMALL);
        List<Integer> lengths = new ArrayList<>();
        BroadcastReader[] readers = {queue.reader(), queue.reader(), queue.reader()};
        long[] next = new long[readers.length];
        int refused = 0;
        for (int step = 0; step < 200_000; step++) {
            int length = random.nextInt(random.nextInt(4) == 0 ? queue.maxLength() + 1 : 40);
            if (random.nextInt(3) == 0) {
                if (offer(queue, length, (byte) lengths.size())) {
                    lengths.add(length);
                } else {
                    refused++;
                }
            } else {
                int which = random.nextInt(readers.length);
                boolean found = readers[which].next();
                assertEquals(next[which] < lengths.size(), found, "seed=" + seed + " step=" + step);
                if (found) {
                    expect(readers[which], next[which], lengths.get((int) next[which]), (byte) next[which]);
                    next[which]++;
                }
            }
        }
        assertTrue(refused > 0, "the queue was never full seed=" + seed);
        assertTrue(lengths.size() > 10_000, "seed=" + seed + " frames=" + lengths.size());
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2})
    void framesArriveWholeAndInOrderInOtherThreads(int readers) throws Exception {
        int count = 50_000;
        BroadcastQueue queue = new BroadcastQueue(SMALL);
        List<BroadcastReader> all = new ArrayList<>();
        for (int i = 0; i < readers; i++) {
            all.add(queue.reader());
        }
        try (ExecutorService threads = Executors.newFixedThreadPool(readers)) {
            List<Future<?>> running = new ArrayList<>();
            for (BroadcastReader reader : all) {
                IdleStrategy idle = new YieldingIdleStrategy();
                running.add(threads.submit(() -> {
                    for (int i = 0; i < count; i++) {
                        while (!reader.next()) {
                            idle.idle(0);
                        }
                        expect(reader, i, i % 97, (byte) i);
                    }
                }));
            }
            IdleStrategy idle = new YieldingIdleStrategy();
            for (int i = 0; i < count; i++) {
                while (!offer(queue, i % 97, (byte) i)) {
                    running.forEach(BroadcastQueueTest::throwFailure);
                    idle.idle(0);
                }
            }
            for (Future<?> one : running) {
                one.get();
            }
        }
    }

    private static void throwFailure(Future<?> running) {
        if (running.state() == Future.State.FAILED) {
            throw new AssertionError(running.exceptionNow());
        }
    }

    @Test
    void theSlowestReaderHoldsTheProducerBackUntilItCloses() {
        BroadcastQueue queue = new BroadcastQueue(SMALL);
        BroadcastReader fast = queue.reader();
        BroadcastReader slow = queue.reader();
        int offered = 0;
        while (offer(queue, 48, (byte) 1)) {
            offered++;
        }
        assertEquals(SMALL / 64, offered);
        for (int i = 0; i < offered; i++) {
            assertTrue(fast.next());
        }
        assertFalse(fast.next());
        assertFalse(queue.hasRoom(64));
        assertTrue(slow.next());
        assertFalse(offer(queue, 48, (byte) 1), "the frame that a reader stands on was given away");
        assertTrue(slow.next());
        assertTrue(offer(queue, 48, (byte) 1));
        slow.close();
        assertTrue(queue.hasRoom(SMALL / 2));
        assertTrue(fast.next());
        assertEquals(offered, fast.sequence());
        assertThrows(IllegalStateException.class, slow::next);
    }

    @Test
    void framesWaitForTheFirstReaderAndForTheNextAfterTheLast() {
        BroadcastQueue queue = new BroadcastQueue(SMALL);
        for (int i = 0; i < 10; i++) {
            assertTrue(offer(queue, i, (byte) i));
        }
        try (BroadcastReader first = queue.reader()) {
            for (int i = 0; i < 4; i++) {
                assertTrue(first.next());
                expect(first, i, i, (byte) i);
            }
        }
        while (offer(queue, 1, (byte) 1)) {
            // fill the queue, since there is no reader
        }
        try (BroadcastReader second = queue.reader()) {
            assertTrue(second.next());
            expect(second, 4, 4, (byte) 4);
        }
    }

    @Test
    void roomForAGroupIsThereWhereverTheRingEnds() {
        BroadcastQueue queue = new BroadcastQueue(SMALL);
        try (BroadcastReader reader = queue.reader()) {
            for (int shift = 0; shift < 3 * SMALL / 24; shift++) {
                assertTrue(offer(queue, 1, (byte) 1));
                assertTrue(reader.next());
                assertFalse(reader.next());
                int longest = BroadcastQueue.frameBytes(queue.maxLength());
                assertTrue(queue.hasRoom(4L * longest));
                for (int i = 0; i < 4; i++) {
                    assertTrue(offer(queue, queue.maxLength(), (byte) 2), "shift=" + shift);
                }
                for (int i = 0; i < 4; i++) {
                    assertTrue(reader.next());
                    expect(reader, reader.sequence(), queue.maxLength(), (byte) 2);
                }
                assertFalse(reader.next());
            }
        }
    }

    @Test
    void impossibleCapacitiesLengthsAndReadersAreRefused() {
        for (int capacity : new int[] {0, -8, 2048, 5000, Integer.MIN_VALUE, Integer.MAX_VALUE}) {
            assertTrue(assertThrows(IllegalArgumentException.class, () -> new BroadcastQueue(capacity))
                    .getMessage()
                    .contains("capacityBytes=" + capacity));
        }
        BroadcastQueue queue = new BroadcastQueue(SMALL);
        for (int length : new int[] {-1, queue.maxLength() + 1, Integer.MAX_VALUE}) {
            assertTrue(assertThrows(IllegalArgumentException.class, () -> queue.claim(length))
                    .getMessage()
                    .contains("length=" + length));
        }
        List<BroadcastReader> readers = new ArrayList<>();
        for (int i = 0; i < BroadcastQueue.MAX_READERS; i++) {
            readers.add(queue.reader());
        }
        assertThrows(IllegalStateException.class, queue::reader);
        readers.getFirst().close();
        queue.reader().close();
    }
}
