package io.millrace.benchmarks;

import io.millrace.concurrent.MessagePassingQueue;
import io.millrace.concurrent.MpmcArrayQueue;
import io.millrace.concurrent.MpmcLinkedQueue;
import io.millrace.concurrent.MpmcUnboundedArrayQueue;
import io.millrace.concurrent.MpscArrayQueue;
import io.millrace.concurrent.MpscLinkedQueue;
import io.millrace.concurrent.MpscUnboundedArrayQueue;
import io.millrace.concurrent.SpmcArrayQueue;
import io.millrace.concurrent.SpscArrayQueue;
import io.millrace.concurrent.SpscChunkedArrayQueue;
import io.millrace.concurrent.SpscGrowableArrayQueue;
import io.millrace.concurrent.SpscLinkedQueue;
import io.millrace.concurrent.SpscUnboundedArrayQueue;
import java.util.Arrays;

/** Our queues. */
final class MillraceQueues {
    /** The number of references between the arrays of both sides, so that they share no cache line. */
    private static final int APART = 64;

    private MillraceQueues() {}

    static QueueSet queues() {
        return new QueueSet()
                .with("SPSC array", () -> new SpscArrayQueue<>(QueueSet.CAPACITY))
                .with("SPSC linked", () -> new SpscLinkedQueue<>())
                .with("SPSC chunked 16", () -> new SpscChunkedArrayQueue<>(16, QueueSet.CAPACITY))
                .with("SPSC chunked 128", () -> new SpscChunkedArrayQueue<>(128, QueueSet.CAPACITY))
                .with("SPSC chunked 1K", () -> new SpscChunkedArrayQueue<>(1024, QueueSet.CAPACITY))
                .with("SPSC chunked 16K", () -> new SpscChunkedArrayQueue<>(16384, QueueSet.CAPACITY))
                .with("SPSC growable 16", () -> new SpscGrowableArrayQueue<>(16, QueueSet.CAPACITY))
                .with("SPSC unbounded 16", () -> new SpscUnboundedArrayQueue<>(16))
                .with("SPSC unbounded 128", () -> new SpscUnboundedArrayQueue<>(128))
                .with("SPSC unbounded 1K", () -> new SpscUnboundedArrayQueue<>(1024))
                .with("SPSC unbounded 16K", () -> new SpscUnboundedArrayQueue<>(16384))
                .withBulk("SPSC array", () -> bulk(new SpscArrayQueue<>(QueueSet.CAPACITY)))
                .withArrays("SPSC array", () -> arrays(new SpscArrayQueue<>(QueueSet.CAPACITY)))
                .with("MPSC array", () -> new MpscArrayQueue<>(QueueSet.CAPACITY))
                .with("MPSC unbounded 1K", () -> new MpscUnboundedArrayQueue<>(1024))
                .with("MPSC unbounded", () -> new MpscUnboundedArrayQueue<>(1024))
                .with("MPSC linked", () -> new MpscLinkedQueue<>())
                .withBulk("MPSC array", () -> bulk(new MpscArrayQueue<>(QueueSet.CAPACITY)))
                .withArrays("MPSC array", () -> arrays(new MpscArrayQueue<>(QueueSet.CAPACITY)))
                .with("SPMC array", () -> new SpmcArrayQueue<>(QueueSet.CAPACITY))
                .with("MPMC array", () -> new MpmcArrayQueue<>(QueueSet.CAPACITY))
                .with("MPSC array relaxed polls", () -> relaxed(new MpscArrayQueue<>(QueueSet.CAPACITY)))
                .with("MPMC array relaxed polls", () -> relaxed(new MpmcArrayQueue<>(QueueSet.CAPACITY)))
                .with("MPMC unbounded 1K", () -> new MpmcUnboundedArrayQueue<>(1024))
                .with("MPMC linked", MpmcLinkedQueue::new);
    }

    private static RelaxedPolls relaxed(MessagePassingQueue<Integer> queue) {
        return new RelaxedPolls(queue, queue::relaxedPoll);
    }

    private static BulkQueue arrays(MessagePassingQueue<Object> queue) {
        Object[] offered = new Object[QueueLoopBody.BATCH];
        Arrays.fill(offered, QueueLoopBody.ELEMENT);
        Object[] polled = new Object[APART + QueueLoopBody.BATCH];
        return new BulkQueue() {
            @Override
            public int fill(int limit) {
                return queue.fill(offered, 0, Math.min(limit, offered.length));
            }

            @Override
            public int drain(int limit) {
                return queue.drain(polled, APART, Math.min(limit, QueueLoopBody.BATCH));
            }
        };
    }

    private static BulkQueue bulk(MessagePassingQueue<Integer> queue) {
        return new BulkQueue() {
            @Override
            public int fill(int limit) {
                return queue.fill(() -> QueueLoopBody.ELEMENT, limit);
            }

            @Override
            public int drain(int limit) {
                return queue.drain(element -> {}, limit);
            }
        };
    }

    /** Measures their throughput. */
    public static final class Throughput extends QueueThroughput {
        /** Creates the workload; a fork calls this. */
        public Throughput() {}

        @Override
        QueueSet queues() {
            return MillraceQueues.queues();
        }
    }

    /** Measures their bursts. */
    public static final class Bursts extends QueueBursts {
        /** Creates the workload; a fork calls this. */
        public Bursts() {}

        @Override
        QueueSet queues() {
            return MillraceQueues.queues();
        }
    }

    /** Measures them with one thread. */
    public static final class Pairs extends QueuePairs {
        /** Creates the workload; a fork calls this. */
        public Pairs() {}

        @Override
        QueueSet queues() {
            return MillraceQueues.queues();
        }
    }
}
