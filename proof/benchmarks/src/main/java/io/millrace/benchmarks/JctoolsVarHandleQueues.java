package io.millrace.benchmarks;

import org.jctools.queues.varhandle.MpmcVarHandleArrayQueue;
import org.jctools.queues.varhandle.MpscLinkedVarHandleQueue;
import org.jctools.queues.varhandle.MpscUnboundedVarHandleArrayQueue;
import org.jctools.queues.varhandle.MpscVarHandleArrayQueue;
import org.jctools.queues.varhandle.SpmcVarHandleArrayQueue;
import org.jctools.queues.varhandle.SpscChunkedVarHandleArrayQueue;
import org.jctools.queues.varhandle.SpscGrowableVarHandleArrayQueue;
import org.jctools.queues.varhandle.SpscLinkedVarHandleQueue;
import org.jctools.queues.varhandle.SpscUnboundedVarHandleArrayQueue;
import org.jctools.queues.varhandle.SpscVarHandleArrayQueue;

/** The queues of JCTools that use VarHandle. */
final class JctoolsVarHandleQueues {
    private JctoolsVarHandleQueues() {}

    static QueueSet queues() {
        return new QueueSet()
                .with("SPSC array", () -> new SpscVarHandleArrayQueue<>(QueueSet.CAPACITY))
                .with("SPSC linked", () -> new SpscLinkedVarHandleQueue<>())
                .with("SPSC chunked 16", () -> new SpscChunkedVarHandleArrayQueue<>(16, QueueSet.CAPACITY))
                .with("SPSC chunked 128", () -> new SpscChunkedVarHandleArrayQueue<>(128, QueueSet.CAPACITY))
                .with("SPSC chunked 1K", () -> new SpscChunkedVarHandleArrayQueue<>(1024, QueueSet.CAPACITY))
                .with("SPSC chunked 16K", () -> new SpscChunkedVarHandleArrayQueue<>(16384, QueueSet.CAPACITY))
                .with("SPSC growable 16", () -> new SpscGrowableVarHandleArrayQueue<>(16, QueueSet.CAPACITY))
                .with("SPSC unbounded 16", () -> new SpscUnboundedVarHandleArrayQueue<>(16))
                .with("SPSC unbounded 128", () -> new SpscUnboundedVarHandleArrayQueue<>(128))
                .with("SPSC unbounded 1K", () -> new SpscUnboundedVarHandleArrayQueue<>(1024))
                .with("SPSC unbounded 16K", () -> new SpscUnboundedVarHandleArrayQueue<>(16384))
                .withBulk("SPSC array", () -> JctoolsQueues.bulk(new SpscVarHandleArrayQueue<>(QueueSet.CAPACITY)))
                .with("MPSC array", () -> new MpscVarHandleArrayQueue<>(QueueSet.CAPACITY))
                .with("MPSC unbounded 1K", () -> new MpscUnboundedVarHandleArrayQueue<>(1024))
                .with("MPSC unbounded", () -> new MpscUnboundedVarHandleArrayQueue<>(1024))
                .with("MPSC linked", () -> new MpscLinkedVarHandleQueue<>())
                .withBulk("MPSC array", () -> JctoolsQueues.bulk(new MpscVarHandleArrayQueue<>(QueueSet.CAPACITY)))
                .with("SPMC array", () -> new SpmcVarHandleArrayQueue<>(QueueSet.CAPACITY))
                .with("MPMC array", () -> new MpmcVarHandleArrayQueue<>(QueueSet.CAPACITY))
                .with(
                        "MPSC array relaxed polls",
                        () -> JctoolsQueues.relaxed(new MpscVarHandleArrayQueue<>(QueueSet.CAPACITY)))
                .with(
                        "MPMC array relaxed polls",
                        () -> JctoolsQueues.relaxed(new MpmcVarHandleArrayQueue<>(QueueSet.CAPACITY)));
    }

    /** Measures their throughput. */
    public static final class Throughput extends QueueThroughput {
        /** Creates the workload; a fork calls this. */
        public Throughput() {}

        @Override
        QueueSet queues() {
            return JctoolsVarHandleQueues.queues();
        }
    }

    /** Measures their bursts. */
    public static final class Bursts extends QueueBursts {
        /** Creates the workload; a fork calls this. */
        public Bursts() {}

        @Override
        QueueSet queues() {
            return JctoolsVarHandleQueues.queues();
        }
    }

    /** Measures them with one thread. */
    public static final class Pairs extends QueuePairs {
        /** Creates the workload; a fork calls this. */
        public Pairs() {}

        @Override
        QueueSet queues() {
            return JctoolsVarHandleQueues.queues();
        }
    }
}
