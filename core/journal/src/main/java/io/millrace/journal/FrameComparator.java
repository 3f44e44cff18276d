package io.millrace.journal;

import java.lang.foreign.MemorySegment;

/** Compares frames with a target, in a journal whose frames are in that order. */
@FunctionalInterface
public interface FrameComparator {

    /**
     * Compares the payload of a data frame with the target.
     *
     * @param segment its memory; it must not be written, nor kept
     * @param offset where in {@code segment} it starts
     * @param length its length in bytes
     * @return less than zero if the frame is before the target, zero if it is the target, more if it is after the
     *     target
     */
    int compare(MemorySegment segment, long offset, int length);
}
