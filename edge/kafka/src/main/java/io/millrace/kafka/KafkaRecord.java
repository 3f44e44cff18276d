package io.millrace.kafka;

import java.time.Instant;
import java.util.List;

/**
 * A record of a topic with everything that Kafka keeps of it. The arrays are those of the message, not copies.
 *
 * @param topic the topic
 * @param partition the partition; -1 in a record to publish whose partition follows from its key
 * @param offset the offset; -1 in a record to publish
 * @param at the time stamp of the record, in milliseconds; null in a record to publish means the time of sending
 * @param key the bytes of the key; null where it has none
 * @param value the bytes of the value; null where it has none, as the deletion of a key in a compacted topic
 * @param headers the headers in order; null stands for none
 */
@SuppressWarnings("ArrayRecordComponent") // as Kafka has it; never compared
public record KafkaRecord(
        String topic, int partition, long offset, Instant at, byte[] key, byte[] value, List<KafkaHeader> headers) {

    /** Returns a record to publish that has a key and a value alone. */
    public static KafkaRecord of(String topic, byte[] key, byte[] value) {
        return new KafkaRecord(topic, -1, -1, null, key, value, List.of());
    }
}
