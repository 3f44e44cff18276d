package io.millrace.benchmarks;

import com.sun.management.OperatingSystemMXBean;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadInfo;
import java.lang.management.ThreadMXBean;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.SequencedMap;

/** The processor time of this process since a moment, by the parts of the ledger to which threads belong. */
final class ProcessorShares {
    /** The parts, by what is in the names of their threads; the first that fits. */
    private static final SequencedMap<String, String> PARTS = new LinkedHashMap<>();

    static {
        PARTS.put("-to-", "sending");
        PARTS.put("millrace-ledger-", "seats");
        PARTS.put("millrace-net-", "receiving");
        PARTS.put("millrace-journal-", "forcing");
        PARTS.put("main", "clients");
    }

    private static final String REST = "rest";

    private final ThreadMXBean threads = ManagementFactory.getThreadMXBean();
    private final OperatingSystemMXBean process = (OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean();
    private final Map<Long, Long> before = new HashMap<>();
    private final long startNs = System.nanoTime();
    private final long processNs = process.getProcessCpuTime();

    ProcessorShares() {
        for (long id : threads.getAllThreadIds()) {
            before.put(id, threads.getThreadCpuTime(id));
        }
    }

    /** Returns how many cores were used. */
    double cores() {
        return (double) (process.getProcessCpuTime() - processNs) / (System.nanoTime() - startNs);
    }

    /** Returns the share of each part in percent; what threads of the JVM use is in the rest. */
    SequencedMap<String, Double> percent() {
        SequencedMap<String, Double> parts = new LinkedHashMap<>();
        PARTS.values().forEach(part -> parts.put(part, 0.0));
        double allNs = Math.max(1, process.getProcessCpuTime() - processNs);
        double named = 0;
        for (ThreadInfo thread : threads.getThreadInfo(threads.getAllThreadIds())) {
            if (thread != null) {
                long usedNs =
                        threads.getThreadCpuTime(thread.getThreadId()) - before.getOrDefault(thread.getThreadId(), 0L);
                String part = part(thread.getThreadName());
                if (part != null && usedNs > 0) {
                    parts.merge(part, 100 * usedNs / allNs, Double::sum);
                    named += 100 * usedNs / allNs;
                }
            }
        }
        parts.put(REST, Math.max(0, 100 - named));
        return parts;
    }

    private static String part(String thread) {
        for (Map.Entry<String, String> each : PARTS.entrySet()) {
            if (thread.contains(each.getKey())) {
                return each.getValue();
            }
        }
        return null;
    }
}
