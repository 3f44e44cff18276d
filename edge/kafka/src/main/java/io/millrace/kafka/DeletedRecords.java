package io.millrace.kafka;

/** What a source does where records that it has not read were deleted, by the retention of the topic for example. */
public enum DeletedRecords {
    /** The source stops the run; the error names the offsets that are missing. */
    STOP,
    /** The source continues with the oldest record that is kept, which is logged as a warning. */
    CONTINUE
}
