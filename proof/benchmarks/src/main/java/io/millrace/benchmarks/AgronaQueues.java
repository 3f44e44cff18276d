package io.millrace.benchmarks;

import org.agrona.concurrent.ManyToManyConcurrentArrayQueue;
import org.agrona.concurrent.ManyToOneConcurrentArrayQueue;
import org.agrona.concurrent.ManyToOneConcurrentLinkedQueue;
import org.agrona.concurrent.OneToOneConcurrentArrayQueue;

/**
 * The queues of Agrona. Arrays for many producers stand in two rows each: what they have is a {@link RelaxedPolls
 * relaxed poll}.
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

    /** Their throughput. */
    public static final class Throughput extends QueueThroughput {
        /** Called by a fork. */
        public Throughput() {}

        @Override
        QueueSet queues() {
            return AgronaQueues.queues();
        }
    }

    /** Their bursts. */
    public static final class Bursts extends QueueBursts {
        /** Called by a fork. */
        public Bursts() {}

        @Override
        QueueSet queues() {
            return AgronaQueues.queues();
        }
    }

    /** What one thread takes for them. */
    public static final class Pairs extends QueuePairs {
        /** Called by a fork. */
        public Pairs() {}

        @Override
        QueueSet queues() {
            return AgronaQueues.queues();
        }
    }
}
