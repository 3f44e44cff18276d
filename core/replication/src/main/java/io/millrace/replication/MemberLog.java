package io.millrace.replication;

import io.millrace.journal.Epoch;
import java.lang.foreign.MemorySegment;
import java.util.Map;

/**
 * What the protocol needs of the journal of a member. One thread. Positions are those of {@link LogPosition}.
 *
 * <p>The end of a log is in its last segment, so an end mark is never the last thing: a copy begins the next segment
 * and then ends the one before. A segment that a source begins is on the storage device before its first frame, and is
 * remembered by {@link #highestLed} even if recovery discards it. When the machine went down, the mark
 * afterwards is at most the end of a run that was on the storage device, since half a batch may be left there.
 */
public interface MemberLog {

    /** Returns what exists outside the segments, or null for a copy that has nothing yet. */
    LogOrigin origin();

    /**
     * Returns whether the machine went down since this log was last open, rather than the process, or the journal was
     * restored: it may lack what was acknowledged. It stays so until the member exists, since that stores what follows
     * from it.
     */
    boolean wentDown();

    /**
     * Returns whether {@link #wentDown} is so because the journal was copied to where it is, such as from a backup,
     * rather than because the machine went down.
     */
    default boolean wasRestored() {
        return false;
    }

    /** Returns the position up to which frames are published; {@link LogPosition#NONE} without segments. */
    long end();

    /** Returns the position up to which frames are on the storage device. */
    long syncedEnd();

    /** Returns the position of the first frame of a segment that the log has. */
    long start(long segment);

    /** Returns the position of the end mark of a segment that the log has, or NONE if it has not ended. */
    long segmentEnd(long segment);

    /** Returns the epochs. */
    EpochTable epochs();

    /** Returns the highest number of a segment that a member led, of those that the log has or has discarded; or -1. */
    long highestLed(int member);

    /**
     * Returns the hash over the headers of all frames from the start of the segment of a position up to it.
     *
     * @throws ReplicationException if no frame begins or will begin there
     */
    long hash(long position);

    /** Returns the position up to which readers that want acknowledged messages may read. */
    long mark();

    /** Returns the part of the mark that is held as the configuration asks. */
    long certain();

    /** Raises the mark; lower values change nothing. */
    void setMark(long mark, long certain);

    /**
     * Finds whole frames from a position on, at most up to another in the same segment, and at most so many bytes
     * unless the first frame alone has more.
     */
    void read(long from, long to, int maxBytes, RunSlice slice);

    /** Returns the beginning of a segment that the log has. */
    SegmentBegin segmentBegin(long segment);

    /** Begins an empty log. */
    void begin(LogOrigin origin);

    /** Begins a segment, and then ends the one before. */
    void begin(SegmentBegin segment);

    /**
     * Writes frames after those that arrived before. At the end of a run all of it is published, the header of its
     * first frame last.
     *
     * @throws ReplicationException if a frame is not whole, for example if its checksum is that of another position
     */
    void write(long position, MemorySegment frames, RunEnd end, long timeMs);

    /**
     * Puts a period that is in force in the source in force in this copy, unless that has one as late.
     *
     * @param number how many periods were opened, this one included
     * @param opening position of the first frame of its opening
     * @throws ReplicationException if the copy does not hold the opening
     */
    void setPeriod(long number, long opening);

    /**
     * Removes the segments before a number, as retention of the source has done, now or once what this copy has is on
     * the storage device.
     *
     * @param firstKept number of the first segment that is kept
     * @param removedFrames how many data frames the source has removed before it
     */
    default void removeBefore(long firstKept, long removedFrames) {}

    /** Forgets the frames of a run that has not ended. */
    void dropRun();

    /** Writes everything published to the storage device. */
    void force();

    /**
     * Sets aside everything at and after a position, durably and so that it can be read there.
     *
     * @param position NONE for everything
     */
    void cut(long position);

    /**
     * Takes the space for the segment that {@link #promote} begins, before others are asked to follow the new epoch.
     *
     * @param above as for {@link #promote}
     * @throws ReplicationException if there is none
     */
    default void reserve(long above) {}

    /** Gives back what {@link #reserve} has taken, since nothing is promoted. */
    default void releaseReserved(long above) {}

    /**
     * Ends the last segment and durably begins one of a new epoch. Numbers in between are filled with empty segments of
     * the new epoch.
     *
     * @param above the new segment has a higher number than this
     */
    void promote(Epoch epoch, long above);

    /** Ends appending for good, because another member leads an epoch; the log is that of a copy now. */
    void fence(Epoch epoch);

    /**
     * Applies retention, about once a second.
     *
     * @param copies of a source: the name of each copy and the position up to which it holds the journal, or NONE if
     *     that is not known; empty for a copy
     */
    default void maintain(Map<String, Long> copies) {}

    /**
     * Lets appending continue, or refuses each append with a reason until it may continue. What was said last is in
     * force when the log is opened again, until the member says otherwise.
     */
    void admit(Appending appending);
}
