package io.millrace.concurrent;

import java.lang.management.GarbageCollectorMXBean;
import java.lang.management.ManagementFactory;

/** Makes a young collection and says by its exit whether a ring and a chain of chunks are renewed by it alone. */
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

    /** Whether the producer comes to a chunk that was not there before, until the JVM was asked twice. */
    private static boolean isRenewed(LinkedArrayQueue<Integer> queue) {
        int before = queue.producers.chunk.madeAfter;
        for (int i = 0; i < 2 * CollectionWatch.PERIOD; i++) {
            queue.offer(i);
            queue.poll();
        }
        return queue.producers.chunk.madeAfter != before;
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
