package io.millrace.journal;

/** The moments at which a test may end the process: between any two of them the files are in another state. */
enum Step {
    BATCH_COPIED,
    BATCH_PUBLISHED,
    CLAIMED,
    CLAIM_COPIED,
    NEXT_SEGMENT_READY,
    SEGMENT_ENDED,
    SEGMENT_ALLOCATED,
    SEGMENT_NAMED,
    DATA_FORCED,
    SYNCED_RECORDED
}
