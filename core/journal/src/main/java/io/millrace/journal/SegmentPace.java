package io.millrace.journal;

import io.millrace.memory.MappedFile;
import io.millrace.memory.Slices;
import java.util.function.BooleanSupplier;
import java.util.function.LongConsumer;

/**
 * How fast a new segment is given its space and its pages: in small slices with pauses in between. Where all cores are
 * busy, a thread that does it all at once takes whole time slices of milliseconds from the appender and its readers.
 *
 * @param timeNs the time over which the slices are spread; where that leaves no pause worth a wake-up, there is none
 * @param urgent asked before each slice; once it says true, nothing pauses any more, and pages that are not touched yet
 *     are left to the first who writes to them
 * @param pause waits for so many nanoseconds
 */
record SegmentPace(long timeNs, BooleanSupplier urgent, LongConsumer pause) {

    /** At once, with no page touched. */
    static final SegmentPace UNTOUCHED = new SegmentPace(0, () -> true, _ -> {});

    static final int SLICE_BYTES = 1 << 15;
    static final long SHORTEST_PAUSE_NS = 20_000;
    static final long LONGEST_PAUSE_NS = 200_000;

    /** Space is taken first, by writing zeros where nothing better can be called, and then pages are touched. */
    private static final int PASSES = 2;

    /** Returns how the zeros of a segment of this size are written. */
    Slices slices(long sizeBytes) {
        return timeNs == 0 ? Slices.UNPACED : new Slices(SLICE_BYTES, () -> rest(sizeBytes));
    }

    /** Makes all pages present. */
    void touch(MappedFile mapped) {
        long sizeBytes = mapped.segment().byteSize();
        for (long at = 0; at < sizeBytes && !urgent.getAsBoolean(); at += SLICE_BYTES) {
            mapped.preTouch(at, Math.min(SLICE_BYTES, sizeBytes - at));
            rest(sizeBytes);
        }
    }

    private void rest(long sizeBytes) {
        long pauseNs = Math.min(LONGEST_PAUSE_NS, timeNs / (PASSES * Math.ceilDiv(sizeBytes, SLICE_BYTES)));
        if (pauseNs >= SHORTEST_PAUSE_NS && !urgent.getAsBoolean()) {
            pause.accept(pauseNs);
        }
    }
}
