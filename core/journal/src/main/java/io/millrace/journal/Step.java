package io.millrace.journal;

/**
 * The moments at which a proof may end a process, or take the power away: between any two of them the files are in
 * another state. Appending single frames as the only owner has none, since it is the hottest path; publishing a batch
 * does the same in more steps.
 */
public enum Step {
    /** A batch is in the segment, without the header that publishes it. */
    BATCH_COPIED,
    /** The header that publishes is stored. */
    BATCH_PUBLISHED,
    /** One of several writers has claimed a place. */
    CLAIMED,
    /** It has copied its frame there. */
    CLAIM_COPIED,
    /** The next segment is there, and this one not yet ended. */
    NEXT_SEGMENT_READY,
    /** The end mark is stored. */
    SEGMENT_ENDED,
    /** A new segment has its space, under a name that nobody looks at. */
    SEGMENT_ALLOCATED,
    /** It has its name. */
    SEGMENT_NAMED,
    /** An entry of a sparse index is stored. */
    INDEX_STORED,
    /** A slot is claimed for a new named position. */
    POSITION_CLAIMED,
    /** The name is in the slot, which nobody looks at yet. */
    POSITION_NAMED,
    /** The new position is there for all. */
    POSITION_MADE,
    /** One copy of a named position is spoiled, and about to be stored. */
    POSITION_SPOILED,
    /** It is stored. */
    POSITION_STORED,
    /** A force has returned, and nobody knows yet. */
    DATA_FORCED,
    /** The synced index is stored. */
    SYNCED_RECORDED,
    /** The thread that syncs has found nothing to do, and is about to sleep. */
    SYNC_IDLE,
    /** A period is in force, and nobody has been told. */
    PERIOD_OPENED
}
