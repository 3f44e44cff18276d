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
 * @param removedFrames how many data frames were in segments that retention has removed
 * @param dataFrames how many data frames are published
 * @param metadataFrames how many metadata frames are published
 * @param firstIndex index of the first data or metadata frame, or {@link Index#NONE}
 * @param lastIndex index of the last one, or {@link Index#NONE}
 * @param syncedIndex index of the last one that is synced with all before it, or {@link Index#NONE}
 * @param counters what its writers have counted
 * @param ownership how the asking object owns the journal; empty if it reads only
 * @param period the period in force; empty where none was ever opened
 * @param positions its named positions
 * @param holders the processes inside segments that were removed, whose space the disk has not got back therefore; on
 *     Linux, as far as the asking user may see them
 */
public record JournalInfo(
        JournalId id,
        Instant created,
        int formatVersion,
        List<Segment> segments,
        long removedFrames,
        long dataFrames,
        long metadataFrames,
        long firstIndex,
        long lastIndex,
        long syncedIndex,
        Counters counters,
        Optional<Ownership> ownership,
        Optional<Period> period,
        List<Position> positions,
        List<Holder> holders) {

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
     * @param state where its reader is
     * @param unread how many data frames are behind that and still there
     */
    public record Position(String name, PositionState state, long unread) {}

    /**
     * What all writers in all processes have counted since the journal was made.
     *
     * @param forces forces to the storage device
     * @param forcedNs the time that they took together, in nanoseconds
     * @param fenced places that writers who died or fell silent had claimed, and that were made padding
     */
    public record Counters(long forces, long forcedNs, long fenced) {}

    /**
     * A process that is inside removed segments.
     *
     * @param processId its number
     * @param command the name of its command
     * @param segments numbers of the removed segments that it has mapped, ascending
     * @param bytes how much of them it has mapped
     */
    public record Holder(long processId, String command, List<Long> segments, long bytes) {}
}
