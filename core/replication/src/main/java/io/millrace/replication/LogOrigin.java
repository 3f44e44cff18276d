package io.millrace.replication;

import io.millrace.journal.JournalId;

/**
 * What of a journal exists outside its segments and is the same at the source and at each copy when the copy begins.
 *
 * @param id the identity of the journal
 * @param createdMs when it was created, milliseconds since 1970
 * @param firstKept number of the first segment that is kept
 * @param removedFrames number of data frames in the segments that were removed
 * @param periodIndex index of the opening of the present period, or 0
 * @param periodNumber number of the present period, or 0
 */
public record LogOrigin(
        JournalId id, long createdMs, long firstKept, long removedFrames, long periodIndex, long periodNumber) {}
