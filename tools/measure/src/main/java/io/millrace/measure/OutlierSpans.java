package io.millrace.measure;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;

/** Spans of time on threads, found by what overlaps them. Not for several threads. */
final class OutlierSpans {
    private final List<Span> all;
    private final Map<Long, Span[]> byThread = new HashMap<>();
    private final Span[] byStart;
    private long longestNs;

    /**
     * The span of an operation.
     *
     * @param threadId the thread of Java it was on
     * @param startNs when it began, in nanoseconds since the epoch
     * @param endNs when it was over
     */
    record Span(long threadId, long startNs, long endNs) {
        long lengthNs() {
            return endNs - startNs;
        }

        long overlapNs(long fromNs, long toNs) {
            return Math.min(endNs, toNs) - Math.max(startNs, fromNs);
        }
    }

    OutlierSpans(List<Span> spans) {
        all = List.copyOf(spans);
        Map<Long, List<Span>> threads = new HashMap<>();
        for (Span span : all) {
            longestNs = Math.max(longestNs, span.lengthNs());
            threads.computeIfAbsent(span.threadId(), any -> new ArrayList<>()).add(span);
        }
        threads.forEach((thread, own) -> byThread.put(thread, sorted(own)));
        byStart = sorted(all);
    }

    private static Span[] sorted(List<Span> spans) {
        Span[] sorted = spans.toArray(Span[]::new);
        Arrays.sort(sorted, Comparator.comparingLong(Span::startNs));
        return sorted;
    }

    List<Span> all() {
        return all;
    }

    /** Visits the spans of a thread that overlap a time. */
    void onThread(long threadId, long fromNs, long toNs, Consumer<Span> visitor) {
        visit(byThread.getOrDefault(threadId, new Span[0]), fromNs, toNs, visitor);
    }

    /** Visits the spans of all threads that overlap a time. */
    void anywhere(long fromNs, long toNs, Consumer<Span> visitor) {
        visit(byStart, fromNs, toNs, visitor);
    }

    private void visit(Span[] spans, long fromNs, long toNs, Consumer<Span> visitor) {
        // A span that begins earlier by more than the longest length cannot overlap the time.
        int low = 0;
        int high = spans.length;
        while (low < high) {
            int middle = (low + high) >>> 1;
            if (spans[middle].startNs() < fromNs - longestNs) {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        for (int i = low; i < spans.length && spans[i].startNs() <= toNs; i++) {
            if (spans[i].endNs() >= fromNs) {
                visitor.accept(spans[i]);
            }
        }
    }
}
