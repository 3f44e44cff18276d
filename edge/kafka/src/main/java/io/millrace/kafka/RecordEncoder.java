package io.millrace.kafka;

/**
 * Makes values of a format of their own, such as Avro or Protobuf. An implementation also implements the interfaces of
 * the calls: a call is made on it, and then its value is taken. It is public and has a public constructor without
 * parameters; each gateway has one, which one thread uses.
 */
@FunctionalInterface
public interface RecordEncoder {
    /**
     * Returns the value of the call that was just made.
     *
     * @return the bytes, not changed any more; null deletes the key in a compacted topic
     * @throws RuntimeException where there is none; the call is then refused
     */
    byte[] value();
}
