package io.millrace.benchmarks;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Queue;
import java.util.function.Supplier;

/** The queues of one side, by the kind as which they are compared. */
final class QueueSet {
    static final int CAPACITY = 128 * 1024;

    private final Map<String, Supplier<Queue<Integer>>> queues = new LinkedHashMap<>();
    private final Map<String, Supplier<BulkQueue>> bulk = new LinkedHashMap<>();
    private final Map<String, Supplier<BulkQueue>> arrays = new LinkedHashMap<>();

    QueueSet with(String kind, Supplier<Queue<Integer>> queue) {
        queues.put(kind, queue);
        return this;
    }

    QueueSet withBulk(String kind, Supplier<BulkQueue> queue) {
        bulk.put(kind, queue);
        return this;
    }

    /** Adds a queue with batches of arrays; without it, the other batches of that kind are in the same row. */
    QueueSet withArrays(String kind, Supplier<BulkQueue> queue) {
        arrays.put(kind, queue);
        return this;
    }

    boolean has(QueueCase one) {
        return one.isBulk() ? bulk.containsKey(one.kind()) : queues.containsKey(one.kind());
    }

    Queue<Integer> queue(String kind) {
        return queues.get(kind).get();
    }

    BulkQueue bulk(QueueCase one) {
        Supplier<BulkQueue> batches = bulk.get(one.kind());
        return (one.isOfArrays() ? arrays.getOrDefault(one.kind(), batches) : batches).get();
    }
}
