package io.millrace.kafka;

import java.util.Optional;

/**
 * What a source reads.
 *
 * @param topic the topic
 * @param partition the partition; empty for all that the topic has
 * @param partitions how many partitions are read of the topic; 0 where it is not said
 * @param first where to begin for the first time
 * @param end when to end
 * @param group the consumer group to which offsets are committed for display; empty for none
 * @param deleted what to do where records were deleted that are not read
 */
record SourceSettings(
        String topic,
        Optional<Integer> partition,
        int partitions,
        FirstRecord first,
        SourceEnd end,
        Optional<String> group,
        DeletedRecords deleted) {
    /** Returns what is read as part of a message. */
    String where() {
        return "topic=" + topic
                + partition.map(number -> " partition=" + number).orElse("");
    }

    /** Returns a partition as part of a message. */
    String where(int number) {
        return "topic=" + topic + " partition=" + number;
    }
}
