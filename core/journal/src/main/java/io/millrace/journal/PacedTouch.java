package io.millrace.journal;

import io.millrace.memory.MappedFile;
import java.util.function.BooleanSupplier;
import java.util.function.LongConsumer;

/**
 * Makes all pages of a new segment present, in small slices with pauses in between. Where all cores are busy, a thread
 * that touches them all at once takes whole time slices of milliseconds from the appender and its readers.
 *
 * @param timeNs the time over which the slices are spread; where that leaves no pause worth a wake-up, there is none
 * @param ends asked before each slice; once it says true, the rest is left
 * @param pause waits for so many nanoseconds
 */
record PacedTouch(long timeNs, BooleanSupplier ends, LongConsumer pause) {

    static final long SLICE_BYTES = 1 << 15;
    static final long SHORTEST_PAUSE_NS = 20_000;
    static final long LONGEST_PAUSE_NS = 200_000;

    void touch(MappedFile mapped) {
        long sizeBytes = mapped.segment().byteSize();
        long pauseNs = Math.min(LONGEST_PAUSE_NS, timeNs / Math.ceilDiv(sizeBytes, SLICE_BYTES));
        for (long at = 0; at < sizeBytes && !ends.getAsBoolean(); at += SLICE_BYTES) {
            mapped.preTouch(at, Math.min(SLICE_BYTES, sizeBytes - at));
            if (pauseNs >= SHORTEST_PAUSE_NS) {
                pause.accept(pauseNs);
            }
        }
    }
}
