package io.millrace.kafka;

/**
 * Why a record can never be published.
 *
 * @param topic the topic; empty where none was found
 * @param error what kind of error it is: the name of a class of Kafka's client without its package, or {@code
 *     InvalidCall} where the call does not fit the settings of the gateway
 * @param message what Kafka or the gateway says, its beginning where it is long
 */
public record KafkaRefusal(String topic, String error, String message) {}
