package io.millrace.kafka;

/** What a source does with a record of which it can make no call. */
public enum BadRecords {
    /** The source stops the run; the error names topic, partition, offset and reason. */
    STOP,
    /** The record is passed over for good, which is logged as a warning and counted as {@code badRecords}. */
    SKIP,
    /**
     * The record becomes a call of {@link KafkaBadRecords} in the same channel, and is logged and counted as with
     * {@link #SKIP}. {@link DeadLetters} makes of such calls records for another topic.
     */
    CALL
}
