package io.millrace.benchmarks;

import io.millrace.harness.BatchTimes;
import io.millrace.harness.BenchmarkException;
import io.millrace.harness.Effort;
import io.millrace.harness.Figures;
import io.millrace.harness.HeapRegions;
import io.millrace.harness.Turn;
import io.millrace.harness.Workload;
import java.nio.file.Path;
import java.util.List;
import java.util.Queue;
import java.util.function.IntSupplier;

/**
 * The suite of one thread, which offers elements and polls them: the cost of a queue without contention, and its
 * allocation. There are more elements than a chunk of 1,024 has slots.
 */
abstract class QueuePairs implements Workload {
    private static final int BATCHES = 8;

    /** The maximum number of elements in the queue. */
    static final int CONTENT = BATCHES * QueueLoopBody.BATCH;

    /** The number of passes between two readings of the clock, since a reading takes as long as hundreds of pairs. */
    private static final int PASSES = 16;

    private static final long QUICK_MS = 160;

    abstract QueueSet queues();

    @Override
    public final void run(Effort effort, Path directory, Figures figures) throws Exception {
        QueueSet queues = queues();
        BatchTimes times = new BatchTimes(PASSES * CONTENT, effort, QUICK_MS);
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
            return whole(one, () -> loops.pass(queue, BATCHES));
        }
        Queue<Integer> queue = queues.queue(one.kind());
        if (one.isInService()) {
            HeapRegions.growOld();
        }
        QueueLoops loops = QueueLoopBody.fresh();
        return whole(one, () -> loops.pass(queue, CONTENT));
    }

    private static Runnable whole(QueueCase one, IntSupplier pass) {
        return () -> {
            for (int i = 0; i < PASSES; i++) {
                int polled = pass.getAsInt();
                if (polled != CONTENT) {
                    throw new BenchmarkException("not all elements were polled case=" + one.pair() + " offered="
                            + CONTENT + " polled=" + polled);
                }
            }
        };
    }
}
