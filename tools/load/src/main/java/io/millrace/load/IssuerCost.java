package io.millrace.load;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;

/**
 * The cost of the issuing threads on the generator's machine during a run, with that of the target's driver within
 * them. Zero if this JVM does not count it.
 *
 * @param cpuNs processor time in nanoseconds
 * @param allocatedBytes memory that was allocated
 */
public record IssuerCost(long cpuNs, long allocatedBytes) {
    static final IssuerCost NOTHING = new IssuerCost(0, 0);

    /** Returns the cost of the calling thread since it began. */
    static IssuerCost ofThisThread() {
        if (!(ManagementFactory.getThreadMXBean() instanceof ThreadMXBean threads)) {
            return NOTHING;
        }
        return new IssuerCost(
                threads.isCurrentThreadCpuTimeSupported() ? Math.max(0, threads.getCurrentThreadCpuTime()) : 0,
                threads.isThreadAllocatedMemorySupported() ? Math.max(0, threads.getCurrentThreadAllocatedBytes()) : 0);
    }

    IssuerCost plus(IssuerCost other) {
        return new IssuerCost(cpuNs + other.cpuNs, allocatedBytes + other.allocatedBytes);
    }

    IssuerCost minus(IssuerCost earlier) {
        return new IssuerCost(cpuNs - earlier.cpuNs, allocatedBytes - earlier.allocatedBytes);
    }
}
