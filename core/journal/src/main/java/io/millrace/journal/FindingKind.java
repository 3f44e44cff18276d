package io.millrace.journal;

/** What {@link JournalVerifier} finds in the files of a journal. */
public enum FindingKind {
    /** A frame does not have its checksum. */
    CHECKSUM(true),
    /** There is a header that no frame can have at its place. */
    HEADER(true),
    /** Frames that must be there are not: behind their place there are frames, or they were synced. */
    MISSING_FRAMES(true),
    /** A segment is missing before others that no retention has removed, or it was synced and is not there. */
    MISSING_SEGMENT(true),
    /** The head of a segment file is not as it was written, or belongs to another journal or number. */
    PROLOGUE(true),
    /** A segment file does not have the size that it states. */
    SIZE(true),
    /** The storage device could not read a part of a file. */
    UNREADABLE(true),
    /** An entry of a sparse index is not as it was written, or does not say what the frames say. */
    SPARSE_INDEX(true),
    /** Bytes that are always zero are not. */
    NOT_ZERO(true),
    /** The table is missing, or a part of it is not as it was written. */
    TABLE(true),

    /** The machine went down while frames were not synced: the next opening ends the segment here. */
    TORN_TAIL(false),
    /** A writer claimed this place and has not published; readers wait here while it is the last, others pass. */
    OPEN_CLAIM(false),
    /** Bytes behind the last frame that a writer did not publish, or that a recovery has discarded. */
    UNPUBLISHED(false),
    /** One of two copies is not whole, as a process leaves it that is killed while it writes; the other one counts. */
    ONE_COPY(false),
    /** A named position does not lead to a frame. */
    POSITION(false),
    /** Something that only speeds reading up was not finished, or leads nowhere. */
    ACCELERATOR(false);

    private final boolean damage;

    FindingKind(boolean damage) {
        this.damage = damage;
    }

    /** Returns whether the file does not hold what was written; else it is what killed processes normally leave. */
    public boolean isDamage() {
        return damage;
    }
}
