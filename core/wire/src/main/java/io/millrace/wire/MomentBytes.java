package io.millrace.wire;

import java.lang.foreign.MemorySegment;
import java.time.ZonedDateTime;

/**
 * The bytes of the moment that was written last, for streams that write the same object again and again: what a field
 * holds that rarely changes, or what {@link MomentCache} has given for each of many messages. A moment is kept when it
 * comes for the second time in a row, so that one that changes with every message costs a comparison. One thread at a
 * time.
 */
final class MomentBytes {
    /** The longest form that is kept; that of a zone with a longer name is written anew. */
    static final int MAX_BYTES = 64;

    private final long[] words = new long[MAX_BYTES / Long.BYTES];
    private ZonedDateTime last;
    private int bytes;

    /**
     * Writes the moment where its bytes are known.
     *
     * @param at where to, with room for {@link #MAX_BYTES}
     * @return how many bytes have been written, 0 where they are not known
     */
    @SuppressWarnings("ReferenceEquality") // to compare what they say would cost as much as to write it
    int write(ZonedDateTime moment, MemorySegment segment, long at) {
        if (moment != last) {
            return 0;
        }
        for (int i = 0; i < bytes; i += Long.BYTES) {
            MemoryAccess.setLong(segment, at + i, words[i >> 3]);
        }
        return bytes;
    }

    /** Keeps what has been written of a moment, in front of as many bytes again as fill the last word. */
    @SuppressWarnings("ReferenceEquality")
    void keep(ZonedDateTime moment, MemorySegment segment, long from, int length) {
        boolean again = moment == last;
        last = moment;
        bytes = 0;
        if (again && length <= MAX_BYTES) {
            for (int i = 0; i < length; i += Long.BYTES) {
                words[i >> 3] = MemoryAccess.getLong(segment, from + i);
            }
            bytes = length;
        }
    }
}
