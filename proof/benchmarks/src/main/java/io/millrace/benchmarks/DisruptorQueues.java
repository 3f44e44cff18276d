package io.millrace.benchmarks;

/** A ring of the Disruptor, used as a queue. */
final class DisruptorQueues {
    private DisruptorQueues() {}

    static QueueSet queues() {
        return new QueueSet()
                .with("SPSC array", () -> new DisruptorQueue(DisruptorQueue.Producers.ONE))
                .with("MPSC array", () -> new DisruptorQueue(DisruptorQueue.Producers.MANY));
    }

    /** Their throughput. */
    public static final class Throughput extends QueueThroughput {
        /** Called by a fork. */
        public Throughput() {}

        @Override
        QueueSet queues() {
            return DisruptorQueues.queues();
        }
    }

    /** Their bursts. */
    public static final class Bursts extends QueueBursts {
        /** Called by a fork. */
        public Bursts() {}

        @Override
        QueueSet queues() {
            return DisruptorQueues.queues();
        }
    }

    /** What one thread takes for them. */
    public static final class Pairs extends QueuePairs {
        /** Called by a fork. */
        public Pairs() {}

        @Override
        QueueSet queues() {
            return DisruptorQueues.queues();
        }
    }
}
