package io.millrace.kafka;

import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.consumer.CloseOptions;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.IsolationLevel;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.config.TopicConfig;
import org.apache.kafka.common.errors.AuthorizationException;
import org.apache.kafka.common.errors.TimeoutException;
import org.apache.kafka.common.errors.TopicExistsException;
import org.apache.kafka.common.errors.UnknownTopicOrPartitionException;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;

/**
 * The compacted topic of position records; its partition 0 has those of all gateways that name it.
 *
 * <p>A read is complete only if it reaches the end that the partition had after {@code initTransactions} of the
 * gateway: an open transaction of another gateway hides committed records after it from readers of committed ones, and
 * a position that is missed means calls that are published twice. So the end is asked for without regard to
 * transactions, and reading waits, within a bound, until it may pass those that are open.
 *
 * <p>Used by one thread.
 */
final class ProgressTopic {
    /** Bounds a read, and with it how long it waits for the transactions of others. */
    private static final Duration READ_TIMEOUT = Duration.ofSeconds(30);

    private static final Duration POLL = Duration.ofMillis(100);

    /** Small segments, so that compaction, which leaves the newest alone, keeps reading short. */
    private static final Map<String, String> SETTINGS = Map.of(
            "cleanup.policy", "compact",
            "segment.bytes", Integer.toString(8 << 20),
            "min.cleanable.dirty.ratio", "0.1");

    private static final Logger LOGGER = System.getLogger(ProgressTopic.class.getPackageName());

    private final String name;
    private final ClientSettings client;
    private final String clientId;

    ProgressTopic(String name, ClientSettings client, String clientId) {
        this.name = name;
        this.client = client;
        this.clientId = clientId;
    }

    String name() {
        return name;
    }

    TopicPartition partition() {
        return new TopicPartition(name, 0);
    }

    /**
     * Creates the topic where it does not exist, with the replication that brokers have as their default; checks that
     * it keeps the newest record of each key.
     *
     * @throws KafkaServiceException where it deletes records by their age or size
     */
    void create(TopicCheck topics) {
        try {
            topics.describe(List.of(name));
        } catch (UnknownTopicOrPartitionException e) {
            NewTopic topic = new NewTopic(name, Optional.of(1), Optional.empty()).configs(SETTINGS);
            try {
                TopicCheck.result(
                        () -> topics.admin().createTopics(List.of(topic)).all().get());
                return;
            } catch (TopicExistsException same) {
                LOGGER.log(Level.DEBUG, "another gateway has created the topic", same);
            }
        }
        checkPolicy(topics);
    }

    private void checkPolicy(TopicCheck topics) {
        String policy;
        try {
            policy = topics.setting(name, TopicConfig.CLEANUP_POLICY_CONFIG);
        } catch (AuthorizationException e) {
            LOGGER.log(
                    Level.WARNING,
                    "the gateway may not see whether the topic of positions is compacted, as it must be; it needs the"
                            + " right to describe configs topic={0} reason={1}",
                    name,
                    client.said(e));
            return;
        }
        if (!policy.equals(TopicConfig.CLEANUP_POLICY_COMPACT)) {
            throw new KafkaServiceException("the topic of positions must keep the newest record of each key: set its"
                    + " cleanup.policy to compact, or name another one by the gateway's argument progressTopic topic="
                    + name + " cleanup.policy=" + policy);
        }
    }

    /**
     * Returns the newest committed position records by key.
     *
     * @throws TimeoutException where the end is not reached in time
     */
    Map<String, byte[]> read() {
        return read(IsolationLevel.READ_COMMITTED);
    }

    /**
     * Returns the newest position records by key, also of transactions that are open or were taken back. It waits for
     * no transaction: where a run has lost its brokers, its own may be open until it has a producer again.
     *
     * @throws TimeoutException where the end is not reached in time
     */
    Map<String, byte[]> readUncommitted() {
        return read(IsolationLevel.READ_UNCOMMITTED);
    }

    private Map<String, byte[]> read(IsolationLevel level) {
        long end = endOfAll();
        Map<String, byte[]> found = new LinkedHashMap<>();
        KafkaConsumer<byte[], byte[]> consumer = consumer(level);
        try {
            consumer.assign(List.of(partition()));
            consumer.seekToBeginning(List.of(partition()));
            long startNs = System.nanoTime();
            while (consumer.position(partition()) < end) {
                for (ConsumerRecord<byte[], byte[]> record : consumer.poll(POLL)) {
                    String key = record.key() == null ? "" : new String(record.key(), StandardCharsets.UTF_8);
                    if (record.value() == null) {
                        found.remove(key);
                    } else {
                        found.put(key, record.value());
                    }
                }
                if (System.nanoTime() - startNs > READ_TIMEOUT.toNanos()) {
                    throw new TimeoutException("the end of the position records was not reached; a transaction of"
                            + " another gateway may be open topic=" + name + " position="
                            + consumer.position(partition()) + " end=" + end);
                }
            }
        } finally {
            consumer.close(CloseOptions.timeout(Duration.ZERO));
        }
        return found;
    }

    private long endOfAll() {
        KafkaConsumer<byte[], byte[]> consumer = consumer(IsolationLevel.READ_UNCOMMITTED);
        try {
            return consumer.endOffsets(List.of(partition())).get(partition());
        } finally {
            consumer.close(CloseOptions.timeout(Duration.ZERO));
        }
    }

    private KafkaConsumer<byte[], byte[]> consumer(IsolationLevel level) {
        return new KafkaConsumer<>(
                client.forConsumer(
                        clientId,
                        Map.of(
                                ConsumerConfig.ENABLE_AUTO_COMMIT_CONFIG,
                                false,
                                ConsumerConfig.AUTO_OFFSET_RESET_CONFIG,
                                "earliest",
                                ConsumerConfig.DEFAULT_API_TIMEOUT_MS_CONFIG,
                                client.callTimeoutMs(),
                                ConsumerConfig.ISOLATION_LEVEL_CONFIG,
                                level.toString())),
                new ByteArrayDeserializer(),
                new ByteArrayDeserializer());
    }
}
