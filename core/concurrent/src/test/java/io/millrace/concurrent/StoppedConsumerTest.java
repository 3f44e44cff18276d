package io.millrace.concurrent;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.FutureTask;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** A consumer of a linked queue that is preempted after its claim, before it unlinks the node that was the first. */
class StoppedConsumerTest {
    private static final int ROUNDS = 20_000;

    static Stream<LinkedQueue<Integer>> ofManyConsumers() {
        return Stream.of(new SpmcLinkedQueue<>(), new MpmcLinkedQueue<>());
    }

    private static int mostCounted(LinkedQueue<Integer> queue, CountDownLatch begun, AtomicBoolean done) {
        int most = queue.size();
        begun.countDown();
        while (!done.get()) {
            most = Math.max(most, queue.size());
        }
        return most;
    }

    @ParameterizedTest
    @MethodSource("ofManyConsumers")
    void whatItHasClaimedIsNotCounted(LinkedQueue<Integer> queue) throws Exception {
        queue.offer(0);
        CountDownLatch begun = new CountDownLatch(1);
        AtomicBoolean done = new AtomicBoolean();
        FutureTask<Integer> most = new FutureTask<>(() -> mostCounted(queue, begun, done));
        Thread observer = Thread.ofPlatform().start(most);
        begun.await();
        for (int round = 1; round <= ROUNDS; round++) {
            Node first = queue.firstNodeVolatile();
            Node second = first.nextAcquire();
            assertTrue(queue.compareAndSetFirstNode(first, second)); // here it is preempted
            queue.offer(round); // the only element now
            Strictness.pause(4);
            assertEquals(round - 1, second.take());
            first.leave();
        }
        done.set(true);
        assertEquals(1, most.get());
        observer.join();
        assertEquals(1, queue.size());
    }
}
