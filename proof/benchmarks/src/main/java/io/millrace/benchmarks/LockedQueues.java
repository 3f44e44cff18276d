package io.millrace.benchmarks;

/** A deque behind a lock, whose batches take the lock once. */
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

    /** Their throughput. */
    public static final class Throughput extends QueueThroughput {
        /** Called by a fork. */
        public Throughput() {}

        @Override
        QueueSet queues() {
            return LockedQueues.queues();
        }
    }

    /** Their bursts. */
    public static final class Bursts extends QueueBursts {
        /** Called by a fork. */
        public Bursts() {}

        @Override
        QueueSet queues() {
            return LockedQueues.queues();
        }
    }

    /** What one thread takes for them. */
    public static final class Pairs extends QueuePairs {
        /** Called by a fork. */
        public Pairs() {}

        @Override
        QueueSet queues() {
            return LockedQueues.queues();
        }
    }
}
