package io.millrace.map;

/** Whether a map reclaims the space of entries that were replaced or removed. */
public enum Compaction {
    /** Changes put the oldest entries again, and what is older than all entries is removed. */
    ON,
    /** Nothing is put again and nothing removed, so that all earlier states can be asked for. */
    OFF
}
