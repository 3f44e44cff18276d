package io.millrace.benchmarks;

import java.nio.file.Path;
import java.util.List;
import java.util.Queue;
import java.util.function.IntSupplier;

/**
 * The suite of one thread, which offers a batch of elements and polls them: what a queue costs where no other thread is
 * in the way, and what it allocates.
 */
abstract class QueuePairs implements Workload {
    abstract QueueSet queues();

    @Override
    public final void run(Effort effort, Path directory, Figures figures) throws Exception {
        QueueSet queues = queues();
        BatchTimes times = new BatchTimes(QueueLoopBody.BATCH, effort);
        List<QueueCase> cases = QueueCase.pairs();
        for (QueueCase one : cases) {
            if (queues.has(one) && figures.isWanted(one.pair(), one.pairAllocated())) {
                Turn.stage(cases.indexOf(one));
                Runnable batch = batch(one, queues);
                times.warmUp(batch);
                figures.report(one.pair(), times.nanoseconds(batch));
                figures.report(one.pairAllocated(), times.allocated(batch));
            }
        }
    }

    private static Runnable batch(QueueCase one, QueueSet queues) {
        if (one.isBulk()) {
            BulkQueue queue = queues.bulk(one);
            QueueLoops loops = QueueLoopBody.fresh();
            return whole(one, () -> loops.pass(queue, QueueLoopBody.BATCH));
        }
        Queue<Integer> queue = queues.queue(one.kind());
        if (one.isInService()) {
            HeapRegions.growOld();
        }
        QueueLoops loops = QueueLoopBody.fresh();
        return whole(one, () -> loops.pass(queue, QueueLoopBody.BATCH));
    }

    private static Runnable whole(QueueCase one, IntSupplier passed) {
        return () -> {
            int elements = passed.getAsInt();
            if (elements != QueueLoopBody.BATCH) {
                throw new BenchmarkException("not all elements came back: case=" + one.pair() + " offered="
                        + QueueLoopBody.BATCH + " polled=" + elements);
            }
        };
    }
}
