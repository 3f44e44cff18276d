package io.millrace.cli;

/** The formats in which messages are shown. */
enum RecordFormat {
    /** A document of YAML for each message. */
    YAML,
    /** An object of JSON on a line for each message. */
    JSON,
    /** The bytes with their fields and values. */
    HEX
}
