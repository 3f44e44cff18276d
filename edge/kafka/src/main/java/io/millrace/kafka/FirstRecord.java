package io.millrace.kafka;

/** Where a source begins that has never read its partition. */
public enum FirstRecord {
    /** At the oldest record that is kept. */
    OLDEST,
    /** After the newest record. */
    NEWEST
}
