package io.millrace.map;

/** What a call of a map does. */
enum MapCall {
    /** States the version of the calls; the first call. */
    BEGUN,
    /** Puts a value. */
    PUT,
    /** Puts the value again that the key has already, so that its older frame is no longer needed. */
    KEPT,
    /** Removes a key. */
    REMOVED,
    /** States the first segment that is still needed. */
    COMPACTED
}
