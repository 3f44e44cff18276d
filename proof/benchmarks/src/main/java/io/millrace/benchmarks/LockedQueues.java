package io.millrace.benchmarks;

/** A deque with a lock, whose batches lock once. */
final class LockedQueues {
    private LockedQueues() {}

    static QueueSet queues() {
        return new QueueSet()
                .with("SPSC array", LockedDeque::new)
                .withBulk("SPSC array", LockedDeque::new)
                .with("MPSC array", LockedDeque::new)
                .withBulk("MPSC array", LockedDeque::new)
                .with("MPMC array", LockedDeque::new);
    }

    /** Measures their throughput. */
    public static final class Throughput extends QueueThroughput {
        /** Creates the workload; a fork calls this. */
        public Throughput() {}

        @Override
        QueueSet queues() {
            return LockedQueues.queues();
        }
    }

    /** Measures their bursts. */
    public static final class Bursts extends QueueBursts {
        /** Creates the workload; a fork calls this. */
        public Bursts() {}

        @Override
        QueueSet queues() {
            return LockedQueues.queues();
        }
    }

    /** Measures them with one thread. */
    public static final class Pairs extends QueuePairs {
        /** Creates the workload; a fork calls this. */
        public Pairs() {}

        @Override
        QueueSet queues() {
            return LockedQueues.queues();
        }
    }
}
