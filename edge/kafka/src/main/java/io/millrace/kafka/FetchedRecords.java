package io.millrace.kafka;

import java.util.List;
import org.apache.kafka.clients.consumer.ConsumerRecord;

/**
 * What one fetch has brought, in order.
 *
 * @param origin names the topic by its id, and the partition
 * @param records the records
 * @param isLast whether a source that ends at the end of its partition ends after them
 */
record FetchedRecords(String origin, List<ConsumerRecord<byte[], byte[]>> records, boolean isLast) {}
