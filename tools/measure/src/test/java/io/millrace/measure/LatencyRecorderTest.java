package io.millrace.measure;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.Executors;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.Future;
import java.util.concurrent.FutureTask;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.Test;

class LatencyRecorderTest {
    private final LatencyRecorder recorder = new LatencyRecorder("read-rt");

    @Test
    void anIntervalHoldsWhatWasRecordedSinceTheLastOne() {
        recorder.record(1_000);
        recorder.record(2_000);
        assertEquals(2, recorder.interval().getTotalCount());
        recorder.record(3_000);
        Histogram second = recorder.interval();
        assertEquals(1, second.getTotalCount());
        assertEquals("read-rt", second.getTag());
        assertEquals(3, recorder.total().getTotalCount());
        recorder.reset();
        assertEquals(0, recorder.total().getTotalCount());
    }

    @Test
    void nothingIsLostWhileIntervalsAreTaken() throws Exception {
        int each = 2_000_000;
        long taken = 0;
        List<Future<?>> writers = new ArrayList<>();
        try (var platform = Executors.newFixedThreadPool(2);
                var virtual = Executors.newVirtualThreadPerTaskExecutor()) {
            for (int i = 0; i < 2; i++) {
                writers.add(platform.submit(() -> recordMany(each)));
                writers.add(virtual.submit(() -> recordMany(each)));
            }
            while (!writers.stream().allMatch(Future::isDone)) {
                taken += recorder.interval().getTotalCount();
            }
            for (Future<?> writer : writers) {
                writer.get();
            }
        }
        taken += recorder.interval().getTotalCount();
        assertEquals(4L * each, taken);
        assertEquals(4L * each, recorder.total().getTotalCount());
    }

    /** Threads whose numbers differ by a multiple of the most histograms that there may be begin at the same one. */
    @Test
    void threadsThatBeginAtTheSameHistogramLoseNothing() throws Exception {
        int each = 10_000_000;
        List<Thread> threads = new ArrayList<>();
        CyclicBarrier both = new CyclicBarrier(2);
        Callable<Integer> recording = () -> {
            both.await();
            for (int i = 0; i < each; i++) {
                recorder.record(1);
            }
            return each;
        };
        while (threads.size() < 2) {
            Thread thread = Thread.ofPlatform().unstarted(new FutureTask<>(recording));
            if (threads.isEmpty() || (thread.threadId() - threads.getFirst().threadId()) % 64 == 0) {
                threads.add(thread);
            }
        }
        threads.forEach(Thread::start);
        for (Thread thread : threads) {
            thread.join();
        }
        assertEquals(2L * each, recorder.interval().getTotalCount());
    }

    /** On JDK 25 the common pool clears the thread locals of its threads after each task. */
    @Test
    void threadsThatEndOrForgetNeedNoMoreMemory() throws Exception {
        int tasks = 20_000;
        for (int i = 0; i < tasks; i++) {
            ForkJoinPool.commonPool().submit(() -> recorder.record(1)).get();
        }
        for (int i = 0; i < tasks; i++) {
            Thread.ofPlatform().start(() -> recorder.record(2)).join();
        }
        try (var virtual = Executors.newVirtualThreadPerTaskExecutor()) {
            for (int i = 0; i < 10 * tasks; i++) {
                virtual.execute(() -> recorder.record(3));
            }
        }
        assertEquals(12L * tasks, recorder.interval().getTotalCount());
        assertTrue(recorder.histograms() <= 64, "histograms=" + recorder.histograms());
    }

    @Test
    void timesOutsideTheRangeAreMovedToItsEdgeAndCounted() {
        recorder.record(-1);
        recorder.record(Long.MAX_VALUE);
        Histogram interval = recorder.interval();
        assertEquals(2, interval.getTotalCount());
        assertEquals(0, interval.getMinValue());
        assertTrue(interval.getMaxValue() >= LatencyRecorder.HIGHEST_NS);
        assertEquals(2, recorder.clamped());
    }

    @Test
    void recordingAllocatesNothing() {
        var threads = (com.sun.management.ThreadMXBean) ManagementFactory.getThreadMXBean();
        recordMany(10_000);
        long before = threads.getCurrentThreadAllocatedBytes();
        recordMany(1_000_000);
        long bytes = threads.getCurrentThreadAllocatedBytes() - before;
        assertTrue(bytes < 100_000, "bytes=" + bytes);
    }

    @Test
    void aTagThatNoLogCanHoldIsRefused() {
        for (String tag : new String[] {"", "a,b", "a b", "a\nb", "a\tb"}) {
            assertThrows(MeasureException.class, () -> new LatencyRecorder(tag), tag);
        }
    }

    private void recordMany(int count) {
        for (int i = 0; i < count; i++) {
            recorder.record(i);
        }
    }
}
