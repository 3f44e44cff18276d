package io.millrace.kafka;

/**
 * What a source reads.
 *
 * @param topic the topic
 * @param partition the partition
 * @param partitions how many partitions are read of the topic; 0 where it is not said
 * @param first where to begin for the first time
 * @param end when to end
 * @param deleted what to do where records were deleted that are not read
 */
record SourceSettings(
        String topic, int partition, int partitions, FirstRecord first, SourceEnd end, DeletedRecords deleted) {
    /** Returns the partition as part of a message. */
    String where() {
        return "topic=" + topic + " partition=" + partition;
    }
}
