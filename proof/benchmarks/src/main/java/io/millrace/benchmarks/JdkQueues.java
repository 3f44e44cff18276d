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

    /** Their throughput. */
    public static final class Throughput extends QueueThroughput {
        /** Called by a fork. */
        public Throughput() {}

        @Override
        QueueSet queues() {
            return JdkQueues.queues();
        }
    }

    /** Their bursts. */
    public static final class Bursts extends QueueBursts {
        /** Called by a fork. */
        public Bursts() {}

        @Override
        QueueSet queues() {
            return JdkQueues.queues();
        }
    }

    /** What one thread takes for them. */
    public static final class Pairs extends QueuePairs {
        /** Called by a fork. */
        public Pairs() {}

        @Override
        QueueSet queues() {
            return JdkQueues.queues();
        }
    }
}
