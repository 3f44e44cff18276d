package io.millrace.kafka;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.PartitionInfo;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;

/** What a reader of committed records sees of a topic. */
final class CommittedRecords {
    private CommittedRecords() {}

    /** Returns all of them up to the end, partition by partition. */
    static List<ConsumerRecord<byte[], byte[]>> of(String servers, String topic) {
        List<ConsumerRecord<byte[], byte[]>> found = new ArrayList<>();
        Map<String, Object> settings = Map.of("bootstrap.servers", servers, "isolation.level", "read_committed");
        try (KafkaConsumer<byte[], byte[]> consumer =
                new KafkaConsumer<>(settings, new ByteArrayDeserializer(), new ByteArrayDeserializer())) {
            for (PartitionInfo info : consumer.partitionsFor(topic)) {
                TopicPartition partition = new TopicPartition(topic, info.partition());
                consumer.assign(List.of(partition));
                consumer.seekToBeginning(List.of(partition));
                long end = consumer.endOffsets(List.of(partition)).get(partition);
                while (consumer.position(partition) < end) {
                    consumer.poll(Duration.ofMillis(100)).forEach(found::add);
                }
            }
        }
        return found;
    }

    static List<String> values(String servers, String topic) {
        return of(servers, topic).stream()
                .map(record -> new String(record.value(), StandardCharsets.UTF_8))
                .toList();
    }

    /** Returns the values of so many trades of tests. */
    static List<String> trades(int from, int to) {
        List<String> values = new ArrayList<>();
        for (int number = from; number <= to; number++) {
            values.add(KafkaSourceTest.json(number));
        }
        return values;
    }
}
