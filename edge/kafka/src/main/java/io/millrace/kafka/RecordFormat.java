package io.millrace.kafka;

/** How a call is written as the value of a record. */
public enum RecordFormat {
    /**
     * JSON with the schema of the call in the header {@code millrace.schema}: readable by everybody, and by Millrace
     * also where the classes have changed since.
     */
    JSON,
    /**
     * JSON alone: one argument is the value itself, several are an array. The header {@code millrace.method} names the
     * method.
     */
    PLAIN_JSON,
    /**
     * The bytes of the arguments as a journal has them, with the schema of the call in the header {@code
     * millrace.schema}.
     */
    BINARY,
    /** The one argument of the call, which is a {@code byte[]} or a {@code String}, is the value. */
    BYTES,
    /** Whole records with topic, key, headers and time stamp, as calls of {@link KafkaRecords}. */
    RECORD
}
