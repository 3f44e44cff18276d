package io.millrace.concurrent;

import java.lang.management.GarbageCollectorMXBean;
import java.lang.management.ManagementFactory;

/**
 * Counts the collections of garbage since it was made that may have made arrays old, where old arrays cost more: with
 * the collector G1. For one thread at a time.
 *
 * <p>A weak reference to an object that nothing else holds does not tell. Where more lives through a collection than
 * the young generation has room for, G1 moves both into the old one, and takes the reference for a strong one there.
 */
final class CollectionWatch {

    /** Behind how many elements the JVM is asked again, which takes as long as some tens of them. */
    static final int PERIOD = 4096;

    private static final GarbageCollectorMXBean[] MOVERS = ManagementFactory.getGarbageCollectorMXBeans().stream()
            .filter(collector -> isMover(collector.getName()))
            .toArray(GarbageCollectorMXBean[]::new);

    private final int atStart = counted();
    private int since;
    private long askAgainAt = PERIOD;
    private volatile int pretended;

    /** Returns how many collections there were, as far as known where an element gets {@code index}. */
    int seen(long index) {
        if (index - askAgainAt >= 0) {
            askAgainAt = index + PERIOD;
            since = counted() - atStart;
        }
        return since + pretended;
    }

    /** Counts one more, for tests; for one thread at a time, which may be another one. */
    @SuppressWarnings("NonAtomicVolatileUpdate")
    void pretend() {
        pretended++;
    }

    private static int counted() {
        long count = 0;
        for (GarbageCollectorMXBean mover : MOVERS) {
            count += mover.getCollectionCount();
        }
        return (int) count;
    }

    /** Whether a collector moves what it leaves; "G1 Concurrent GC" only marks. */
    private static boolean isMover(String name) {
        return name.equals("G1 Young Generation") || name.equals("G1 Old Generation");
    }
}
