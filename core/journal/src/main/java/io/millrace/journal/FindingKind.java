package io.millrace.journal;

/** What {@link JournalVerifier} finds in the files of a journal. */
public enum FindingKind {
    /** A frame has a wrong checksum. */
    CHECKSUM(true),
    /** A header is not valid at its position. */
    HEADER(true),
    /** Frames are missing: frames follow their position, or they were synced. */
    MISSING_FRAMES(true),
    /** A segment that retention has not removed is missing before others, or a synced segment is missing. */
    MISSING_SEGMENT(true),
    /** The prologue of a segment file was changed, or belongs to another journal or segment number. */
    PROLOGUE(true),
    /** A segment has a lower epoch than a segment before it. */
    EPOCH(true),
    /** A segment file has a size other than the one it states. */
    SIZE(true),
    /** The storage device could not read a part of a file. */
    UNREADABLE(true),
    /** An entry of a sparse index was changed, or contradicts the frames. */
    SPARSE_INDEX(true),
    /** Bytes that must be zero are not zero. */
    NOT_ZERO(true),
    /** The table is missing, or a part of it was changed. */
    TABLE(true),

    /** The machine went down while frames were not synced: the next opening ends the segment here. */
    TORN_TAIL(false),
    /** A writer claimed this space and has not published; readers wait here while it is last, and otherwise skip it. */
    OPEN_CLAIM(false),
    /** Bytes after the last frame that a writer did not publish, or that a recovery has discarded. */
    UNPUBLISHED(false),
    /** One of two copies is incomplete, because a process was killed while it wrote; the other copy counts. */
    ONE_COPY(false),
    /** A named position does not refer to a frame. */
    POSITION(false),
    /** Data that only speeds up reading is unfinished or invalid. */
    ACCELERATOR(false);

    private final boolean damage;

    FindingKind(boolean damage) {
        this.damage = damage;
    }

    /**
     * Returns whether the file differs from what was written; otherwise the finding is a normal remain of killed
     * processes.
     */
    public boolean isDamage() {
        return damage;
    }
}
