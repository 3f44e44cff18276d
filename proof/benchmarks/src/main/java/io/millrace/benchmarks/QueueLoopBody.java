package io.millrace.benchmarks;

import io.millrace.harness.BenchmarkException;
import io.millrace.harness.HeapRegions;
import java.io.IOException;
import java.lang.invoke.MethodHandles;
import java.util.Queue;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;

/** The loops; {@link #fresh} defines the class again, so that the profile of its calls has one class of queue only. */
final class QueueLoopBody implements QueueLoops {
    static final Integer ELEMENT = 777;

    private static final int UNCHECKED = 256;
    static final int BATCH = 256;

    QueueLoopBody() {}

    /** Returns new loops with an element of their own, in another region of the heap than all earlier allocations. */
    static QueueLoops fresh() {
        HeapRegions.leave();
        try (var bytes = QueueLoopBody.class.getResourceAsStream("QueueLoopBody.class")) {
            MethodHandles.Lookup own = MethodHandles.lookup().defineHiddenClass(bytes.readAllBytes(), true);
            return (QueueLoops) own.lookupClass().getDeclaredConstructor().newInstance();
        } catch (ReflectiveOperationException | IOException e) {
            throw new BenchmarkException("the class of the loops cannot be defined again", e);
        }
    }

    @Override
    public void produce(Queue<Integer> queue, AtomicBoolean stop, CallCounts offers) {
        long calls = 0;
        long refused = 0;
        while (!stop.getOpaque()) {
            for (int i = 0; i < UNCHECKED; i++) {
                if (!queue.offer(ELEMENT)) {
                    refused++;
                }
            }
            calls += UNCHECKED;
        }
        offers.add(calls - refused, refused);
    }

    @Override
    public void consume(Queue<Integer> queue, AtomicBoolean stop, CallCounts polls) {
        long calls = 0;
        long polled = 0;
        while (!stop.getOpaque()) {
            for (int i = 0; i < UNCHECKED; i++) {
                if (queue.poll() != null) {
                    polled++;
                }
            }
            calls += UNCHECKED;
        }
        polls.add(polled, calls - polled);
    }

    @Override
    public void fill(BulkQueue queue, AtomicBoolean stop, CallCounts offers) {
        long filled = 0;
        long refused = 0;
        while (!stop.getOpaque()) {
            int batch = queue.fill(BATCH);
            filled += batch;
            refused += batch == 0 ? 1 : 0;
        }
        offers.add(filled, refused);
    }

    @Override
    public void drain(BulkQueue queue, AtomicBoolean stop, CallCounts polls) {
        long drained = 0;
        long empty = 0;
        while (!stop.getOpaque()) {
            int batch = queue.drain(BATCH);
            drained += batch;
            empty += batch == 0 ? 1 : 0;
        }
        polls.add(drained, empty);
    }

    @Override
    public long send(Queue<Integer> queue, int size, AtomicLong answered, AtomicBoolean stop) {
        long target = answered.get();
        long bursts = 0;
        do {
            for (int i = 0; i < size; i++) {
                while (!queue.offer(ELEMENT)) {
                    Thread.onSpinWait();
                }
            }
            target += size;
            while (answered.getAcquire() != target) {
                Thread.onSpinWait();
            }
            bursts++;
        } while (!stop.getOpaque());
        return bursts;
    }

    @Override
    public void answer(Queue<Integer> queue, int size, AtomicLong answered, AtomicBoolean stop) {
        long count = answered.get();
        while (!stop.getOpaque()) {
            for (int i = 0; i < UNCHECKED; i++) {
                if (queue.poll() != null && ++count % size == 0) {
                    answered.setRelease(count);
                }
            }
        }
    }

    @Override
    public int pass(Queue<Integer> queue, int elements) {
        for (int i = 0; i < elements; i++) {
            queue.offer(ELEMENT);
        }
        int polled = 0;
        for (int i = 0; i < elements; i++) {
            if (queue.poll() != null) {
                polled++;
            }
        }
        return polled;
    }

    @Override
    public int pass(BulkQueue queue, int batches) {
        for (int i = 0; i < batches; i++) {
            queue.fill(BATCH);
        }
        int drained = 0;
        for (int i = 0; i < batches; i++) {
            drained += queue.drain(BATCH);
        }
        return drained;
    }
}
