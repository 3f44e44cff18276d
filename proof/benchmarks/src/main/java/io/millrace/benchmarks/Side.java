package io.millrace.benchmarks;

import java.util.List;

/**
 * One of the programs that are compared.
 *
 * @param name its name and version, as reports show it
 * @param workload the class that a fork creates and runs; it needs a public constructor without parameters
 * @param jvmFlags the flags without which this side does not run at its best; ours has none
 * @param cases the cases in which it is compared as a peer, or, of ours, that are asked for; none stands for all of the
 *     suite
 */
public record Side(String name, Class<? extends Workload> workload, List<String> jvmFlags, List<BenchmarkCase> cases) {
    /** Copies the lists. */
    public Side {
        jvmFlags = List.copyOf(jvmFlags);
        cases = List.copyOf(cases);
    }

    /** Returns the names of the figures that it is asked for; none stands for all that it has. */
    List<String> figures() {
        return cases.stream().map(BenchmarkCase::peerFigure).distinct().toList();
    }

    /** Returns this side with other cases. */
    Side with(List<BenchmarkCase> otherCases) {
        return new Side(name, workload, jvmFlags, otherCases);
    }

    /** A side that is compared in all cases of its suite. */
    public Side(String name, Class<? extends Workload> workload, List<String> jvmFlags) {
        this(name, workload, jvmFlags, List.of());
    }
}
