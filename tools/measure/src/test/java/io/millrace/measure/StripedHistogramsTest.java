package io.millrace.measure;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotSame;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.millrace.fixtures.Await;
import io.millrace.measure.StripedHistograms.Stripe;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;

class StripedHistogramsTest {
    private final StripedHistograms<long[]> stripes = new StripedHistograms<>(() -> new long[1]);

    @Test
    void aThreadComesBackToItsStripeAndTakesAnotherWhereThatIsInUse() {
        Stripe<long[]> first = stripes.acquire();
        Stripe<long[]> second = stripes.acquire();
        assertNotSame(first, second);
        first.release();
        assertSame(first, stripes.acquire());
    }

    /** The second thread comes to the same slot, and arrives while the state for it is being made. */
    @Test
    void twoThreadsThatComeToANewSlotAtOnceLoseNoState() throws Exception {
        List<Thread> second = new ArrayList<>();
        List<Stripe<long[]>> held = new CopyOnWriteArrayList<>();
        AtomicReference<StripedHistograms<long[]>> shared = new AtomicReference<>();
        AtomicInteger made = new AtomicInteger();
        shared.set(new StripedHistograms<>(() -> {
            if (made.getAndIncrement() == 0) {
                second.getFirst().start();
                Await.until(
                        "the second thread is blocked or has ended",
                        () -> second.getFirst().getState() == Thread.State.BLOCKED
                                || second.getFirst().getState() == Thread.State.TERMINATED);
            }
            return new long[1];
        }));
        Thread first = new Thread(() -> held.add(shared.get().acquire()));
        Thread other = new Thread(() -> held.add(shared.get().acquire()));
        while ((other.threadId() - first.threadId()) % 64 != 0) {
            other = new Thread(() -> held.add(shared.get().acquire()));
        }
        second.add(other);
        first.start();
        first.join();
        other.join();
        assertEquals(2, held.size());
        assertTrue(shared.get().made().containsAll(held), "what a thread has recorded is read");
    }

    @Test
    void aHolderIsAloneAndSeesWhatTheOneBeforeItWrote() throws Exception {
        int each = 100_000;
        List<Future<?>> writers = new ArrayList<>();
        try (var platform = Executors.newFixedThreadPool(4);
                var virtual = Executors.newVirtualThreadPerTaskExecutor()) {
            for (int i = 0; i < 4; i++) {
                writers.add(platform.submit(() -> count(each)));
                writers.add(virtual.submit(() -> count(each)));
            }
            for (Future<?> writer : writers) {
                writer.get();
            }
        }
        long sum = 0;
        for (Stripe<long[]> stripe : stripes.made()) {
            stripe.acquire();
            sum += stripe.state()[0];
            stripe.release();
        }
        assertEquals(8L * each, sum);
        assertTrue(
                stripes.made().size() <= 64, () -> "stripes=" + stripes.made().size());
    }

    private void count(int times) {
        for (int i = 0; i < times; i++) {
            Stripe<long[]> stripe = stripes.acquire();
            stripe.state()[0]++;
            stripe.release();
        }
    }
}
