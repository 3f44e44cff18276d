package io.millrace.benchmarks;

/** A ring of the Disruptor, used as a queue. */
final class DisruptorQueues {
    private DisruptorQueues() {}

    static QueueSet queues() {
        return new QueueSet()
                .with("SPSC array", () -> new DisruptorQueue(DisruptorQueue.Producers.ONE))
                .with("MPSC array", () -> new DisruptorQueue(DisruptorQueue.Producers.MANY));
    }

    /** Measures their throughput. */
    public static final class Throughput extends QueueThroughput {
        /** Creates the workload; a fork calls this. */
        public Throughput() {}

        @Override
        QueueSet queues() {
            return DisruptorQueues.queues();
        }
    }

    /** Measures their bursts. */
    public static final class Bursts extends QueueBursts {
        /** Creates the workload; a fork calls this. */
        public Bursts() {}

        @Override
        QueueSet queues() {
            return DisruptorQueues.queues();
        }
    }

    /** Measures them with one thread. */
    public static final class Pairs extends QueuePairs {
        /** Creates the workload; a fork calls this. */
        public Pairs() {}

        @Override
        QueueSet queues() {
            return DisruptorQueues.queues();
        }
    }
}
