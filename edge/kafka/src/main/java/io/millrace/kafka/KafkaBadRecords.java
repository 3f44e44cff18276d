package io.millrace.kafka;

/** Takes the records of which a {@link KafkaSource} with {@link BadRecords#CALL} can make no call. */
public interface KafkaBadRecords {
    /**
     * Takes a record.
     *
     * @param record the whole record, with topic, partition and offset
     * @param reason what is wrong with it, 500 characters at most
     */
    void badRecord(KafkaRecord record, String reason);
}
