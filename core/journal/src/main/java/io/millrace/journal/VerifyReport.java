package io.millrace.journal;

import java.util.List;

/**
 * The result of {@link JournalVerifier}.
 *
 * @param id identity of the journal
 * @param segments number of segment files
 * @param bytes bytes that were read
 * @param dataFrames whole data frames
 * @param metadataFrames whole metadata frames
 * @param firstIndex index of the first whole frame, or {@link Index#NONE}
 * @param lastIndex index of the last whole frame, or {@link Index#NONE}
 * @param syncedIndex the synced index, or {@link Index#NONE}
 * @param damages number of findings that are damage
 * @param notes number of findings that are normal after processes were killed
 * @param findings the findings, in the order of the journal; the first ten thousand
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

    /** Copies the list. */
    public VerifyReport {
        findings = List.copyOf(findings);
    }

    /** Returns whether everything that was published is undamaged. */
    public boolean isSound() {
        return damages == 0;
    }
}
