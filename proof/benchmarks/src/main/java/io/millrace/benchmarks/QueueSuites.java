package io.millrace.benchmarks;

import java.util.ArrayList;
import java.util.List;

/** The suites of queues between threads. */
final class QueueSuites {
    private static final String JCTOOLS = "JCTools 4.0.7";

    /** Without it no thread can be bound to a processor; no queue of ours needs it. */
    private static final String PINNING = "--enable-native-access=ALL-UNNAMED";

    private static final List<String> FLAGS = List.of(PINNING);
    private static final List<String> AGRONA_FLAGS =
            List.of(PINNING, "--add-opens=java.base/jdk.internal.misc=ALL-UNNAMED");

    private QueueSuites() {}

    static Suite queues() {
        return new Suite(
                "queues",
                "threads offer and poll in plain loops, 128K elements of room, each bound to a processor in turn; polls"
                        + " that got an element, of all threads",
                throughputCases(MillraceQueues.queues()),
                new Side(Suites.OURS, MillraceQueues.Throughput.class, FLAGS),
                List.of(
                        throughput(JCTOOLS, JctoolsQueues.Throughput.class, JctoolsQueues.queues(), FLAGS),
                        throughput(
                                JCTOOLS + " VarHandle",
                                JctoolsVarHandleQueues.Throughput.class,
                                JctoolsVarHandleQueues.queues(),
                                FLAGS),
                        throughput("Agrona 2.6.0", AgronaQueues.Throughput.class, AgronaQueues.queues(), AGRONA_FLAGS),
                        throughput(
                                "Disruptor 4.0.0", DisruptorQueues.Throughput.class, DisruptorQueues.queues(), FLAGS),
                        throughput("java.util.concurrent", JdkQueues.Throughput.class, JdkQueues.queues(), FLAGS),
                        throughput("locked deque", LockedQueues.Throughput.class, LockedQueues.queues(), FLAGS)));
    }

    static Suite bursts() {
        return new Suite(
                "burst",
                "a thread sends 1, 10 or 100 elements and waits until the other, which polls in a plain loop, has"
                        + " answered the last; each bound to a processor of its own",
                burstCases(MillraceQueues.queues()),
                new Side(Suites.OURS, MillraceQueues.Bursts.class, FLAGS),
                List.of(
                        bursts(JCTOOLS, JctoolsQueues.Bursts.class, JctoolsQueues.queues(), FLAGS),
                        bursts(
                                JCTOOLS + " VarHandle",
                                JctoolsVarHandleQueues.Bursts.class,
                                JctoolsVarHandleQueues.queues(),
                                FLAGS),
                        bursts("Agrona 2.6.0", AgronaQueues.Bursts.class, AgronaQueues.queues(), AGRONA_FLAGS),
                        bursts("Disruptor 4.0.0", DisruptorQueues.Bursts.class, DisruptorQueues.queues(), FLAGS),
                        bursts("java.util.concurrent", JdkQueues.Bursts.class, JdkQueues.queues(), FLAGS),
                        bursts("locked deque", LockedQueues.Bursts.class, LockedQueues.queues(), FLAGS)));
    }

    private static Side throughput(
            String name, Class<? extends Workload> workload, QueueSet queues, List<String> flags) {
        return new Side(name, workload, flags, throughputCases(queues));
    }

    private static Side bursts(String name, Class<? extends Workload> workload, QueueSet queues, List<String> flags) {
        return new Side(name, workload, flags, burstCases(queues));
    }

    private static List<BenchmarkCase> throughputCases(QueueSet queues) {
        return QueueCase.throughput().stream()
                .filter(queues::has)
                .map(one -> BenchmarkCase.millionsPerSecond(one.name()))
                .toList();
    }

    private static List<BenchmarkCase> burstCases(QueueSet queues) {
        List<BenchmarkCase> cases = new ArrayList<>();
        cases.add(BenchmarkCase.nanoseconds(QueueCase.ROUND_TRIP));
        for (String kind : QueueCase.burstKinds()) {
            if (queues.has(QueueCase.of(kind))) {
                for (int size : QueueCase.BURSTS) {
                    cases.add(BenchmarkCase.nanoseconds(QueueCase.burst(kind, size)));
                }
            }
        }
        cases.add(1, new BenchmarkCase(QueueCase.HOP, "transfers", Better.LOWER, QueueCase.HOP));
        return cases;
    }
}
