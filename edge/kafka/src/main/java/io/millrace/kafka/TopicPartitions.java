package io.millrace.kafka;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.kafka.common.KafkaException;

/**
 * How many partitions topics have, so that a record for a topic or partition that does not exist is found before it is
 * sent: a producer would wait for it as if brokers were away. Used by one thread.
 */
final class TopicPartitions implements AutoCloseable {
    /** Bounds what records with ever new topics can fill. */
    private static final int MAX_TOPICS = 10_000;

    private final TopicCheck topics;
    private final Map<String, Integer> known = new HashMap<>();

    TopicPartitions(TopicCheck topics) {
        this.topics = topics;
    }

    TopicCheck topics() {
        return topics;
    }

    /**
     * Returns how many partitions a topic has; brokers are asked only where more than are known must be there.
     *
     * @param atLeast how many must be there
     * @throws KafkaException as the client reports it
     */
    int count(String topic, int atLeast) {
        Integer count = known.get(topic);
        if (count == null || count < atLeast) {
            count = topics.describe(List.of(topic)).get(topic).partitions().size();
            if (known.size() >= MAX_TOPICS) {
                known.clear();
            }
            known.put(topic, count);
        }
        return count;
    }

    @Override
    public void close() {
        topics.close();
    }
}
