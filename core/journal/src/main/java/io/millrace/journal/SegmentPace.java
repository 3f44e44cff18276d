package io.millrace.journal;

import io.millrace.memory.MappedFile;
import io.millrace.memory.Preallocation;
import io.millrace.memory.Slices;
import java.util.function.BooleanSupplier;
import java.util.function.LongConsumer;

/**
 * The pace at which a new segment gets its space and its pages: in small slices with pauses in between. Where all cores
 * are busy, a thread that does it all at once takes whole time slices of milliseconds from the appender and its
 * readers. One for each segment.
 */
final class SegmentPace {

    static final int SLICE_BYTES = 1 << 15;
    static final long SHORTEST_PAUSE_NS = 20_000;
    static final long LONGEST_PAUSE_NS = 200_000;

    /** Space is allocated first, by writing zeros where there is no better call, and then pages are touched. */
    private static final int PASSES = 2;

    private final long timeNs;
    private final BooleanSupplier urgent;
    private final LongConsumer pause;

    private long touchedBytes;

    /**
     * Creates a pace.
     *
     * @param timeNs the time over which the slices are spread; pauses that are too short for a wake-up are left out
     * @param urgent asked before each slice; once it is true, there are no more pauses, and untouched pages stay
     *     untouched
     * @param pause waits for a number of nanoseconds
     */
    SegmentPace(long timeNs, BooleanSupplier urgent, LongConsumer pause) {
        this.timeNs = timeNs;
        this.urgent = urgent;
        this.pause = pause;
    }

    /** Returns the pace that allocates at once and touches no page. */
    static SegmentPace untouched() {
        return new SegmentPace(0, () -> true, _ -> {});
    }

    /** Returns how the zeros of a segment of this size are written. */
    Slices slices(long sizeBytes) {
        return hasPauses(sizeBytes) ? new Slices(SLICE_BYTES, () -> rest(sizeBytes)) : Slices.UNPACED;
    }

    /** Returns how space is allocated for a segment of this size whose pages need not be on the device. */
    Preallocation.Method method(long sizeBytes) {
        return hasPauses(sizeBytes) || urgent.getAsBoolean()
                ? Preallocation.Method.FASTEST
                : Preallocation.Method.CACHED;
    }

    /** Makes all pages resident, until it is urgent. */
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
