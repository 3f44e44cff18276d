package io.millrace.benchmarks;

import io.millrace.harness.BenchmarkException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.ByteArraySerializer;

/** Clients of the broker. */
final class KafkaClients {
    private KafkaClients() {}

    /** Creates topics of one partition, which one broker has. */
    static void create(String... topics) throws InterruptedException {
        create(1, Map.of(), topics);
    }

    /** Creates topics of one partition, which so many brokers have. */
    static void create(int copies, Map<String, String> settings, String... topics) throws InterruptedException {
        List<NewTopic> all = List.of(topics).stream()
                .map(topic -> new NewTopic(topic, 1, (short) copies).configs(settings))
                .toList();
        try (Admin admin = Admin.create(Map.of("bootstrap.servers", KafkaSuite.servers()))) {
            admin.createTopics(all).all().get();
        } catch (ExecutionException e) {
            throw new BenchmarkException("topics cannot be created topics=" + List.of(topics), e.getCause());
        }
    }

    static KafkaProducer<byte[], byte[]> producer(Map<String, Object> settings) {
        Map<String, Object> all = new HashMap<>(settings);
        all.put("bootstrap.servers", KafkaSuite.servers());
        return new KafkaProducer<>(all, new ByteArraySerializer(), new ByteArraySerializer());
    }

    /** Returns a consumer that has the partition of a topic and stands at its end. */
    static KafkaConsumer<byte[], byte[]> consumerAtEnd(String topic, Map<String, Object> settings) {
        Map<String, Object> all = new HashMap<>(settings);
        all.put("bootstrap.servers", KafkaSuite.servers());
        all.put("enable.auto.commit", false);
        KafkaConsumer<byte[], byte[]> consumer =
                new KafkaConsumer<>(all, new ByteArrayDeserializer(), new ByteArrayDeserializer());
        TopicPartition partition = new TopicPartition(topic, 0);
        consumer.assign(List.of(partition));
        consumer.seekToEnd(List.of(partition));
        consumer.position(partition); // looks the end up now
        return consumer;
    }
}
