package io.millrace.benchmarks;

import org.agrona.concurrent.ManyToManyConcurrentArrayQueue;
import org.agrona.concurrent.ManyToOneConcurrentArrayQueue;
import org.agrona.concurrent.ManyToOneConcurrentLinkedQueue;
import org.agrona.concurrent.OneToOneConcurrentArrayQueue;

/**
 * The queues of Agrona. Its array queues for many producers are compared in two rows each, since their polls are {@link
 * RelaxedPolls relaxed}.
 */
final class AgronaQueues {
    private AgronaQueues() {}

    static QueueSet queues() {
        return new QueueSet()
                .with("SPSC array", () -> new OneToOneConcurrentArrayQueue<>(QueueSet.CAPACITY))
                .with("MPSC array", () -> new ManyToOneConcurrentArrayQueue<>(QueueSet.CAPACITY))
                .with("MPSC linked", () -> new ManyToOneConcurrentLinkedQueue<>())
                .with("MPMC array", () -> new ManyToManyConcurrentArrayQueue<>(QueueSet.CAPACITY))
                .with("MPSC array relaxed polls", () -> new ManyToOneConcurrentArrayQueue<>(QueueSet.CAPACITY))
                .with("MPMC array relaxed polls", () -> new ManyToManyConcurrentArrayQueue<>(QueueSet.CAPACITY));
    }

    /** Measures their throughput. */
    public static final class Throughput extends QueueThroughput {
        /** Creates the workload; a fork calls this. */
        public Throughput() {}

        @Override
        QueueSet queues() {
            return AgronaQueues.queues();
        }
    }

    /** Measures their bursts. */
    public static final class Bursts extends QueueBursts {
        /** Creates the workload; a fork calls this. */
        public Bursts() {}

        @Override
        QueueSet queues() {
            return AgronaQueues.queues();
        }
    }

    /** Measures them with one thread. */
    public static final class Pairs extends QueuePairs {
        /** Creates the workload; a fork calls this. */
        public Pairs() {}

        @Override
        QueueSet queues() {
            return AgronaQueues.queues();
        }
    }
}
