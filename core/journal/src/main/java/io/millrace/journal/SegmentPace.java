package io.millrace.journal;

import io.millrace.memory.MappedFile;
import io.millrace.memory.Preallocation;
import io.millrace.memory.Slices;
import java.util.function.BooleanSupplier;
import java.util.function.LongConsumer;

/**
 * How fast a new segment is given its space and its pages: in small slices with pauses in between. Where all cores are
 * busy, a thread that does it all at once takes whole time slices of milliseconds from the appender and its readers.
 * One for each segment.
 */
final class SegmentPace {

    static final int SLICE_BYTES = 1 << 15;
    static final long SHORTEST_PAUSE_NS = 20_000;
    static final long LONGEST_PAUSE_NS = 200_000;

    /** Space is taken first, by writing zeros where nothing better can be called, and then pages are touched. */
    private static final int PASSES = 2;

    private final long timeNs;
    private final BooleanSupplier urgent;
    private final LongConsumer pause;

    private long touchedBytes;

    /**
     * @param timeNs the time over which the slices are spread; there is no pause that is not worth a wake-up
     * @param urgent asked before each slice; once it says true, nothing pauses any more, and pages that are not touched
     *     yet are left for later
     * @param pause waits for so many nanoseconds
     */
    SegmentPace(long timeNs, BooleanSupplier urgent, LongConsumer pause) {
        this.timeNs = timeNs;
        this.urgent = urgent;
        this.pause = pause;
    }

    /** At once, with no page touched. */
    static SegmentPace untouched() {
        return new SegmentPace(0, () -> true, _ -> {});
    }

    /** Returns how the zeros of a segment of this size are written. */
    Slices slices(long sizeBytes) {
        return hasPauses(sizeBytes) ? new Slices(SLICE_BYTES, () -> rest(sizeBytes)) : Slices.UNPACED;
    }

    /** Returns how space is taken for a segment of this size whose pages need not be on the device. */
    Preallocation.Method method(long sizeBytes) {
        return hasPauses(sizeBytes) || urgent.getAsBoolean()
                ? Preallocation.Method.FASTEST
                : Preallocation.Method.CACHED;
    }

    /** Makes all pages present, until it is urgent. */
    void touch(MappedFile mapped) {
        long sizeBytes = mapped.segment().byteSize();
        while (touchedBytes < sizeBytes && !urgent.getAsBoolean()) {
            long bytes = Math.min(SLICE_BYTES, sizeBytes - touchedBytes);
            mapped.preTouch(touchedBytes, bytes);
            touchedBytes += bytes;
            rest(sizeBytes);
        }
    }

    /** Returns how much of the segment was touched, from its beginning. */
    long touchedBytes() {
        return touchedBytes;
    }

    private void rest(long sizeBytes) {
        if (hasPauses(sizeBytes) && !urgent.getAsBoolean()) {
            pause.accept(pauseNs(sizeBytes));
        }
    }

    private boolean hasPauses(long sizeBytes) {
        return pauseNs(sizeBytes) >= SHORTEST_PAUSE_NS;
    }

    private long pauseNs(long sizeBytes) {
        return Math.min(LONGEST_PAUSE_NS, timeNs / (PASSES * Math.ceilDiv(sizeBytes, SLICE_BYTES)));
    }
}
