package io.millrace.journal;

import java.util.List;

/**
 * What {@link JournalVerifier} has read and found.
 *
 * @param id identity of the journal
 * @param segments number of segment files
 * @param bytes bytes that were read
 * @param dataFrames whole data frames
 * @param metadataFrames whole metadata frames
 * @param firstIndex index of the first whole frame, or {@link Index#NONE}
 * @param lastIndex index of the last whole frame, or {@link Index#NONE}
 * @param syncedIndex the synced index, or {@link Index#NONE}
 * @param damages how much damage was found
 * @param notes how much was found that is normal after processes were killed
 * @param findings what was found, in the order of the journal; the first ten thousand
 */
public record VerifyReport(
        JournalId id,
        int segments,
        long bytes,
        long dataFrames,
        long metadataFrames,
        long firstIndex,
        long lastIndex,
        long syncedIndex,
        long damages,
        long notes,
        List<Finding> findings) {

    /** Makes the list its own. */
    public VerifyReport {
        findings = List.copyOf(findings);
    }

    /** Returns whether everything that was published is as it was written. */
    public boolean isSound() {
        return damages == 0;
    }
}
