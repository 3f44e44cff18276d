package io.millrace.concurrent;

import java.lang.management.GarbageCollectorMXBean;
import java.lang.management.ManagementFactory;

/**
 * Counts the garbage collections since its creation that may have moved arrays into the old generation, where old
 * arrays cost more: with the collector G1. For one thread at a time.
 *
 * <p>A weak reference to an otherwise unreachable object would not work. Where more objects survive a collection than
 * the young generation has room for, G1 moves both the reference and the object into the old generation, and treats the
 * reference as a strong one there.
 */
final class GarbageCollectionCounter {

    /** The number of elements after which it queries the JVM again; a query takes as long as some tens of elements. */
    static final int PERIOD = 4096;

    private static final GarbageCollectorMXBean[] MOVERS = ManagementFactory.getGarbageCollectorMXBeans().stream()
            .filter(collector -> isMover(collector.getName()))
            .toArray(GarbageCollectorMXBean[]::new);

    private final int atStart = counted();
    private int since;
    private long askAgainAt = PERIOD;
    private volatile int simulated;

    /** Returns the number of collections, as far as it is known at the element with {@code index}. */
    int seen(long index) {
        if (index - askAgainAt >= 0) {
            askAgainAt = index + PERIOD;
            since = counted() - atStart;
        }
        return since + simulated;
    }

    /** Counts one more, for tests; for one thread at a time, which may be another one. */
    @SuppressWarnings("NonAtomicVolatileUpdate")
    void simulate() {
        simulated++;
    }

    private static int counted() {
        long count = 0;
        for (GarbageCollectorMXBean mover : MOVERS) {
            count += mover.getCollectionCount();
        }
        return (int) count;
    }

    /** Returns whether a collector moves surviving objects; "G1 Concurrent GC" only marks. */
    private static boolean isMover(String name) {
        return name.equals("G1 Young Generation") || name.equals("G1 Old Generation");
    }
}
