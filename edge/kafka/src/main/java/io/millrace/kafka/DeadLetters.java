package io.millrace.kafka;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/**
 * A component that makes of each bad record a record for a topic of dead letters: the same key, value, headers and time
 * stamp, and as further headers where it came from and what is wrong with it. It reads the channel of a {@link
 * KafkaSource} with {@link BadRecords#CALL} and ignores its other calls; a {@link KafkaGateway} publishes what it
 * writes. So each bad record is a dead letter exactly once.
 */
public final class DeadLetters implements KafkaBadRecords {
    /** The header with the topic of the bad record, in UTF-8. */
    public static final String TOPIC = "millrace.dead.topic";

    /** The header with the partition of the bad record, in decimal digits. */
    public static final String PARTITION = "millrace.dead.partition";

    /** The header with the offset of the bad record, in decimal digits. */
    public static final String OFFSET = "millrace.dead.offset";

    /** The header with what is wrong with the record, in UTF-8. */
    public static final String REASON = "millrace.dead.reason";

    private final KafkaRecords out;
    private final String topic;

    /**
     * Creates the component.
     *
     * @param out takes the records
     * @param topic the topic of dead letters, 1 to 249 characters
     * @throws KafkaServiceException where the topic has no name
     */
    public DeadLetters(KafkaRecords out, String topic) {
        if (topic.isBlank()) {
            throw new KafkaServiceException("the topic of dead letters has no name topic='" + topic + "'");
        }
        this.out = out;
        this.topic = topic;
    }

    @Override
    public void badRecord(KafkaRecord record, String reason) {
        List<KafkaHeader> headers = new ArrayList<>();
        if (record.headers() != null) {
            headers.addAll(record.headers());
        }
        headers.add(header(TOPIC, record.topic()));
        headers.add(header(PARTITION, Integer.toString(record.partition())));
        headers.add(header(OFFSET, Long.toString(record.offset())));
        headers.add(header(REASON, reason));
        out.record(new KafkaRecord(topic, -1, -1, record.at(), record.key(), record.value(), headers));
    }

    private static KafkaHeader header(String name, String value) {
        return new KafkaHeader(name, value.getBytes(StandardCharsets.UTF_8));
    }
}
