package io.millrace.kafka;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.DescribeTopicsOptions;
import org.apache.kafka.clients.admin.OffsetSpec;
import org.apache.kafka.clients.admin.TopicDescription;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.config.ConfigResource;
import org.apache.kafka.common.errors.InterruptException;

/** Asks brokers what a topic is. Used by one thread. */
final class TopicCheck implements AutoCloseable {
    private final Admin admin;

    private TopicCheck(Admin admin) {
        this.admin = admin;
    }

    /** Creates the client; it connects with the first question. */
    static TopicCheck of(ClientSettings settings, String clientId) {
        return new TopicCheck(
                Admin.create(settings.forClient(clientId, Map.of("default.api.timeout.ms", settings.callTimeoutMs()))));
    }

    /**
     * Returns the descriptions of topics by name.
     *
     * @throws KafkaException as the client reports it, of the first topic that has one; {@link
     *     org.apache.kafka.common.errors.UnknownTopicOrPartitionException} where there is no such topic
     */
    Map<String, TopicDescription> describe(List<String> topics) {
        return result(() -> admin.describeTopics(topics, new DescribeTopicsOptions().includeAuthorizedOperations(false))
                .allTopicNames()
                .get());
    }

    /**
     * Returns of each partition the offset after its last record, of open transactions too.
     *
     * @throws KafkaException as the client reports it
     */
    Map<TopicPartition, Long> ends(List<TopicPartition> partitions) {
        Map<TopicPartition, OffsetSpec> latest = new HashMap<>();
        partitions.forEach(partition -> latest.put(partition, OffsetSpec.latest()));
        Map<TopicPartition, Long> ends = new HashMap<>();
        result(() -> admin.listOffsets(latest).all().get())
                .forEach((partition, found) -> ends.put(partition, found.offset()));
        return ends;
    }

    /**
     * Returns a setting of a topic.
     *
     * @throws KafkaException as the client reports it
     */
    String setting(String topic, String name) {
        ConfigResource resource = new ConfigResource(ConfigResource.Type.TOPIC, topic);
        return result(() -> admin.describeConfigs(List.of(resource))
                        .values()
                        .get(resource)
                        .get())
                .get(name)
                .value();
    }

    Admin admin() {
        return admin;
    }

    /** Returns what an operation returns; its failure is thrown as the client's own exception. */
    static <T> T result(AdminCall<T> call) {
        try {
            return call.get();
        } catch (ExecutionException e) {
            if (e.getCause() instanceof KafkaException failure) {
                throw failure;
            }
            throw new KafkaException(e.getCause());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new InterruptException(e);
        }
    }

    @Override
    public void close() {
        admin.close(java.time.Duration.ZERO);
    }
}
