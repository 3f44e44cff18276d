package io.millrace.benchmarks;

import java.util.List;

/**
 * One of the programs that are compared.
 *
 * @param name its name and version, as reports show it
 * @param workload the class that a fork creates and runs; it needs a public constructor without parameters
 * @param jvmFlags the flags without which this side does not run at its best; ours has none
 */
public record Side(String name, Class<? extends Workload> workload, List<String> jvmFlags) {
    /** Copies the flags. */
    public Side {
        jvmFlags = List.copyOf(jvmFlags);
    }
}
