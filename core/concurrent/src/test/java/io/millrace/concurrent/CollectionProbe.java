package io.millrace.concurrent;

import java.lang.management.GarbageCollectorMXBean;
import java.lang.management.ManagementFactory;

/** Runs a young collection and shows by its exit value whether this alone renews a ring and a chain of chunks. */
final class CollectionProbe {

    private static byte[] garbage = {};

    private CollectionProbe() {}

    public static void main(String[] args) {
        LinkedArrayQueue<Integer> ring = new SpscArrayQueue<>(64);
        LinkedArrayQueue<Integer> chain = new SpscUnboundedArrayQueue<>(64);
        check(!isRenewed(ring), "a ring was renewed without a collection");
        check(!isRenewed(chain), "a chain was renewed without a collection");
        long before = collections();
        while (collections() == before) {
            garbage = new byte[1024];
        }
        check(isRenewed(ring), "no collection was seen by a ring");
        check(isRenewed(chain), "no collection was seen by a chain");
        check(!isRenewed(ring), "a ring was renewed twice");
        check(!isRenewed(chain), "a chain was renewed twice");
    }

    /** Returns whether the producer enters a new chunk before the second query of the JVM. */
    private static boolean isRenewed(LinkedArrayQueue<Integer> queue) {
        int before = queue.producers.chunk.createdAfter;
        for (int i = 0; i < 2 * GarbageCollectionCounter.PERIOD; i++) {
            queue.offer(i);
            queue.poll();
        }
        return queue.producers.chunk.createdAfter != before;
    }

    private static long collections() {
        long count = 0;
        for (GarbageCollectorMXBean collector : ManagementFactory.getGarbageCollectorMXBeans()) {
            count += collector.getCollectionCount();
        }
        return count;
    }

    private static void check(boolean holds, String otherwise) {
        if (!holds) {
            System.err.println(otherwise + ", last garbage of " + garbage.length);
            System.exit(1);
        }
    }
}
