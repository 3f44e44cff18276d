package io.millrace.kafka;

/** When a source ends. */
public enum SourceEnd {
    /** Never; it waits for further records. */
    NEVER,
    /** At what was the end of the partition when the source began to read it in this run. */
    END_OF_PARTITION
}
