package io.millrace.benchmarks;

import java.nio.file.Path;
import java.util.List;
import java.util.Queue;
import java.util.function.IntSupplier;

/**
 * The suite of one thread, which offers elements and polls them: what a queue costs where no other thread is in the
 * way, and what it allocates. There are more than a chunk of 1,024 has slots.
 */
abstract class QueuePairs implements Workload {
    private static final int BATCHES = 8;

    /** How many elements are in the queue at most. */
    static final int CONTENT = BATCHES * QueueLoopBody.BATCH;

    /** How often they go through it between two looks at the clock, which takes as long as hundreds of pairs. */
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
                    throw new BenchmarkException("not all elements came back: case=" + one.pair() + " offered="
                            + CONTENT + " polled=" + polled);
                }
            }
        };
    }
}
