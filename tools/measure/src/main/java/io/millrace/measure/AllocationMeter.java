package io.millrace.measure;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** How many bytes the threads that take part in a run have allocated since it began. For any number of threads. */
final class AllocationMeter {
    private static final long UNKNOWN = -1;

    private final ThreadMXBean threads =
            ManagementFactory.getThreadMXBean() instanceof ThreadMXBean bean && bean.isThreadAllocatedMemorySupported()
                    ? bean
                    : null;
    private final Map<Long, Long> baselines = new ConcurrentHashMap<>();
    private final Map<Long, Long> finals = new ConcurrentHashMap<>();

    /** Counts what the calling thread allocates from now on, if it is not counted yet. */
    void enter() {
        if (threads != null) {
            baselines.putIfAbsent(Thread.currentThread().threadId(), threads.getCurrentThreadAllocatedBytes());
        }
    }

    /** Says that the calling thread is about to end, after which nobody could ask how much it has allocated. */
    void leave() {
        if (threads != null) {
            finals.put(Thread.currentThread().threadId(), threads.getCurrentThreadAllocatedBytes());
        }
    }

    /** Begins anew with the threads that are known and still run. */
    void reset() {
        finals.clear();
        baselines.replaceAll((id, bytes) -> allocated(id));
        baselines.values().removeIf(bytes -> bytes == UNKNOWN);
    }

    /** Returns the bytes since the reset, without those of threads that ended unseen; -1 where nobody counts. */
    long bytes() {
        if (threads == null) {
            return UNKNOWN;
        }
        long sum = 0;
        for (Map.Entry<Long, Long> thread : baselines.entrySet()) {
            long now = finals.getOrDefault(thread.getKey(), allocated(thread.getKey()));
            sum += Math.max(0, now - thread.getValue());
        }
        return sum;
    }

    private long allocated(long id) {
        return threads.getThreadAllocatedBytes(id);
    }
}
