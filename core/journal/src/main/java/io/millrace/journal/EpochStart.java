package io.millrace.journal;

import java.util.ArrayList;
import java.util.List;

/**
 * An epoch of a journal, and where it starts.
 *
 * @param segment number of its first kept segment
 * @param epoch the epoch
 */
public record EpochStart(long segment, Epoch epoch) {

    /** Returns the epochs of the kept segments up to one. */
    static List<EpochStart> list(SegmentStore store, long last) {
        while (true) {
            List<Long> numbers = store.numbers().stream()
                    .filter(number -> number >= store.table().firstKept() && number <= last)
                    .toList();
            List<EpochStart> starts = list(store, numbers);
            if (starts != null) {
                return starts;
            }
        }
    }

    /** Bisects for each next epoch, as epochs never decrease; returns null if a segment was removed meanwhile. */
    private static List<EpochStart> list(SegmentStore store, List<Long> numbers) {
        List<EpochStart> starts = new ArrayList<>();
        int end = numbers.size() - 1;
        for (int first = 0; first <= end; ) {
            SegmentPrologue present = prologue(store, numbers.get(first));
            SegmentPrologue newest = prologue(store, numbers.get(end));
            if (present == null || newest == null) {
                return null;
            }
            if (newest.epoch().compareTo(present.epoch()) < 0) {
                throw newest.lowerThan(present, store.directory());
            }
            starts.add(new EpochStart(present.number(), present.epoch()));
            if (newest.epoch().equals(present.epoch())) {
                return starts;
            }
            int low = first;
            int high = end;
            while (high - low > 1) {
                int middle = (low + high) >>> 1;
                SegmentPrologue between = prologue(store, numbers.get(middle));
                if (between == null) {
                    return null;
                }
                if (between.epoch().equals(present.epoch())) {
                    low = middle;
                } else {
                    high = middle;
                }
            }
            first = high;
        }
        return starts;
    }

    private static SegmentPrologue prologue(SegmentStore store, long number) {
        SegmentFile segment = store.acquireIfPresent(number);
        if (segment == null) {
            return null;
        }
        store.release(segment);
        return segment.prologue;
    }
}
