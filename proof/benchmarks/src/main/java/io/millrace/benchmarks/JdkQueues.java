package io.millrace.benchmarks;

import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.ConcurrentLinkedQueue;

/** The queues of the JDK. */
final class JdkQueues {
    private JdkQueues() {}

    static QueueSet queues() {
        return new QueueSet()
                .with("SPSC array", () -> new ArrayBlockingQueue<>(QueueSet.CAPACITY))
                .with("SPSC linked", ConcurrentLinkedQueue::new)
                .with("MPSC array", () -> new ArrayBlockingQueue<>(QueueSet.CAPACITY))
                .with("MPSC linked", ConcurrentLinkedQueue::new)
                .with("SPMC array", () -> new ArrayBlockingQueue<>(QueueSet.CAPACITY))
                .with("SPMC linked", ConcurrentLinkedQueue::new)
                .with("MPMC array", () -> new ArrayBlockingQueue<>(QueueSet.CAPACITY))
                .with("MPMC linked", ConcurrentLinkedQueue::new);
    }

    /** Measures their throughput. */
    public static final class Throughput extends QueueThroughput {
        /** Creates the workload; a fork calls this. */
        public Throughput() {}

        @Override
        QueueSet queues() {
            return JdkQueues.queues();
        }
    }

    /** Measures their bursts. */
    public static final class Bursts extends QueueBursts {
        /** Creates the workload; a fork calls this. */
        public Bursts() {}

        @Override
        QueueSet queues() {
            return JdkQueues.queues();
        }
    }

    /** Measures them with one thread. */
    public static final class Pairs extends QueuePairs {
        /** Creates the workload; a fork calls this. */
        public Pairs() {}

        @Override
        QueueSet queues() {
            return JdkQueues.queues();
        }
    }
}
