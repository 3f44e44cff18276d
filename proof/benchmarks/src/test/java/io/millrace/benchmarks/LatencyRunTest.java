package io.millrace.benchmarks;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.millrace.benchmarks.LatencyRun.Receiver;
import io.millrace.benchmarks.LatencyRun.Sender;
import io.millrace.harness.BenchmarkException;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.Test;

class LatencyRunTest {
    private static final LatencyRun RUN =
            new LatencyRun(1_000, TimeUnit.MILLISECONDS.toNanos(50), TimeUnit.MILLISECONDS.toNanos(200));

    private final Queue<Long> queue = new ConcurrentLinkedQueue<>();

    @Test
    void everyMessageAfterTheLeadInIsRecorded() throws Exception {
        assertEquals(200, RUN.run(() -> sender(-1, 0), this::receiver).getTotalCount());
    }

    @Test
    void aStallOfTheSenderCountsForEveryMessageThatWasDueMeanwhile() throws Exception {
        Histogram latencies = RUN.run(() -> sender(100, TimeUnit.MILLISECONDS.toNanos(100)), this::receiver);
        // One message per millisecond was due during the stall of 100 ms: message k of them waits (100 - k) ms.
        assertEquals(200, latencies.getTotalCount());
        double above50Ms = latencies.getCountBetweenValues(TimeUnit.MILLISECONDS.toNanos(50), Long.MAX_VALUE);
        assertTrue(above50Ms >= 50, "above50Ms=" + above50Ms);
    }

    @Test
    void aLostMessageFailsTheRun() {
        Sender losing = new Sender() {
            private int sent;

            @Override
            public void send(long content) {
                if (sent++ != 10) {
                    queue.add(content);
                }
            }

            @Override
            public void close() {}
        };
        BenchmarkException error = assertThrows(BenchmarkException.class, () -> RUN.run(() -> losing, this::receiver));
        assertTrue(
                error.getCause().getMessage().contains("n=10"), error.getCause().getMessage());
    }

    @Test
    void aSenderThatCannotBeOpenedFailsTheRunAtOnce() {
        assertThrows(
                BenchmarkException.class,
                () -> RUN.run(
                        () -> {
                            throw new IllegalStateException("no sender");
                        },
                        this::receiver));
    }

    private Sender sender(int stallAt, long stallNs) {
        return new Sender() {
            private int sent;

            @Override
            public void send(long content) {
                if (sent++ == stallAt) {
                    LockSupport.parkNanos(stallNs);
                }
                queue.add(content);
            }

            @Override
            public void close() {}
        };
    }

    private Receiver receiver() {
        return new Receiver() {
            @Override
            public long poll() {
                Long content = queue.poll();
                return content == null ? LatencyRun.NOTHING : content;
            }

            @Override
            public void close() {}
        };
    }
}
