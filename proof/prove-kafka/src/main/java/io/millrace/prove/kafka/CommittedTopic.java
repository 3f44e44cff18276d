package io.millrace.prove.kafka;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BooleanSupplier;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;

/** What a reader of committed records has seen of a topic, by partition. Used by one thread. */
final class CommittedTopic implements AutoCloseable {
    private static final Duration POLL = Duration.ofMillis(10);

    private final String topic;
    private final KafkaConsumer<byte[], byte[]> consumer;
    private final List<TopicPartition> partitions = new ArrayList<>();
    private final List<List<String>> seen = new ArrayList<>();

    private CommittedTopic(String topic, int partitionCount, KafkaConsumer<byte[], byte[]> consumer) {
        this.topic = topic;
        this.consumer = consumer;
        for (int partition = 0; partition < partitionCount; partition++) {
            partitions.add(new TopicPartition(topic, partition));
            seen.add(new ArrayList<>());
        }
    }

    /** Opens a reader that begins at the first record of each partition. */
    static CommittedTopic open(String servers, String topic, int partitions) {
        Map<String, Object> settings = new HashMap<>();
        settings.put("bootstrap.servers", servers);
        settings.put("isolation.level", "read_committed");
        settings.put("enable.auto.commit", false);
        settings.put("auto.offset.reset", "earliest");
        settings.put("reconnect.backoff.max.ms", 200);
        KafkaConsumer<byte[], byte[]> consumer =
                new KafkaConsumer<>(settings, new ByteArrayDeserializer(), new ByteArrayDeserializer());
        CommittedTopic opened = new CommittedTopic(topic, partitions, consumer);
        consumer.assign(opened.partitions);
        return opened;
    }

    /** Reads what there is, and waits a moment where there is nothing. */
    void read() {
        consumer.poll(POLL)
                .forEach(
                        record -> seen.get(record.partition()).add(new String(record.value(), StandardCharsets.UTF_8)));
    }

    /** Reads until it has seen so many records. */
    void readTo(long count, long limitNs, BooleanSupplier goesOn) {
        long startNs = System.nanoTime();
        while (count() < count && goesOn.getAsBoolean()) {
            read();
            if (System.nanoTime() - startNs > limitNs) {
                throw new KafkaProofException("committed records do not come; a transaction may be left open topic="
                        + topic + " seen=" + count() + " expected=" + count + " seconds=" + limitNs / 1_000_000_000);
            }
        }
    }

    /** Reads until the ends that all partitions have now, as a reader of committed records sees them. */
    void readToEnd(long limitNs) {
        Map<TopicPartition, Long> ends = consumer.endOffsets(partitions);
        long startNs = System.nanoTime();
        while (partitions.stream().anyMatch(each -> consumer.position(each) < ends.get(each))) {
            read();
            if (System.nanoTime() - startNs > limitNs) {
                throw new KafkaProofException("the end of a topic is not reached topic=" + topic + " ends=" + ends);
            }
        }
    }

    long count() {
        return seen.stream().mapToLong(List::size).sum();
    }

    /** Returns the values of each partition, in their order. */
    List<List<String>> values() {
        return seen.stream().map(List::copyOf).toList();
    }

    @Override
    public void close() {
        consumer.close();
    }
}
