package io.millrace.journal;

import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * The state of a journal at one moment.
 *
 * @param id identity
 * @param created when it was created
 * @param formatVersion highest format version of its segments
 * @param segments its segments, oldest first, without one that is only prepared
 * @param removedFrames number of data frames in segments that retention has removed
 * @param dataFrames number of published data frames
 * @param metadataFrames number of published metadata frames
 * @param firstIndex index of the first data or metadata frame, or {@link Index#NONE}
 * @param lastIndex index of the last data or metadata frame, or {@link Index#NONE}
 * @param syncedIndex index of the last frame that is synced with all frames before it, or {@link Index#NONE}
 * @param counters the counters of its writers
 * @param ownership how the asking object owns the journal; empty if it reads only
 * @param member what it is among the machines that hold it; empty for an ordinary journal
 * @param period the period in force; empty where none was ever opened
 * @param positions its named positions
 * @param holders the processes that still have removed segments mapped, whose disk space is therefore not free; on
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
        Optional<Member> member,
        Optional<Period> period,
        List<Position> positions,
        List<Holder> holders) {

    /**
     * One segment.
     *
     * @param number its number
     * @param epoch its epoch
     * @param sizeBytes size of its file
     * @param usedBytes where its published frames end in the file
     * @param dataFrames number of its data frames
     * @param metadataFrames number of its metadata frames
     * @param ended whether writing has continued in the next segment
     */
    public record Segment(
            long number,
            Epoch epoch,
            long sizeBytes,
            long usedBytes,
            long dataFrames,
            long metadataFrames,
            boolean ended) {}

    /**
     * One named position.
     *
     * @param name its name
     * @param state the state of its reader
     * @param unread number of kept data frames after it
     */
    public record Position(String name, PositionState state, long unread) {}

    /**
     * The counters of all writers in all processes since the journal was created.
     *
     * @param forces forces to the storage device
     * @param forcedNs their total time in nanoseconds
     * @param fenced claims of dead or silent writers that became padding
     */
    public record Counters(long forces, long forcedNs, long fenced) {}

    /**
     * One of the machines that hold a journal.
     *
     * @param role whether it appends or copies
     * @param number its number; empty if it has none yet
     * @param epoch the epoch of the last segment; the first one without segments
     * @param mark up to where the journal is acknowledged
     */
    public record Member(JournalRole role, OptionalInt number, Epoch epoch, Mark mark) {}

    /**
     * A process that has removed segments mapped.
     *
     * @param processId its number
     * @param command the name of its command
     * @param segments numbers of these segments, ascending
     * @param bytes how much of them it has mapped
     */
    public record Holder(long processId, String command, List<Long> segments, long bytes) {}
}
