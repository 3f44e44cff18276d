package io.millrace.kafka;

import java.util.List;
import org.apache.kafka.clients.consumer.ConsumerRecord;

/**
 * What one fetch has brought, in the order of each partition.
 *
 * @param origin names the topic by its id, and what is read of it
 * @param records the records
 * @param reached of each partition the offset up to which it has nothing else to be read, exclusive: the offset after
 *     the last record, or after records that control transactions, were aborted or compacted; -1 where it is not read
 * @param isLast whether a source that ends at the end of what it reads ends after them
 * @param isStart whether reading begins, at {@code reached}
 */
@SuppressWarnings("ArrayRecordComponent") // never compared
record FetchedRecords(
        String origin, List<ConsumerRecord<byte[], byte[]>> records, long[] reached, boolean isLast, boolean isStart) {}
