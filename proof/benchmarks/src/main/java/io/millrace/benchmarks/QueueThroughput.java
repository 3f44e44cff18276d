package io.millrace.benchmarks;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * The suite of throughput: all threads offer or poll in plain loops, without waiting; polls that got an element count,
 * and neither refused offers nor empty polls do.
 */
abstract class QueueThroughput implements Workload {

    private static final int MOST_ROUNDS = 200;

    abstract QueueSet queues();

    @Override
    public final void run(Effort effort, Path directory, Figures figures) throws Exception {
        QueueSet queues = queues();
        // Once for nothing, since the compiler is at work on what all cases share.
        single(QueueCase.throughput().getFirst(), queues, effort);
        for (QueueCase one : QueueCase.throughput()) {
            if (queues.has(one)) {
                figures.report(one.name(), one.isBulk() ? bulk(one, queues, effort) : single(one, queues, effort));
            }
        }
    }

    private static List<Double> single(QueueCase one, QueueSet queues, Effort effort) throws InterruptedException {
        Queue<Integer> queue = queues.queue(one.kind());
        QueueLoops loops = QueueLoopBody.fresh();
        return rates(effort, stop -> {
            List<FutureTask<Long>> consumers = new ArrayList<>();
            List<FutureTask<Long>> producers = new ArrayList<>();
            for (int i = 0; i < one.consumers(); i++) {
                consumers.add(CorePair.start(i, () -> loops.consume(queue, stop)));
            }
            for (int i = 0; i < one.producers(); i++) {
                producers.add(CorePair.start(one.consumers() + i, () -> loops.produce(queue, stop)));
            }
            return new Running(consumers, producers, () -> {
                while (queue.poll() != null) {
                    Thread.onSpinWait();
                }
            });
        });
    }

    private static List<Double> bulk(QueueCase one, QueueSet queues, Effort effort) throws InterruptedException {
        BulkQueue queue = queues.bulk(one.kind());
        QueueLoops loops = QueueLoopBody.fresh();
        return rates(
                effort,
                stop -> new Running(
                        List.of(CorePair.start(0, () -> loops.drain(queue, stop))),
                        List.of(CorePair.start(1, () -> {
                            loops.fill(queue, stop);
                            return 0;
                        })),
                        () -> {
                            while (queue.drain(Integer.MAX_VALUE) > 0) {
                                Thread.onSpinWait();
                            }
                        }));
    }

    private record Running(List<FutureTask<Long>> consumers, List<FutureTask<Long>> producers, Runnable clear) {}

    private interface Round {
        Running start(AtomicBoolean stop);
    }

    /**
     * Returns the rates of the rounds that count, in millions a second. A round in which the system let none of
     * the consumers run does not count.
     */
    private static List<Double> rates(Effort effort, Round round) throws InterruptedException {
        List<Double> rates = new ArrayList<>();
        for (int i = 0; rates.size() < effort.queueRounds(); i++) {
            if (i == MOST_ROUNDS) {
                throw new BenchmarkException("no elements come through the queue: rounds=" + i);
            }
            AtomicBoolean stop = new AtomicBoolean();
            long startNs = System.nanoTime();
            Running running = round.start(stop);
            TimeUnit.MILLISECONDS.sleep(effort.queueRoundMs());
            stop.setOpaque(true);
            long polled = 0;
            for (FutureTask<Long> consumer : running.consumers()) {
                polled += CorePair.join(consumer);
            }
            double micros = (System.nanoTime() - startNs) / 1e3;
            for (FutureTask<Long> producer : running.producers()) {
                CorePair.join(producer);
            }
            running.clear().run();
            if (i >= effort.queueWarmUps() && polled > 0) {
                rates.add(polled / micros);
            }
        }
        return rates;
    }
}
