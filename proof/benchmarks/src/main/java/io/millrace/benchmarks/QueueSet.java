package io.millrace.benchmarks;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Queue;
import java.util.function.Supplier;

/** The queues of one side, by the kind that they are compared as. */
final class QueueSet {
    static final int CAPACITY = 128 * 1024;

    private final Map<String, Supplier<Queue<Integer>>> queues = new LinkedHashMap<>();
    private final Map<String, Supplier<BulkQueue>> bulk = new LinkedHashMap<>();

    QueueSet with(String kind, Supplier<Queue<Integer>> queue) {
        queues.put(kind, queue);
        return this;
    }

    QueueSet withBulk(String kind, Supplier<BulkQueue> queue) {
        bulk.put(kind, queue);
        return this;
    }

    boolean has(QueueCase one) {
        return one.isBulk() ? bulk.containsKey(one.kind()) : queues.containsKey(one.kind());
    }

    Queue<Integer> queue(String kind) {
        return queues.get(kind).get();
    }

    BulkQueue bulk(String kind) {
        return bulk.get(kind).get();
    }
}
