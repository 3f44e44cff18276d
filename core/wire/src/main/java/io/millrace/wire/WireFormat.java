package io.millrace.wire;

/**
 * The formats of messages. All are used in the same way, so that configuration can select one by its name: {@link
 * Wire#codec(Class, WireFormat)} if the class is available, {@link Transcoders#of(WireFormat, Schema)} if only its
 * schema is. The pages in {@code docs/format} describe them. The text formats need the module {@code io.millrace.text}.
 */
public enum WireFormat {
    /** Values in the order of the writer's schema, which is written once per stream. Small, and types may change. */
    BINARY,
    /** Values in the order of a schema that both sides have, numbers with a fixed width. The fastest. */
    RAW,
    /** Text for people, in UTF-8. */
    YAML,
    /**
     * Changes since the last message with the same {@link Key}, for streams in which few fields change. A transcoder
     * does not know the keys; it writes the changes since the last message of the same type.
     */
    DELTA,
    /** Text for other programs, in UTF-8: an object on one line. */
    JSON,
    /** Rows for spreadsheets, in UTF-8: a cell for each field. */
    CSV
}
