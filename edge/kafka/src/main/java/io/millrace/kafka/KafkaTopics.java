package io.millrace.kafka;

import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.errors.UnknownTopicOrPartitionException;

/** Tells tools what a topic is before they begin. */
public final class KafkaTopics {
    private KafkaTopics() {}

    /**
     * Returns how many partitions a topic has. Waits for brokers as long as {@code default.api.timeout.ms} says, 15 s
     * by default.
     *
     * @param servers the first brokers to ask, as {@code host:port,host:port}
     * @param client a file of properties with settings of Kafka's clients
     * @param settings such settings as {@code name=value}, which win over the file
     * @throws KafkaServiceException where there is no such topic, brokers are away or refuse, or settings are wrong
     */
    public static int partitions(String servers, String topic, Optional<Path> client, List<String> settings) {
        ClientLogging.prepare();
        ClientSettings itsClient = ClientSettings.of(servers, client, settings, Set.of());
        try (TopicCheck topics = TopicCheck.of(itsClient, "millrace-topics")) {
            return topics.describe(List.of(topic)).get(topic).partitions().size();
        } catch (UnknownTopicOrPartitionException e) {
            throw new KafkaServiceException("the topic does not exist topic=" + topic + " servers=" + servers, e);
        } catch (KafkaException e) {
            throw new KafkaServiceException(
                    "the topic cannot be looked up topic=" + topic + " servers=" + servers + ": " + itsClient.said(e),
                    itsClient.cause(e));
        }
    }
}
