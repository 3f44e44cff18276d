package io.millrace.topology;

import io.millrace.journal.Index;
import io.millrace.journal.Journal;
import io.millrace.journal.JournalInfo;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/**
 * The sizes of journals, for which files are looked at: of one journal a reading, of each every ten seconds. In between
 * a size grows with the last index.
 */
final class JournalMeters {

    private static final long EVERY_NS = TimeUnit.SECONDS.toNanos(10);

    /**
     * The size of a journal.
     *
     * @param bytes how many bytes of its segments are used
     * @param segments how many segments it has
     */
    record Size(long bytes, long segments) {}

    /** The segments of a journal, and when they were looked at. */
    private record Known(List<JournalInfo.Segment> segments, long atNs) {

        Size at(long last) {
            if (segments.isEmpty() || last == Index.NONE) {
                return new Size(
                        segments.stream()
                                .mapToLong(JournalInfo.Segment::usedBytes)
                                .sum(),
                        segments.size());
            }
            JournalInfo.Segment newest = segments.getLast();
            long before = segments.stream()
                    .limit(segments.size() - 1)
                    .mapToLong(JournalInfo.Segment::usedBytes)
                    .sum();
            long later = Math.max(0, Index.segment(last) - newest.number());
            long inLast = later == 0 ? Math.max(newest.usedBytes(), Index.position(last)) : Index.position(last);
            return new Size(before + later * newest.sizeBytes() + inLast, segments.size() + later);
        }
    }

    private final Map<String, Known> known = new HashMap<>();
    private boolean isUsed;

    /** Begins a reading. */
    void begin() {
        isUsed = false;
    }

    /** Returns the size of a journal. */
    Size size(String channel, Journal journal, long nowNs) {
        Known segments = known.get(channel);
        if (segments == null || (!isUsed && nowNs - segments.atNs() >= EVERY_NS)) {
            isUsed = true;
            segments = new Known(journal.info().segments(), nowNs);
            known.put(channel, segments);
        }
        return segments.at(journal.lastIndex());
    }

    /** Returns how many messages a journal has after an index. */
    static long after(Journal journal, long messages, long index) {
        return Math.max(0, messages - journal.messagesBefore(index == Index.NONE ? index : index + 1));
    }
}
