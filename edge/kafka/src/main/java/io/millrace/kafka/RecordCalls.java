package io.millrace.kafka;

import org.apache.kafka.clients.consumer.ConsumerRecord;

/** Makes a call of each record. Used by one thread. */
interface RecordCalls {
    /** Bounds what records with ever new schemas can fill. */
    int MAX_SCHEMAS = 1_000;

    /**
     * Makes the call of a record, or none where the record stands for none: one without a value, unless whole records
     * or a decoder of the user are asked for.
     *
     * @throws BadRecordException where it is no call that is taken; none was made
     */
    void call(ConsumerRecord<byte[], byte[]> record);
}
