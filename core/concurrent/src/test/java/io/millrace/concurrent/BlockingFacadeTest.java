package io.millrace.concurrent;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class BlockingFacadeTest {

    private static final long ELEMENTS = 2_000;

    /** Before the repair one round in six lost an element. */
    private static final int ROUNDS = 500;

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void everythingPutIsTakenAndThenTheCloseIsSeen(boolean virtual) throws Exception {
        BlockingFacade<Long> facade = new BlockingFacade<>(new SpscArrayQueue<>(7));
        FutureTask<List<Long>> consumer = new FutureTask<>(() -> {
            List<Long> got = new ArrayList<>();
            for (Long element = facade.take(); element != null; element = facade.take()) {
                got.add(element);
            }
            return got;
        });
        start(consumer, virtual);
        FutureTask<Boolean> producer = new FutureTask<>(() -> {
            boolean all = true;
            for (long i = 0; i < ELEMENTS; i++) {
                all &= facade.put(i);
            }
            facade.close();
            return all;
        });
        start(producer, virtual);
        assertTrue(producer.get());
        assertEquals(LongStream.range(0, ELEMENTS).boxed().toList(), consumer.get());
        assertTrue(facade.isClosed());
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void batchesWaitForRoomAndForElements(boolean virtual) throws Exception {
        BlockingFacade<Long> facade = new BlockingFacade<>(new MpmcArrayQueue<>(7));
        FutureTask<List<Long>> consumer = new FutureTask<>(() -> {
            List<Long> got = new ArrayList<>();
            Long[] batch = new Long[20];
            for (int n = facade.poll(batch, 3, 10, Long.MAX_VALUE);
                    n > 0;
                    n = facade.poll(batch, 3, 10, Long.MAX_VALUE)) {
                got.addAll(Arrays.asList(batch).subList(3, 3 + n));
            }
            return got;
        });
        start(consumer, virtual);
        Long[] all = LongStream.range(0, ELEMENTS).boxed().toArray(Long[]::new);
        assertEquals(all.length - 1, facade.offer(all, 1, all.length - 1, Long.MAX_VALUE));
        facade.close();
        assertEquals(LongStream.range(1, ELEMENTS).boxed().toList(), consumer.get());
        assertEquals(0, facade.offer(all, 0, 1, Long.MAX_VALUE));
    }

    @Test
    void aBatchReturnsHowManyElementsWereOffered() throws InterruptedException {
        BlockingFacade<Integer> facade = new BlockingFacade<>(new SpscArrayQueue<>(2), ParkingIdleStrategy::new);
        Integer[] batch = {1, 2, 3, null};
        assertEquals(0, facade.poll(new Integer[4], 0, 4, 2_000_000));
        assertEquals(2, facade.offer(batch, 0, 3, 2_000_000));
        Thread.currentThread().interrupt();
        assertThrows(InterruptedException.class, () -> facade.offer(batch, 2, 1, Long.MAX_VALUE));
        assertEquals(1, facade.poll(0));
        Thread.currentThread().interrupt();
        assertEquals(1, facade.offer(batch, 1, 2, Long.MAX_VALUE), "the interrupt is left to the caller");
        assertTrue(Thread.interrupted());
        assertThrows(NullPointerException.class, () -> facade.offer(batch, 2, 2, 0));
        facade.close();
        assertEquals(2, facade.poll(batch, 0, 4, Long.MAX_VALUE));
        assertEquals(0, facade.poll(batch, 0, 4, Long.MAX_VALUE));
    }

    @Test
    void aWaitEndsWithItsTime() throws InterruptedException {
        BlockingFacade<Integer> facade = new BlockingFacade<>(new SpscArrayQueue<>(1), ParkingIdleStrategy::new);
        assertNull(facade.poll(2_000_000));
        assertNull(facade.poll(0));
        assertTrue(facade.offer(1, 0));
        long startNs = System.nanoTime();
        assertFalse(facade.offer(2, 2_000_000));
        assertTrue(System.nanoTime() - startNs >= 2_000_000);
        assertEquals(1, facade.poll(0));
    }

    @Test
    void afterTheCloseNothingIsOfferedAndTheRestIsPolled() throws InterruptedException {
        BlockingFacade<Integer> facade = new BlockingFacade<>(new MpmcArrayQueue<>(4));
        facade.put(1);
        facade.close();
        assertFalse(facade.put(2));
        assertEquals(1, facade.take());
        assertNull(facade.take());
    }

    @Test
    void whatIsPutBesideTheCloseIsTaken() throws Exception {
        long seed = System.nanoTime();
        Random random = new Random(seed);
        for (int round = 0; round < ROUNDS; round++) {
            BlockingFacade<Integer> facade = new BlockingFacade<>(new MpscArrayQueue<>(64), BusySpinIdleStrategy::new);
            List<FutureTask<Integer>> producers = new ArrayList<>();
            for (int i = 0; i < 3; i++) {
                FutureTask<Integer> producer = new FutureTask<>(() -> {
                    int put = 0;
                    while (facade.put(1)) {
                        put++;
                    }
                    return put;
                });
                producers.add(producer);
                start(producer, false);
            }
            FutureTask<Integer> consumer = new FutureTask<>(() -> {
                int taken = 0;
                while (facade.take() != null) {
                    taken++;
                }
                return taken;
            });
            start(consumer, false);
            LockSupport.parkNanos(random.nextInt(300_000));
            facade.close();
            int put = 0;
            for (FutureTask<Integer> producer : producers) {
                put += producer.get();
            }
            assertEquals(put, consumer.get(), "seed=" + seed + " round=" + round);
        }
    }

    @Test
    void anInterruptEndsAWait() throws Exception {
        BlockingFacade<Integer> facade = new BlockingFacade<>(new SpscArrayQueue<>(1));
        FutureTask<Integer> waiting = new FutureTask<>(facade::take);
        Thread waiter = Thread.ofPlatform().start(waiting);
        waiter.interrupt();
        ExecutionException thrown = assertThrows(ExecutionException.class, waiting::get);
        assertEquals(InterruptedException.class, thrown.getCause().getClass());
        waiter.join();
    }

    private static void start(FutureTask<?> task, boolean virtual) {
        (virtual ? Thread.ofVirtual() : Thread.ofPlatform()).start(task);
    }
}
