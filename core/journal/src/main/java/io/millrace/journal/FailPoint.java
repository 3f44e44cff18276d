package io.millrace.journal;

/**
 * The points at which a proof may end a process or cut the power: between any two of them the files are in different
 * states. Appending single frames as the only owner has none, because that is the hottest path; publishing a batch
 * does the same in more steps.
 */
public enum FailPoint {
    /** A batch is in the segment, without the header that publishes it. */
    BATCH_COPIED,
    /** The header that publishes the batch is stored. */
    BATCH_PUBLISHED,
    /** One of several writers has claimed space for a frame. */
    CLAIMED,
    /** That writer has copied its frame into the claimed space. */
    CLAIM_COPIED,
    /** The next segment exists, and the present one has not ended yet. */
    NEXT_SEGMENT_READY,
    /** The end mark is stored. */
    SEGMENT_ENDED,
    /** A new segment has its space, under a temporary name that no reader opens. */
    SEGMENT_ALLOCATED,
    /** The new segment has its name. */
    SEGMENT_NAMED,
    /** An entry of a sparse index is stored. */
    INDEX_STORED,
    /** A slot is claimed for a new named position. */
    POSITION_CLAIMED,
    /** The name is in the slot, which is not visible to readers yet. */
    POSITION_NAMED,
    /** The new position is visible. */
    POSITION_MADE,
    /** One copy of a named position is invalidated, and its new value is not stored yet. */
    POSITION_SPOILED,
    /** The new value of the named position is stored. */
    POSITION_STORED,
    /** A force has returned, and the synced index is not stored yet. */
    DATA_FORCED,
    /** The synced index is stored. */
    SYNCED_RECORDED,
    /** The thread that syncs has found no work, and is about to sleep. */
    SYNC_IDLE,
    /** A period is in force, and no caller has been notified. */
    PERIOD_OPENED
}
