package io.millrace.wire;

/**
 * The forms in which messages are written. They are chosen by name, in configuration for example, and all used alike:
 * {@link Wire#codec(Class, WireFormat)} where the class is there, {@link Transcoders#of(WireFormat, Schema)} where only
 * its schema is. The pages of {@code docs/format} describe them. The text formats need the module {@code
 * io.millrace.text}.
 */
public enum WireFormat {
    /** Values in the order of the writer's schema, which travels once per stream. Small, and safe against change. */
    BINARY,
    /** Values in the order of a schema that both ends have, numbers with a fixed width. The fastest. */
    RAW,
    /** Text for people, in UTF-8. */
    YAML,
    /**
     * What has changed since the last message with the same {@link Key}: for streams in which much stays the same. A
     * transcoder knows no keys; what it writes changes the last message of the same type.
     */
    DELTA,
    /** Text for other programs, in UTF-8: an object on one line. */
    JSON,
    /** Rows for spreadsheets, in UTF-8: a cell for each field. */
    CSV
}
