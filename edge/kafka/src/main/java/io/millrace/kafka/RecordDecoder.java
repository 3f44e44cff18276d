package io.millrace.kafka;

/**
 * Makes calls of records whose values have a format of their own, such as Avro or Protobuf. Implementations are public
 * and have a public constructor without parameters; each source has one, which one thread uses.
 *
 * @param <T> the interface of the calls
 */
@FunctionalInterface
public interface RecordDecoder<T> {
    /**
     * Makes at most one call, of a record; none where the record means nothing.
     *
     * @param record the record
     * @param out takes the call
     * @throws RuntimeException where the record cannot be read; it is then a bad record, and no call must have been
     *     made
     */
    void decode(KafkaRecord record, T out);
}
