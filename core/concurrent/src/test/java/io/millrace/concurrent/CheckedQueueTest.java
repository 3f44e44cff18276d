package io.millrace.concurrent;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.FutureTask;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class CheckedQueueTest {

    @ParameterizedTest
    @EnumSource(Multiplicity.class)
    void aSecondProducerIsNamedWhereThereMayBeOneOnly(Multiplicity producers) throws Exception {
        MessagePassingQueue<Integer> queue = Queues.producers(producers)
                .consumers(Multiplicity.MANY)
                .checked()
                .array(8);
        assertTrue(queue.offer(1));
        for (Callable<?> call : List.<Callable<?>>of(
                () -> queue.offer(2),
                () -> queue.relaxedOffer(2),
                () -> queue.fill(() -> 2, 1),
                () -> queue.fill(new Integer[] {2}, 0, 1))) {
            refused(elsewhere("second-producer", call), producers, "producer");
        }
    }

    @ParameterizedTest
    @EnumSource(Multiplicity.class)
    void aSecondConsumerIsNamedWhereThereMayBeOneOnly(Multiplicity consumers) throws Exception {
        MessagePassingQueue<Integer> queue = Queues.producers(Multiplicity.MANY)
                .consumers(consumers)
                .checked()
                .array(8);
        assertNull(queue.poll());
        for (Callable<?> call : List.<Callable<?>>of(
                queue::poll,
                queue::relaxedPoll,
                queue::peek,
                queue::relaxedPeek,
                () -> queue.drain(e -> {}),
                () -> queue.drain(new Integer[1], 0, 1))) {
            refused(elsewhere("second-consumer", call), consumers, "consumer");
        }
        assertNull(elsewhere("observer", () -> queue.size() + queue.snapshot().size()));
    }

    @ParameterizedTest
    @EnumSource(Multiplicity.class)
    void aHandOverIsAnnounced(Multiplicity side) throws Exception {
        CheckedQueue<Integer> queue = new CheckedQueue<>(new SpscArrayQueue<>(8), side, side);
        queue.offer(1);
        queue.handOverProducer();
        queue.handOverConsumer();
        assertNull(elsewhere("heir", () -> queue.offer(2)));
        assertEquals(1, queue.poll());
        assertThrows(UnsupportedOperationException.class, () -> queue.remove(2));
    }

    private static void refused(WrongThreadException thrown, Multiplicity side, String name) {
        if (side == Multiplicity.MANY) {
            assertNull(thrown);
            return;
        }
        assertNotNull(thrown);
        assertTrue(thrown.getMessage().contains("object=" + name), thrown::getMessage);
        assertTrue(thrown.getMessage().contains("second-" + name), thrown::getMessage);
        assertTrue(thrown.getMessage().contains(Thread.currentThread().toString()), thrown::getMessage);
    }

    /** Returns what the call threw in its own thread. */
    private static WrongThreadException elsewhere(String name, Callable<?> call) throws Exception {
        FutureTask<WrongThreadException> task = new FutureTask<>(() -> {
            try {
                call.call();
                return null;
            } catch (WrongThreadException e) {
                return e;
            }
        });
        Thread.ofPlatform().name(name).start(task);
        return task.get();
    }
}
