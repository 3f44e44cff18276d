package io.millrace.benchmarks;

import io.millrace.harness.BenchmarkException;
import io.millrace.harness.CorePair;
import io.millrace.harness.CounterPair;
import io.millrace.harness.Effort;
import io.millrace.harness.Figures;
import io.millrace.harness.HeapRegions;
import io.millrace.harness.Turn;
import io.millrace.harness.Workload;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.ToDoubleFunction;

/**
 * The suite of throughput: all threads offer or poll in plain loops, without waiting. The compared figure is the number
 * of polls that got an element. Offers, refused offers and polls that found nothing are shown separately.
 */
abstract class QueueThroughput implements Workload {

    private static final int MOST_ROUNDS = 200;

    abstract QueueSet queues();

    @Override
    public final void run(Effort effort, Path directory, Figures figures) throws Exception {
        QueueSet queues = queues();
        // one run that does not count, since the compiler is still compiling the code that all cases share
        single(QueueCase.throughput().getFirst(), queues, effort);
        for (QueueCase one : QueueCase.throughput()) {
            if (queues.has(one) && figures.isWanted(one.name())) {
                Turn.stage(QueueCase.throughput().indexOf(one));
                List<Rates> rounds = one.isBulk() ? bulk(one, queues, effort) : single(one, queues, effort);
                figures.report(one.name(), Rates.of(rounds, Rates::pollsMade), Rates.of(rounds, Rates::roundTripNs));
                figures.reportPart(one.name(), "offers made", Rates.of(rounds, Rates::offersMade));
                figures.reportPart(one.name(), "offers failed", Rates.of(rounds, Rates::offersFailed));
                figures.reportPart(one.name(), "polls made", Rates.of(rounds, Rates::pollsMade));
                figures.reportPart(one.name(), "polls failed", Rates.of(rounds, Rates::pollsFailed));
            }
        }
    }

    private static List<Rates> single(QueueCase one, QueueSet queues, Effort effort) throws InterruptedException {
        Queue<Integer> queue = queues.queue(one.kind());
        if (one.isInService()) {
            HeapRegions.growOld();
        }
        // after the queue, since the loops contain the element, which must be young even for an old queue
        QueueLoops loops = QueueLoopBody.fresh();
        return rates(effort, stop -> {
            Running running = new Running(() -> {
                while (queue.poll() != null) {
                    Thread.onSpinWait();
                }
            });
            for (int i = 0; i < one.consumers(); i++) {
                running.consumer(i, polls -> loops.consume(queue, stop, polls));
            }
            for (int i = 0; i < one.producers(); i++) {
                running.producer(one.consumers() + i, offers -> loops.produce(queue, stop, offers));
            }
            return running;
        });
    }

    private static List<Rates> bulk(QueueCase one, QueueSet queues, Effort effort) throws InterruptedException {
        BulkQueue queue = queues.bulk(one);
        QueueLoops loops = QueueLoopBody.fresh();
        return rates(effort, stop -> {
            Running running = new Running(() -> {
                while (queue.drain(Integer.MAX_VALUE) > 0) {
                    Thread.onSpinWait();
                }
            });
            running.consumer(0, polls -> loops.drain(queue, stop, polls));
            running.producer(1, offers -> loops.fill(queue, stop, offers));
            return running;
        });
    }

    /** The calls of all threads in millions per second; for batches, the elements, and the calls that moved none. */
    private record Rates(
            double offersMade, double offersFailed, double pollsMade, double pollsFailed, double roundTripNs) {
        static List<Double> of(List<Rates> rounds, ToDoubleFunction<Rates> rate) {
            return rounds.stream().map(rate::applyAsDouble).toList();
        }
    }

    private interface Loop {
        void run(CallCounts calls);
    }

    /** The threads of a round. */
    private static final class Running {
        private final List<FutureTask<Long>> consumers = new ArrayList<>();
        private final List<FutureTask<Long>> producers = new ArrayList<>();
        private final List<CallCounts> polls = new ArrayList<>();
        private final List<CallCounts> offers = new ArrayList<>();
        private final Runnable clear;

        Running(Runnable clear) {
            this.clear = clear;
        }

        void consumer(int turn, Loop loop) {
            consumers.add(start(turn, loop, polls));
        }

        void producer(int turn, Loop loop) {
            producers.add(start(turn, loop, offers));
        }

        private static FutureTask<Long> start(int turn, Loop loop, List<CallCounts> tallies) {
            CallCounts tally = new CallCounts();
            tallies.add(tally);
            return CorePair.start(turn, () -> {
                loop.run(tally);
                return 0;
            });
        }

        /** Returns the rates since the start; {@code beforeNs} is the bare round trip before it. */
        Rates join(long startNs, double beforeNs) throws InterruptedException {
            for (FutureTask<Long> consumer : consumers) {
                CorePair.join(consumer);
            }
            double micros = (System.nanoTime() - startNs) / 1e3;
            for (FutureTask<Long> producer : producers) {
                CorePair.join(producer);
            }
            clear.run();
            CallCounts offered = new CallCounts();
            offers.forEach(offered::add);
            CallCounts polled = new CallCounts();
            polls.forEach(polled::add);
            return new Rates(
                    offered.made() / micros,
                    offered.failed() / micros,
                    polled.made() / micros,
                    polled.failed() / micros,
                    CounterPair.aroundNs(beforeNs, CounterPair.presentNs()));
        }
    }

    private interface Round {
        Running start(AtomicBoolean stop);
    }

    /**
     * Returns the rates of the rounds that count. A round in which the system ran none of the consumers does not count.
     */
    private static List<Rates> rates(Effort effort, Round round) throws InterruptedException {
        List<Rates> rates = new ArrayList<>();
        for (int i = 0; rates.size() < effort.queueRounds(); i++) {
            if (i == MOST_ROUNDS) {
                throw new BenchmarkException("no consumer polled an element rounds=" + i);
            }
            Turn.next();
            double beforeNs = CounterPair.presentNs();
            AtomicBoolean stop = new AtomicBoolean();
            long startNs = System.nanoTime();
            Running running = round.start(stop);
            TimeUnit.MILLISECONDS.sleep(effort.queueRoundMs());
            stop.setOpaque(true);
            Rates one = running.join(startNs, beforeNs);
            if (i >= effort.queueWarmUps() && one.pollsMade() > 0) {
                rates.add(one);
            }
        }
        return rates;
    }
}
