package io.millrace.benchmarks;

import io.millrace.harness.BenchmarkException;
import io.millrace.measure.LatencyRecorder;
import io.millrace.measure.NanoClock;
import io.millrace.measure.Rate;
import io.millrace.measure.Waiting;
import java.util.concurrent.Callable;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import org.HdrHistogram.Histogram;

/**
 * One thread sends messages on a schedule, another receives them, and the latency of each counts from its intended
 * start. A message contains that time, so that the threads share nothing else.
 *
 * <p>Every message that is due must be sent, and every message sent must be received, in order, or the run fails: a run
 * that silently drops slow messages would look fast.
 *
 * @param ratePerSecond messages per second
 * @param leadInNs how long messages are sent before latencies are recorded
 * @param recordedNs how long latencies are recorded
 */
record LatencyRun(long ratePerSecond, long leadInNs, long recordedNs) {
    /** The result of a receiver if there is no message yet. */
    static final long NOTHING = Long.MIN_VALUE;

    private static final long START_DELAY_NS = TimeUnit.MILLISECONDS.toNanos(20);
    private static final long GRACE_NS = TimeUnit.SECONDS.toNanos(120);
    private static final int POLLS_PER_CHECK = 1 << 16;

    /** Sends from one thread, which also opens and closes it. */
    interface Sender extends AutoCloseable {
        void send(long content);

        @Override
        void close();
    }

    /** Receives in one thread, which also opens and closes it. */
    interface Receiver extends AutoCloseable {
        /** Returns the content of the next message, or {@link #NOTHING}. */
        long poll();

        @Override
        void close();
    }

    /** Returns how many messages are sent. */
    long messages() {
        return Rate.perSecond(ratePerSecond).countWithin(leadInNs + recordedNs);
    }

    Histogram run(Callable<? extends Sender> sender, Callable<? extends Receiver> receiver) throws Exception {
        AtomicLong startNs = new AtomicLong();
        AtomicBoolean abandoned = new AtomicBoolean();
        CyclicBarrier ready = new CyclicBarrier(2, () -> startNs.set(System.nanoTime() + START_DELAY_NS));
        try (var threads = Executors.newFixedThreadPool(2)) {
            Future<?> sending = threads.submit(() -> {
                try (Sender opened = sender.call()) {
                    ready.await();
                    send(opened, startNs.get(), abandoned);
                }
                return null;
            });
            Future<Histogram> receiving = threads.submit(() -> {
                try (Receiver opened = receiver.call()) {
                    ready.await();
                    return receive(opened, startNs.get(), abandoned);
                }
            });
            try {
                return both(sending, receiving);
            } finally {
                // the other thread of a failed run may be polling, or may not have reached the barrier yet
                abandoned.setOpaque(true);
                threads.shutdownNow();
            }
        }
    }

    private Histogram both(Future<?> sending, Future<Histogram> receiving) throws InterruptedException {
        long limitNs = leadInNs + recordedNs + GRACE_NS;
        try {
            sending.get(limitNs, TimeUnit.NANOSECONDS);
            return receiving.get(limitNs, TimeUnit.NANOSECONDS);
        } catch (ExecutionException e) {
            throw new BenchmarkException("a latency run failed ratePerSecond=" + ratePerSecond, e.getCause());
        } catch (TimeoutException e) {
            throw new BenchmarkException(
                    "messages were lost or did not arrive in time ratePerSecond=" + ratePerSecond, e);
        }
    }

    private void send(Sender sender, long startNs, AtomicBoolean abandoned) {
        Rate rate = Rate.perSecond(ratePerSecond);
        NanoClock clock = NanoClock.system(Waiting.SPINNING);
        long count = messages();
        for (long n = 0; n < count && !abandoned.getOpaque(); n++) {
            long intendedNs = startNs + rate.offsetNs(n);
            clock.awaitNs(intendedNs);
            sender.send(intendedNs);
        }
    }

    private Histogram receive(Receiver receiver, long startNs, AtomicBoolean abandoned) {
        Histogram latencies = LatencyRecorder.newHistogram();
        Rate rate = Rate.perSecond(ratePerSecond);
        long count = messages();
        long recordFromNs = startNs + leadInNs;
        for (long n = 0; n < count; n++) {
            long intendedNs = await(receiver, abandoned);
            long latencyNs = System.nanoTime() - intendedNs;
            long expectedNs = startNs + rate.offsetNs(n);
            if (intendedNs != expectedNs) {
                throw new BenchmarkException("a message was lost or out of order n=" + n + " expected=" + expectedNs
                        + " actual=" + intendedNs);
            }
            if (intendedNs - recordFromNs >= 0) {
                latencies.recordValue(Math.min(latencyNs, LatencyRecorder.HIGHEST_NS));
            }
        }
        return latencies;
    }

    private static long await(Receiver receiver, AtomicBoolean abandoned) {
        for (int polls = 1; ; polls++) {
            long content = receiver.poll();
            if (content != NOTHING) {
                return content;
            }
            if (polls % POLLS_PER_CHECK == 0 && abandoned.getOpaque()) {
                throw new BenchmarkException("the other thread of the latency run has failed");
            }
            Thread.onSpinWait();
        }
    }
}
