package io.millrace.kafka;

/**
 * A request that was refused, as a position record keeps it until the next transaction.
 *
 * @param index the index of the request in its journal
 * @param refusal why it was refused
 */
public record StoredRefusal(long index, KafkaRefusal refusal) {}
