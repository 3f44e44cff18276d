package io.millrace.benchmarks;

import io.millrace.harness.BenchmarkCase;
import io.millrace.harness.Better;
import io.millrace.harness.Side;
import io.millrace.harness.Suite;
import io.millrace.harness.Workload;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import java.util.function.Supplier;

/** The suites of queues between threads. */
final class QueueSuites {
    private static final String JCTOOLS = "JCTools 4.0.7";

    /** Without this flag no thread can be bound to a processor; our queues do not need it. */
    private static final String PINNING = "--enable-native-access=ALL-UNNAMED";

    private static final List<String> FLAGS = List.of(PINNING);
    private static final List<String> AGRONA_FLAGS =
            List.of(PINNING, "--add-opens=java.base/jdk.internal.misc=ALL-UNNAMED");

    /** Our side and the peers, each with its workload in a suite. */
    private static final List<Entrant> ENTRANTS = List.of(
            new Entrant(Suites.OURS, MillraceQueues::queues, FLAGS),
            new Entrant(JCTOOLS, JctoolsQueues::queues, FLAGS),
            new Entrant(JCTOOLS + " VarHandle", JctoolsVarHandleQueues::queues, FLAGS),
            new Entrant("Agrona 2.6.0", AgronaQueues::queues, AGRONA_FLAGS),
            new Entrant("Disruptor 4.0.0", DisruptorQueues::queues, FLAGS),
            new Entrant("java.util.concurrent", JdkQueues::queues, FLAGS),
            new Entrant("locked deque", LockedQueues::queues, FLAGS));

    private record Entrant(String name, Supplier<QueueSet> queues, List<String> flags) {}

    private QueueSuites() {}

    static Suite queues() {
        return suite(
                "queues",
                "threads offer and poll in plain loops, 128K elements of room, each bound to a processor in turn; polls"
                        + " that got an element, of all threads",
                QueueSuites::throughputCases,
                List.of(
                        MillraceQueues.Throughput.class,
                        JctoolsQueues.Throughput.class,
                        JctoolsVarHandleQueues.Throughput.class,
                        AgronaQueues.Throughput.class,
                        DisruptorQueues.Throughput.class,
                        JdkQueues.Throughput.class,
                        LockedQueues.Throughput.class));
    }

    static Suite bursts() {
        return suite(
                "burst",
                "a thread sends 1, 10 or 100 elements and waits until the other, which polls in a plain loop, has"
                        + " answered the last; each bound to a processor of its own",
                QueueSuites::burstCases,
                List.of(
                        MillraceQueues.Bursts.class,
                        JctoolsQueues.Bursts.class,
                        JctoolsVarHandleQueues.Bursts.class,
                        AgronaQueues.Bursts.class,
                        DisruptorQueues.Bursts.class,
                        JdkQueues.Bursts.class,
                        LockedQueues.Bursts.class));
    }

    static Suite pairs() {
        return suite(
                "pairs",
                "one thread offers " + QueuePairs.CONTENT + " elements and polls them; processor time and bytes of an"
                        + " offer and a poll",
                QueueSuites::pairCases,
                List.of(
                        MillraceQueues.Pairs.class,
                        JctoolsQueues.Pairs.class,
                        JctoolsVarHandleQueues.Pairs.class,
                        AgronaQueues.Pairs.class,
                        DisruptorQueues.Pairs.class,
                        JdkQueues.Pairs.class,
                        LockedQueues.Pairs.class));
    }

    /** Returns a suite; the workloads are those of {@link #ENTRANTS}, in their order. */
    private static Suite suite(
            String name,
            String what,
            Function<QueueSet, List<BenchmarkCase>> cases,
            List<Class<? extends Workload>> workloads) {
        List<Side> sides = new ArrayList<>();
        for (int i = 0; i < ENTRANTS.size(); i++) {
            Entrant one = ENTRANTS.get(i);
            sides.add(new Side(
                    one.name(),
                    workloads.get(i),
                    one.flags(),
                    cases.apply(one.queues().get())));
        }
        Side ours = sides.removeFirst();
        return new Suite(name, what, ours.cases(), ours.with(List.of()), sides);
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

    private static List<BenchmarkCase> pairCases(QueueSet queues) {
        List<BenchmarkCase> cases = new ArrayList<>();
        for (QueueCase one : QueueCase.pairs()) {
            if (queues.has(one)) {
                cases.add(BenchmarkCase.nanoseconds(one.pair()));
                cases.add(BenchmarkCase.allocated(one.pairAllocated()));
            }
        }
        return cases;
    }
}
