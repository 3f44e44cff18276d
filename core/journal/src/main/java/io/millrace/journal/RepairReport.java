package io.millrace.journal;

import java.util.List;

/**
 * The frames that {@link JournalRepair} kept and lost.
 *
 * @param id identity of the journal and of its copy
 * @param dataFrames data frames that were kept, each at its index
 * @param metadataFrames metadata frames that were kept, each at its index
 * @param lastIndex index of the last frame that was kept, or {@link Index#NONE}
 * @param losses the lost ranges, which are padding in the copy
 * @param findings the findings in the journal; the first ten thousand
 */
public record RepairReport(
        JournalId id, long dataFrames, long metadataFrames, long lastIndex, List<Loss> losses, List<Finding> findings) {

    /** Copies the lists. */
    public RepairReport {
        losses = List.copyOf(losses);
        findings = List.copyOf(findings);
    }

    /**
     * A lost range.
     *
     * @param index index of its start
     * @param bytes its size
     */
    public record Loss(long index, long bytes) {}
}
