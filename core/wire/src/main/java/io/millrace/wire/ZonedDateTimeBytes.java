package io.millrace.wire;

import java.lang.foreign.MemorySegment;
import java.time.ZonedDateTime;

/**
 * Caches the bytes of the last written date and time with a zone, for streams that write the same object again and
 * again: a field that rarely changes, or the object that {@link ZonedDateTimeCache} returned for many messages. The
 * bytes are stored when the object is written for the second time in a row, so a field that changes with every message
 * only costs a comparison. One thread at a time.
 */
final class ZonedDateTimeBytes {
    /** The most bytes that are cached; with a long zone name the object is encoded each time. */
    static final int MAX_BYTES = 64;

    /** Created with the first bytes that are kept, since most outputs keep none. */
    private long[] words;

    private ZonedDateTime last;
    private int bytes;

    /**
     * Writes the moment if its bytes are cached.
     *
     * @param at the offset to write at, with space for {@link #MAX_BYTES}
     * @return how many bytes have been written, 0 if they are not cached
     */
    @SuppressWarnings("ReferenceEquality") // comparing the values would cost as much as writing them
    int write(ZonedDateTime moment, MemorySegment segment, long at) {
        if (moment != last) {
            return 0;
        }
        for (int i = 0; i < bytes; i += Long.BYTES) {
            MemoryAccess.setLong(segment, at + i, words[i >> 3]);
        }
        return bytes;
    }

    /** Caches the bytes of a moment. The segment must be readable up to the end of the last word. */
    @SuppressWarnings("ReferenceEquality")
    void keep(ZonedDateTime moment, MemorySegment segment, long from, int length) {
        boolean again = moment == last;
        last = moment;
        bytes = 0;
        if (again && length <= MAX_BYTES) {
            if (words == null) {
                words = new long[MAX_BYTES / Long.BYTES];
            }
            for (int i = 0; i < length; i += Long.BYTES) {
                words[i >> 3] = MemoryAccess.getLong(segment, from + i);
            }
            bytes = length;
        }
    }
}
