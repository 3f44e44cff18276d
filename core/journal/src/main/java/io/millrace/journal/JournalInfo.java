package io.millrace.journal;

import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * What is known about a journal at one moment.
 *
 * @param id identity
 * @param created when it was made
 * @param formatVersion version of its segment format
 * @param segments its segments, oldest first, without one that is only prepared
 * @param dataFrames how many data frames are published
 * @param metadataFrames how many metadata frames are published
 * @param firstIndex index of the first data or metadata frame, or {@link Index#NONE}
 * @param lastIndex index of the last one, or {@link Index#NONE}
 * @param syncedIndex index of the last one that is synced with all before it, or {@link Index#NONE}
 * @param ownership how the asking object owns the journal; empty if it reads only
 * @param positions its named positions
 */
public record JournalInfo(
        JournalId id,
        Instant created,
        int formatVersion,
        List<Segment> segments,
        long dataFrames,
        long metadataFrames,
        long firstIndex,
        long lastIndex,
        long syncedIndex,
        Optional<Ownership> ownership,
        List<Position> positions) {

    /**
     * One segment.
     *
     * @param number its number
     * @param sizeBytes size of its file
     * @param usedBytes where its published frames end in the file
     * @param dataFrames how many data frames it has
     * @param metadataFrames how many metadata frames it has
     * @param ended whether writing has gone on in the next one
     */
    public record Segment(
            long number, long sizeBytes, long usedBytes, long dataFrames, long metadataFrames, boolean ended) {}

    /**
     * One named position.
     *
     * @param name its name
     * @param index what it stores, or {@link Index#NONE}
     * @param parked whether its reader is away for long
     */
    public record Position(String name, long index, boolean parked) {}
}
