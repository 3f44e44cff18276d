package io.millrace.journal;

import java.util.Objects;

/**
 * What a new copy takes from its source before any frame.
 *
 * @param id identity of the journal
 * @param createdMs when the journal was created, milliseconds since 1970
 * @param firstKept number of the first segment that the source has
 * @param removedFrames how many data frames retention has removed before that segment
 */
public record CopyOrigin(JournalId id, long createdMs, long firstKept, long removedFrames) {

    /** Checks the ranges. */
    public CopyOrigin {
        Objects.requireNonNull(id, "id");
        if (firstKept < 0 || firstKept > Index.MAX_SEGMENT || removedFrames < 0) {
            throw new JournalException("copy must begin at a segment of 0 to " + Index.MAX_SEGMENT
                    + " after 0 or more frames firstKept=" + firstKept + " removedFrames=" + removedFrames);
        }
    }
}
