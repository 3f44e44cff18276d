package io.millrace.journal;

import java.lang.foreign.MemorySegment;

/** Compares frames with what is looked for, in a journal whose frames are in that order. */
@FunctionalInterface
public interface FrameComparator {

    /**
     * Compares the payload of a data frame.
     *
     * @param segment where it is; it must not be written, nor kept
     * @param offset where in {@code segment} it starts
     * @param length its length in bytes
     * @return less than zero if the frame is before what is looked for, zero if it is that, more if it is behind
     */
    int compare(MemorySegment segment, long offset, int length);
}
