package io.millrace.kafka;

/**
 * Whole records as calls: what a {@link KafkaSource} of format {@link RecordFormat#RECORD} writes, and what a {@link
 * KafkaGateway} publishes to the topic that the record itself names.
 */
public interface KafkaRecords {
    /**
     * Takes a record.
     *
     * @param record the record
     */
    void record(KafkaRecord record);
}
