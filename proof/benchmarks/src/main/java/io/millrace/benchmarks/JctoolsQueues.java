package io.millrace.benchmarks;

import java.util.Queue;
import org.jctools.queues.MessagePassingQueue;
import org.jctools.queues.MpmcArrayQueue;
import org.jctools.queues.MpmcUnboundedXaddArrayQueue;
import org.jctools.queues.MpscArrayQueue;
import org.jctools.queues.MpscLinkedQueue;
import org.jctools.queues.MpscUnboundedArrayQueue;
import org.jctools.queues.SpmcArrayQueue;
import org.jctools.queues.SpscArrayQueue;
import org.jctools.queues.SpscChunkedArrayQueue;
import org.jctools.queues.SpscGrowableArrayQueue;
import org.jctools.queues.SpscLinkedQueue;
import org.jctools.queues.SpscUnboundedArrayQueue;

/** The queues of JCTools that need Unsafe. */
final class JctoolsQueues {
    private JctoolsQueues() {}

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
                .with("MPSC array", () -> new MpscArrayQueue<>(QueueSet.CAPACITY))
                .with("MPSC unbounded 1K", () -> new MpscUnboundedArrayQueue<>(1024))
                .with("MPSC unbounded", () -> new MpscUnboundedArrayQueue<>(1024))
                .with("MPSC linked", () -> new MpscLinkedQueue<>())
                .withBulk("MPSC array", () -> bulk(new MpscArrayQueue<>(QueueSet.CAPACITY)))
                .with("SPMC array", () -> new SpmcArrayQueue<>(QueueSet.CAPACITY))
                .with("MPMC array", () -> new MpmcArrayQueue<>(QueueSet.CAPACITY))
                .with("MPSC array relaxed polls", () -> relaxed(new MpscArrayQueue<>(QueueSet.CAPACITY)))
                .with("MPMC array relaxed polls", () -> relaxed(new MpmcArrayQueue<>(QueueSet.CAPACITY)))
                .with("MPMC unbounded 1K", () -> new MpmcUnboundedXaddArrayQueue<>(1024));
    }

    /** Returns a queue of either artifact, with relaxed polls. */
    static <Q extends MessagePassingQueue<Integer> & Queue<Integer>> RelaxedPolls relaxed(Q queue) {
        return new RelaxedPolls(queue, queue::relaxedPoll);
    }

    /** Returns a queue of either artifact, for batches. */
    static BulkQueue bulk(MessagePassingQueue<Integer> queue) {
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
            return JctoolsQueues.queues();
        }
    }

    /** Measures their bursts. */
    public static final class Bursts extends QueueBursts {
        /** Creates the workload; a fork calls this. */
        public Bursts() {}

        @Override
        QueueSet queues() {
            return JctoolsQueues.queues();
        }
    }

    /** Measures them with one thread. */
    public static final class Pairs extends QueuePairs {
        /** Creates the workload; a fork calls this. */
        public Pairs() {}

        @Override
        QueueSet queues() {
            return JctoolsQueues.queues();
        }
    }
}
