package io.millrace.kafka;

/**
 * A header of a record. A record may have several of one name.
 *
 * @param name the name
 * @param value the bytes; null where the header has none
 */
@SuppressWarnings("ArrayRecordComponent") // as Kafka has it; never compared
public record KafkaHeader(String name, byte[] value) {}
