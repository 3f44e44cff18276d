package io.millrace.benchmarks;

import io.millrace.harness.CorePair;
import io.millrace.harness.CounterPair;
import io.millrace.harness.Effort;
import io.millrace.harness.Figures;
import io.millrace.harness.Turn;
import io.millrace.harness.Workload;
import io.millrace.measure.Statistics;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.FutureTask;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;

/**
 * The suite of bursts: one thread sends 1, 10 or 100 elements and waits until the other has answered the last, as in a
 * round trip. The report also has the round trip of a bare counter between the same two threads.
 */
abstract class QueueBursts implements Workload {

    private static final double LEAST_SHOWN = 0.01;

    abstract QueueSet queues();

    @Override
    public final void run(Effort effort, Path directory, Figures figures) throws Exception {
        QueueSet queues = queues();
        String first = QueueCase.burstKinds().getFirst();
        // one run that does not count, since the compiler is still compiling the code that all cases share
        rounds(queues.queue(first), 1, effort);
        double roundTripNs = CorePair.roundTripNs(effort);
        figures.report(QueueCase.ROUND_TRIP, roundTripNs);
        for (String kind : QueueCase.burstKinds()) {
            for (int size : QueueCase.BURSTS) {
                boolean isHop = size == 1 && kind.equals(first);
                boolean isWanted =
                        figures.isWanted(QueueCase.burst(kind, size)) || (isHop && figures.isWanted(QueueCase.HOP));
                if (!isWanted || !queues.has(QueueCase.of(kind))) {
                    continue;
                }
                Turn.stage(QueueCase.burstKinds().indexOf(kind));
                List<Round> rounds = rounds(queues.queue(kind), size, effort);
                List<Double> burstNs = rounds.stream().map(Round::burstNs).toList();
                List<Double> roundTripsNs =
                        rounds.stream().map(Round::roundTripNs).toList();
                figures.report(QueueCase.burst(kind, size), burstNs, roundTripsNs);
                if (isHop) {
                    figures.report(QueueCase.HOP, transfersPerHop(Statistics.median(burstNs), roundTripNs));
                }
            }
        }
    }

    /**
     * Returns how many one-way transfers of a cache line a hop through the queue takes: a burst of one is that hop and
     * one transfer back. On a machine with other load the measured round trip may be too long by more than the hop;
     * then the result is the least possible.
     */
    private static double transfersPerHop(double burstNs, double roundTripNs) {
        double transferNs = roundTripNs / 2;
        return Math.max(LEAST_SHOWN, (burstNs - transferNs) / transferNs);
    }

    /** The time of bursts in a round, and a bare round trip around it. */
    private record Round(double burstNs, double roundTripNs) {}

    /** Returns rounds of a fixed length each, however busy the machine is. */
    private static List<Round> rounds(Queue<Integer> queue, int size, Effort effort) throws InterruptedException {
        QueueLoops loops = QueueLoopBody.fresh();
        List<Round> rounds = new ArrayList<>();
        for (int i = 0; i < effort.queueWarmUps() + effort.queueRounds(); i++) {
            Turn.next();
            double beforeNs = CounterPair.presentNs();
            AtomicLong answered = new AtomicLong();
            AtomicBoolean sent = new AtomicBoolean();
            AtomicBoolean stop = new AtomicBoolean();
            FutureTask<Long> answering = CorePair.start(1, () -> {
                loops.answer(queue, size, answered, stop);
                return 0;
            });
            double burstNs =
                    CorePair.nsPerTrip(effort.queueRoundMs(), sent, () -> loops.send(queue, size, answered, sent));
            stop.setOpaque(true);
            CorePair.join(answering);
            double roundTripNs = CounterPair.aroundNs(beforeNs, CounterPair.presentNs());
            if (i >= effort.queueWarmUps()) {
                rounds.add(new Round(burstNs, roundTripNs));
            }
        }
        return rounds;
    }
}
