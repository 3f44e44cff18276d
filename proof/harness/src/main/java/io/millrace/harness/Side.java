package io.millrace.harness;

import java.util.List;

/**
 * One of the compared programs.
 *
 * @param name its name and version, as shown in reports
 * @param workload the class that a fork creates and runs; it needs a public constructor without parameters
 * @param jvmFlags the flags without which this side does not reach its best; ours has none
 * @param cases the cases in which it is compared as a peer, or for our side the requested ones; empty means all of
 *     the suite
 */
public record Side(String name, Class<? extends Workload> workload, List<String> jvmFlags, List<BenchmarkCase> cases) {
    /** Copies the lists. */
    public Side {
        jvmFlags = List.copyOf(jvmFlags);
        cases = List.copyOf(cases);
    }

    /** Returns the names of the requested figures; empty means all. */
    List<String> figures() {
        return cases.stream().map(BenchmarkCase::peerFigure).distinct().toList();
    }

    /** Returns this side with other cases. */
    public Side with(List<BenchmarkCase> otherCases) {
        return new Side(name, workload, jvmFlags, otherCases);
    }

    /** Creates a side that is compared in all cases of its suite. */
    public Side(String name, Class<? extends Workload> workload, List<String> jvmFlags) {
        this(name, workload, jvmFlags, List.of());
    }
}
