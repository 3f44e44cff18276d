package io.millrace.measure;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.Test;

/** Real threads, a real clock, and what the machine does beside them. */
class HarnessMachineTest {
    private static final long MS = 1_000_000;
    private static final HarnessOptions TWO_THOUSAND = HarnessOptions.at(Rate.perSecond(2_000))
            .lasting(100 * MS, 500 * MS, 1)
            .draining(TimeUnit.MINUTES.toNanos(2))
            .inFlight(1 << 14);

    @Test
    void aPipelineOfTwoThreadsIsMeasuredToItsEnd() throws InterruptedException {
        Harness harness = new Harness(TWO_THOUSAND.complete(Completion.ON_PROBE), NanoClock.system());
        ArrayBlockingQueue<Long> queue = new ArrayBlockingQueue<>(1 << 14);
        Thread consumer = Thread.ofPlatform().start(() -> consume(queue, harness.completion()));
        RunResult run = harness.run((sequence, intendedNs) -> queue.add(sequence))
                .runs()
                .getFirst();
        queue.add(-1L);
        consumer.join();
        assertEquals(1_000, run.due());
        assertEquals(1_000, run.completed());
        assertTrue(run.histogram("hiccup").getTotalCount() > 0);
        assertTrue(
                run.histogram("op-rt").getMinValue() >= run.histogram("op-st").getMinValue());
    }

    @Test
    void pausesOfTheCollectorAreRecorded() {
        RunResult run = new Harness(TWO_THOUSAND, NanoClock.system())
                .run((sequence, intendedNs) -> {
                    if (sequence % 500 == 0) {
                        System.gc();
                    }
                })
                .runs()
                .getFirst();
        Histogram pauses = run.histogram("gc");
        assertTrue(pauses.getTotalCount() >= 2, "pauses=" + pauses.getTotalCount());
        assertTrue(pauses.getMaxValue() > 0);
    }

    @Test
    void bytesAllocatedByTheTaskAreCounted() {
        Object[] kept = new Object[1];
        RunResult run = new Harness(TWO_THOUSAND.recording(MachineRecording.OFF), NanoClock.system())
                .run((sequence, intendedNs) -> kept[0] = new byte[10_000])
                .runs()
                .getFirst();
        double bytes = run.bytesPerOperation();
        assertTrue(bytes >= 10_000 && bytes < 15_000, "bytes=" + bytes);
    }

    private static void consume(ArrayBlockingQueue<Long> queue, Probe completion) {
        try {
            for (long sequence = queue.take(); sequence >= 0; sequence = queue.take()) {
                completion.sample(sequence);
            }
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }
}
